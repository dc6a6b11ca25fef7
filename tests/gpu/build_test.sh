#!/bin/sh
# What the README's command builds on a machine with the CUDA toolkit has the plugin, which loads against a stand-in of the driver;
# tests/gpu/pack packs both, and the packed program finds its plugin. Runs alone: it takes the plugin away for a moment.
#   build_test.sh SOURCE BUILD FAKE_DRIVER
set -eu
source=$1 build=$2 driver=$3
folder=$XDG_CACHE_HOME
plugin=$build/lib/stepscope/libstepscope_cuda.so
fail() { echo "FAIL!  : gpu_build::$1"; exit 1; }

targets=$(sed -n '/^  build)$/,/;;/s/^ *build \(.*\)$/\1/p' "$source/bootstrap")
[ "$targets" = "stepscope stepscope-cli" ] || fail "targets() bootstrap builds '$targets'; this test expects the two programs"
mv "$plugin" "$folder/plugin"
trap '[ -f "$plugin" ] || mv "$folder/plugin" "$plugin"' EXIT
for target in $targets; do
  rm -f "$plugin"
  cmake --build "$build" --target "$target" >"$folder/built" 2>&1 || { tail -n 20 "$folder/built"; fail "builds($target)"; }
  [ -f "$plugin" ] || fail "builds($target) made no $plugin"
  echo "PASS   : gpu_build::builds($target)"
done

says() {  # name, program
  LD_LIBRARY_PATH=$folder/driver "$2" doctor >"$folder/said" 2>&1 || { cat "$folder/said"; fail "$1() doctor failed"; }
  grep -qi 'pretended gpu' "$folder/said" || { cat "$folder/said"; fail "$1() doctor does not see the pretended GPU"; }
  # The plugin loads and asks CUDA's runtime, which finds that this driver is none; a plugin that is missing or damaged has another sentence.
  if grep -qiE 'no CUDA plugin|cannot be loaded|is not a CUDA plugin|interface version' "$folder/said"; then
    cat "$folder/said"
    fail "$1() the plugin was not loaded"
  fi
  echo "PASS   : gpu_build::$1()"
}
mkdir -p "$folder/driver"
cp "$driver" "$folder/driver/libcuda.so.1"
says loads "$build/bin/stepscope-cli"
STEPSCOPE_ARCHES="" STEPSCOPE_BUILD=$build "$source/tests/gpu/pack" "$folder/gpu" >"$folder/packed" 2>&1 || {
  cat "$folder/packed"
  fail "packs() tests/gpu/pack failed"
}
[ -s "$folder/gpu.tar.gz" ] || fail "packs() made no archive"
says packs "$folder/gpu/build/release/bin/stepscope-cli"
