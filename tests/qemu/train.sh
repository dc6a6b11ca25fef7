#!/bin/sh
# train.sh CPU STEPSCOPE-CLI MODEL...: trains a small project with each model on the emulated CPU, in f32 with kernels chosen by timing and in
# bf16 with direct ones, and wants a finished run with a loss that is a number.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cpu=$1 program=$2
shift 2
if ! command -v qemu-x86_64 >/dev/null; then
  exec sh "$here/emulate.sh" "$cpu"
fi
folder=$XDG_CACHE_HOME/project
mkdir -p "$folder"
for model; do
  for switches in "" "amp = \"bf16\"
deterministic = \"on\""; do
    cat >"$folder/project.toml" <<END
[project]
name = "emulated"
[data]
kind = "synthetic"
count = 40
image_size = 12
classes = 3
[model]
name = "$model"
[train]
epochs = 1
threads = 2
[train.optimizer]
name = "adam"
[switches]
batch_size = 16
num_workers = 0
$switches
END
    name="qemu::$cpu($model $(echo "$switches" | tr '\n' ' '))"
    if ! sh "$here/emulate.sh" "$cpu" "$program" train "$folder/project.toml" --json >"$folder/said"; then
      echo "FAIL!  : $name"
      cat "$folder/said"
      exit 1
    fi
    loss=$(sed -n 's/.*"train_loss":\([0-9.e+-]*\).*/\1/p' "$folder/said")
    if ! grep -q '"status":"finished"' "$folder/said" || [ -z "$loss" ]; then
      echo "FAIL!  : $name: it did not finish, or has no loss"
      cat "$folder/said"
      exit 1
    fi
    echo "PASS   : $name loss $loss"
  done
done
