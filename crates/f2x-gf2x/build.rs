//! The name by which programs ask for the library, and what it is linked with.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if !is("CARGO_CFG_TARGET_OS", "linux") {
        return;
    }
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libgf2x.so.3");
    if is("CARGO_CFG_TARGET_ENV", "gnu") {
        // What unwinds, for the messages of panics, comes from the compiler's static library, so that
        // the C library is the only one that has to be there.
        println!(
            "cargo::rustc-cdylib-link-arg=-Wl,--push-state,--whole-archive,-lgcc_eh,--pop-state"
        );
    }
}
