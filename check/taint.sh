#!/bin/sh
# Looks for secrets in branches, addresses and divisions of HQC at several levels of optimisation;
# crates/f2x-hqc/tests/taint.rs does the work, and says what it needs.
#
#   check/taint.sh           opt-levels 2, 3, s and z
#   check/taint.sh s z       those
set -eu
cd "$(dirname "$0")/.."

export RUSTFLAGS="${RUSTFLAGS:-} -C symbol-mangling-version=v0"
for level in ${*:-2 3 s z}; do
    echo "opt-level $level"
    CARGO_PROFILE_RELEASE_OPT_LEVEL=$level cargo test --quiet --release --package f2x-hqc \
        --test taint --target-dir "${CARGO_TARGET_DIR:-target}/check-taint-$level"
done
