#!/bin/sh
# What tests/gpu/pack makes works somewhere else: unpacked into another folder, in an environment that knows nothing of this build, stage A of
# tests/gpu/contact runs on a stand-in device, is killed at ten moments, and goes on. The archive is as small and asks for as little as is said.
#   packed_test.sh SOURCE BUILD PLUGIN DRIVER     the last two: the stand-in's plugin and its libcuda.so.1
set -eu
source=$1 build=$2 plugin=$3 driver=$4
folder=$XDG_CACHE_HOME
fail() { echo "FAIL!  : gpu_packed::$1"; exit 1; }
pack() { STEPSCOPE_ARCHES="" STEPSCOPE_BUILD=$build "$source/tests/gpu/pack" "$@" >"$folder/packed" 2>&1; }

rm -rf "$folder/gpu" "$folder/gpu.tar.gz" "$folder/elsewhere"
pack "$folder/gpu" || { cat "$folder/packed"; fail "packs() tests/gpu/pack failed"; }
[ -s "$folder/gpu/commit" ] || fail "packs() the archive does not say of which commit it is"
echo "PASS   : gpu_packed::packs() $(stat -c %s "$folder/gpu.tar.gz") bytes"
# What an archive must not be is refused in words.
if STEPSCOPE_MOST_BYTES=1000000 pack "$folder/gpu" || ! grep -q 'the archive has [0-9]* bytes, more than 1000000' "$folder/packed"; then
  cat "$folder/packed"
  fail "refuses() an archive that is too large"
fi
if STEPSCOPE_MOST_GLIBC=2.3 pack "$folder/gpu" || ! grep -q 'needs GLIBC_2\.[0-9]*; machines with a GPU' "$folder/packed"; then
  cat "$folder/packed"
  fail "refuses() a program that needs a newer C library"
fi
echo "PASS   : gpu_packed::refuses()"
mkdir "$folder/elsewhere"
tar -C "$folder/elsewhere" -xzf "$folder/gpu.tar.gz"
rm -rf "$folder/gpu" "$folder/gpu.tar.gz"
exec env -i PATH=/usr/bin:/bin HOME="$folder/elsewhere" XDG_CACHE_HOME="$folder/elsewhere" \
  python3 "$source/tests/gpu/contact_test.py" "$folder/elsewhere/gpu/tests/gpu/contact" "$plugin" "$driver"
