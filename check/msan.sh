#!/bin/sh
# Looks for secrets in branches and addresses of HQC on all levels that the CPU has, those with vectors of 512
# bits too, with LLVM's MemorySanitizer; crates/f2x-hqc/tests/taint.rs does the work. Needs a nightly toolchain
# with its component rust-src: the standard library has to be built with the sanitizer.
set -eu
cd "$(dirname "$0")/.."

if ! source=$(rustc +nightly --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library; then
    echo "skipped: no nightly toolchain"
    exit 0
fi
if [ ! -d "$source" ]; then
    echo "skipped: no component rust-src of the nightly toolchain"
    exit 0
fi
# Secrets may be arguments: without eager checks they are followed into functions rather than reported there.
RUSTFLAGS="${RUSTFLAGS:-} -Z sanitizer=memory -C unsafe-allow-abi-mismatch=sanitizer --cfg f2x_msan"
export RUSTFLAGS="$RUSTFLAGS -C llvm-args=-msan-eager-checks=0"
cargo +nightly test --quiet --release --package f2x-hqc --test taint -Z build-std \
    --target x86_64-unknown-linux-gnu --target-dir "${CARGO_TARGET_DIR:-target}/check-msan"
