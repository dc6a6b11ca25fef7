#!/bin/sh
# without.sh "FUNCTION..." PROGRAM: runs the functions of a Qt Test program but for these.
set -eu
functions=$("$2" -functions | sed 's/()$//')
for left_out in $1; do
  rest=$(printf '%s\n' "$functions" | grep -vx "$left_out")
  [ "$rest" != "$functions" ] || { echo "$2 has no function $left_out" >&2; exit 1; }
  functions=$rest
done
exec "$2" $functions
