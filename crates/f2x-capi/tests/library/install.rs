//! An installation in a temporary directory, moved elsewhere, and programs that are built with it.

use crate::c;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs, and moves what was installed.
fn installed(name: &str, libdir: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let place = c::directory(name);
    let mut install = Command::new("sh");
    install.arg(root.join("install.sh")).arg("--from").arg(together(&place.join("built")));
    install.arg("--prefix").arg(place.join("first")).args(["--libdir", libdir]);
    c::run(&mut install).expect("there is a shell");
    fs::rename(place.join("first"), place.join("moved")).expect("nobody uses it");
    place.join("moved")
}

/// The libraries of both crates.
fn together(place: &Path) -> PathBuf {
    fs::create_dir_all(place).expect("the target directory can be written");
    for library in ["libf2x_capi.so", "libf2x_capi.a", "libgf2x.so", "libgf2x.a"] {
        fs::copy(c::built().join(library), place.join(library)).expect("the libraries were built");
    }
    place.to_owned()
}

fn pkg_config(prefix: &Path, libdir: &str, package: &str) -> Option<Vec<String>> {
    let lib = prefix.join(libdir);
    let path =
        format!("{}:{}", lib.join("pkgconfig").display(), lib.join("f2x-gf2x/pkgconfig").display());
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", path).args(["--cflags", "--libs", package]);
    let text = c::run(&mut command)?.stdout;
    Some(String::from_utf8_lossy(&text).split_whitespace().map(str::to_owned).collect())
}

/// What is built: a product by libf2x, and one by the drop-in.
const CONSUMERS: [(&str, &str); 2] = [
    (
        "f2x",
        "#include <f2x.h>
int main(void)
{
    uint64_t a = 3, c[2];
    return f2x_mul(c, &a, 1, &a, 1) == F2X_OK && c[0] == 5 && c[1] == 0 ? 0 : 1;
}
",
    ),
    (
        "gf2x",
        "#include <gf2x.h>
#include <gf2x/gf2x-small.h>
int main(void)
{
    unsigned long a = 3, c[2];
    gf2x_mul1(c, a, a);
    return gf2x_mul(c, c, 1, &a, 1) == 0 && c[0] == 15 ? 0 : 1;
}
",
    ),
];

#[test]
fn programs_are_built_by_pkg_config() {
    for libdir in ["lib", "lib/some-linux"] {
        let prefix = installed(&format!("pkg-config-{}", libdir.len()), libdir);
        for (package, source) in CONSUMERS {
            let Some(flags) = pkg_config(&prefix, libdir, package) else { return };
            let lib = prefix.join(libdir);
            for (compiler, options) in c::COMPILERS {
                let program = prefix.join(format!("{package}-{compiler}"));
                let file = program.with_extension("c");
                fs::write(&file, source).expect("the target directory can be written");
                let mut command = Command::new(compiler);
                command.args(options).args(["-Wall", "-Wextra", "-Werror"]).arg(&file);
                command.args(["-x", "none", "-o"]).arg(&program).args(&flags);
                if c::run(&mut command).is_none() {
                    continue;
                }
                let path = format!("{}:{}", lib.display(), lib.join("f2x-gf2x").display());
                c::run(Command::new(&program).env("LD_LIBRARY_PATH", path));
            }
        }
    }
}

#[test]
fn a_project_is_built_by_cmake() {
    let prefix = installed("cmake", "lib");
    let project = prefix.join("project");
    fs::create_dir(&project).expect("the target directory can be written");
    let mut list = String::from(
        "cmake_minimum_required(VERSION 3.16)\nproject(consumer C CXX)\nenable_testing()\n\
         find_package(f2x 0.1 REQUIRED)\nfind_package(gf2x 1.2 REQUIRED)\n",
    );
    for (package, source) in CONSUMERS {
        for language in ["c", "cpp"] {
            fs::write(project.join(format!("{package}.{language}")), source).expect("likewise");
            for library in [package.to_owned(), format!("{package}_static")] {
                let program = format!("{library}-{language}");
                list += &format!(
                    "add_executable({program} {package}.{language})\n\
                     target_link_libraries({program} {package}::{library})\n\
                     add_test(NAME {program} COMMAND {program})\n"
                );
            }
        }
    }
    fs::write(project.join("CMakeLists.txt"), list).expect("likewise");
    let build = project.join("build");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(&project).arg("-B").arg(&build);
    let path = format!("{};{}", prefix.display(), prefix.join("lib/f2x-gf2x").display());
    if c::run(configure.arg(format!("-DCMAKE_PREFIX_PATH={path}"))).is_none() {
        return;
    }
    c::run(Command::new("cmake").arg("--build").arg(&build));
    c::run(Command::new("ctest").arg("--test-dir").arg(&build));
    // A version that is not this one's.
    let wrong = project.join("wrong");
    fs::create_dir(&wrong).expect("likewise");
    let list = "cmake_minimum_required(VERSION 3.16)\nproject(wrong C)\nfind_package(f2x 7.0)\n\
                if(f2x_FOUND)\nmessage(FATAL_ERROR \"found\")\nendif()\n";
    fs::write(wrong.join("CMakeLists.txt"), list).expect("likewise");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(&wrong).arg("-B").arg(wrong.join("build"));
    c::run(configure.arg(format!("-DCMAKE_PREFIX_PATH={path}")));
}
