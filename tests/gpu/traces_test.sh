#!/bin/sh
# The three trainings of tests/gpu/traces, on the CPU: each leaves a recording of three steps.
#   traces_test.sh SOURCE CLI
set -eu
source=$1 cli=$2 folder=$XDG_CACHE_HOME/traces
rm -rf "$folder"
"$source/tests/gpu/traces" "$folder" --cli "$cli" --dry-run || { echo "FAIL!  : gpu_traces::records() a training was not recorded"; exit 1; }
for name in resnet50_amp resnet50_starved resnet50_checkpointed; do
  steps=$("$cli" trace summary "$folder/$name.sstrace" --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["steps"]))')
  [ "$steps" = 3 ] || { echo "FAIL!  : gpu_traces::$name() has $steps steps"; exit 1; }
  echo "PASS   : gpu_traces::$name()"
done
