#!/bin/sh
# Builds the libraries and the command, and installs them.
#
#   ./install.sh [--prefix DIR] [--libdir DIR] [--destdir DIR] [--from DIR]
#
#   --prefix DIR   where to (/usr/local)
#   --libdir DIR   the libraries' directory, from the prefix (lib)
#   --destdir DIR  what is put before the prefix for the time of the installation (nothing)
#   --from DIR     where built libraries are, and the command if there is one; nothing is built then
#
# What is installed, below the prefix:
#
#   bin/f2x                            the command
#   include/f2x.h                      libf2x for C and C++
#   lib/libf2x.so, .so.0, .so.0.1.0, libf2x.a
#   lib/pkgconfig/f2x.pc, lib/cmake/f2x
#   lib/f2x-gf2x                       the drop-in for libgf2x, with all that belongs to it, in a
#                                      directory that no loader and no compiler searches unasked
#
# Everything finds its parts from where it is, so the tree may be moved as a whole.
set -eu
cd "$(dirname "$0")"

prefix=/usr/local
libdir=lib
destdir=
from=
while [ $# -gt 0 ]; do
    case $1 in
        --prefix | --libdir | --destdir | --from)
            [ $# -ge 2 ] || { echo "$0: $1 needs a directory" >&2; exit 2; }
            case $1 in
                --prefix) prefix=$2 ;;
                --libdir) libdir=$2 ;;
                --destdir) destdir=$2 ;;
                --from) from=$2 ;;
            esac
            shift 2
            ;;
        -h | --help)
            sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"
            exit 0
            ;;
        *)
            echo "$0: $1 is no option; --help lists them" >&2
            exit 2
            ;;
    esac
done
case $libdir in
    /* | *..* | '')
        echo "$0: --libdir is a directory below the prefix, such as lib64" >&2
        exit 2
        ;;
esac
case $prefix in
    /*) ;;
    *) prefix=$(pwd)/$prefix ;;
esac

if [ -z "$from" ]; then
    cargo build --release --package f2x-capi --package f2x-gf2x --package f2x-cli
    from=${CARGO_TARGET_DIR:-target}/release
fi

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
soversion=0
# The version of gf2x that the drop-in stands for, and that of its binary interface.
gf2x_version=1.3.0
gf2x_soversion=3

# From the directory of libraries up to the prefix.
up=$(echo "$libdir" | sed 's,[^/][^/]*,..,g')
root=$destdir$prefix
lib=$root/$libdir
gf2x=$lib/f2x-gf2x

put() { # FILE DIRECTORY [NAME]
    mkdir -p "$2"
    install -m "${mode:-644}" "$1" "$2/${3:-$(basename "$1")}"
}

fill() { # TEMPLATE DIRECTORY NAME VERSION
    mkdir -p "$2"
    sed -e "s,@VERSION@,$4,g" -e "s,@SOVERSION@,$soversion,g" -e "s,@LIBDIR@,$libdir,g" \
        -e "s,@UP@,$up,g" "packaging/$1" >"$2/$3"
    chmod 644 "$2/$3"
}

slim() { # OPTION FILE
    if command -v strip >/dev/null; then strip "$1" "$2"; fi
}

shared() { # FILE DIRECTORY NAME VERSION SOVERSION
    mode=755 put "$1" "$2" "$3.$4"
    slim --strip-unneeded "$2/$3.$4"
    ln -sf "$3.$4" "$2/$3.$5"
    ln -sf "$3.$5" "$2/$3"
}

if [ -f "$from/f2x" ]; then mode=755 put "$from/f2x" "$root/bin"; fi

shared "$from/libf2x_capi.so" "$lib" libf2x.so "$version" $soversion
put "$from/libf2x_capi.a" "$lib" libf2x.a
slim --strip-debug "$lib/libf2x.a"
put crates/f2x-capi/include/f2x.h "$root/include"
fill f2x.pc.in "$lib/pkgconfig" f2x.pc "$version"
fill f2xConfig.cmake.in "$lib/cmake/f2x" f2xConfig.cmake "$version"
fill ConfigVersion.cmake.in "$lib/cmake/f2x" f2xConfigVersion.cmake "$version"
for page in crates/f2x-capi/docs/*.md; do put "$page" "$root/share/doc/f2x"; done

shared "$from/libgf2x.so" "$gf2x" libgf2x.so $gf2x_soversion.0.0 $gf2x_soversion
put "$from/libgf2x.a" "$gf2x"
slim --strip-debug "$gf2x/libgf2x.a"
put crates/f2x-gf2x/include/gf2x.h "$gf2x/include"
put crates/f2x-gf2x/include/gf2x/gf2x-small.h "$gf2x/include/gf2x"
fill gf2x.pc.in "$gf2x/pkgconfig" gf2x.pc $gf2x_version
fill gf2xConfig.cmake.in "$gf2x/cmake" gf2xConfig.cmake $gf2x_version
fill ConfigVersion.cmake.in "$gf2x/cmake" gf2xConfigVersion.cmake $gf2x_version

echo "installed in $root; for programs that use libgf2x: f2x accelerate -- PROGRAM"
