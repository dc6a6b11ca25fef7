#!/bin/sh
# each.sh PROGRAM WORD... -- PROGRAM WORD...: runs one program after the other, also behind one that failed.
failed=0
while [ $# -gt 0 ]; do
  program=$1 words=
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    words="$words $1"
    shift
  done
  [ $# -eq 0 ] || shift
  "$program" $words || failed=1
done
exit $failed
