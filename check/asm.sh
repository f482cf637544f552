#!/bin/sh
# Checks the generated x86-64 code of the multiplier; see asm.rs for the rules.
#
#   check/asm.sh               the release build of f2x and f2x-papers, then f2x for x86-64-v3
#   check/asm.sh --self-test   that each rule is found broken where it is broken on purpose
#   check/asm.sh --kernels     counts of instructions in kernels, as kernels.txt has them
#
# A kernel is counted once it is named in asm_entry.rs and has a line in kernels.txt.
#
# Needs the Rust toolchain alone. Ends with 1, and the offending lines, where a rule is broken.
set -eu
cd "$(dirname "$0")/.."

if [ "$(uname -m)" != x86_64 ]; then
    echo "asm.sh reads x86-64 assembly, and this machine is $(uname -m)" >&2
    exit 2
fi

work=${CARGO_TARGET_DIR:-target}/check-asm
mkdir -p "$work"
export RUSTFLAGS="${RUSTFLAGS:-} -C symbol-mangling-version=v0"
rustc --edition 2024 -O -o "$work/asm" check/asm.rs

# build CRATE DIRECTORY OPTION…: the assembly of a crate's release build, in a directory of its own, where there is
# nothing to do if it was built before.
build() {
    crate=$1
    directory=$work/$2
    shift 2
    cargo rustc --quiet --release --package "$crate" --lib --target-dir "$directory" \
        -- --emit asm,link "$@"
}

# emit CRATE DIRECTORY OPTION…: the same, and no assembly of an earlier build beside it.
emit() {
    rm -rf "${work:?}/$2"
    build "$@"
}

# beside DIRECTORY SOURCE OPTION…: the assembly of a file of check/ that uses the f2x built there.
beside() {
    directory=$work/$1
    source=$2
    shift 2
    rustc --edition 2024 --crate-type lib --emit asm -C opt-level=3 \
        -C symbol-mangling-version=v0 "$@" --extern f2x="$directory/release/libf2x.rlib" \
        -o "$directory/$source.s" "check/$source.rs"
}

if [ "${1:-}" = --self-test ]; then
    build f2x core
    beside core asm_planted
    "$work/asm" --self-test "$work/core/asm_planted.s"
    exit
fi

if [ "${1:-}" = --kernels ]; then
    emit f2x core
    beside core asm_entry
    "$work/asm" --count "$work/core/asm_entry.s"
    exit
fi

echo "release"
emit f2x core
beside core asm_entry
emit f2x-papers papers
"$work/asm" --kernels=check/kernels.txt "$work"/core/release/deps/f2x-*.s "$work/core/asm_entry.s" \
    "$work"/papers/release/deps/f2x_papers-*.s

# Where the compiler may use AVX2 for the portable level. Not at other levels of optimisation, where
# it unrolls less: there loops are left in kernels, and the standard library is not all inlined.
echo "x86-64-v3"
emit f2x v3 -C target-cpu=x86-64-v3
beside v3 asm_entry -C target-cpu=x86-64-v3
"$work/asm" --part "$work"/v3/release/deps/f2x-*.s "$work/v3/asm_entry.s"
