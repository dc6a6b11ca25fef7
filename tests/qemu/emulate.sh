#!/bin/sh
# emulate.sh CPU PROGRAM ARGUMENT...: runs a test program on a CPU of that name, emulated by qemu. An instruction that the CPU lacks ends it
# with a signal. GOMP_SPINCOUNT must be set: else stepscope-cli starts itself again, outside of qemu.
set -eu
cpu=$1
shift
if ! command -v qemu-x86_64 >/dev/null; then
  echo "SKIP   : qemu::$cpu() qemu-x86_64 is missing (package qemu-user)"
  exit 0
fi
GOMP_SPINCOUNT=1000 qemu-x86_64 -cpu "$cpu" "$@" >"$XDG_CACHE_HOME/said" 2>&1 && status=0 || status=$?
# What qemu says of parts of the CPU that it does not emulate, transactional memory for one, is no concern of ours.
grep -v "TCG doesn't support" "$XDG_CACHE_HOME/said" || true
exit $status
