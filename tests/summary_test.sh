#!/bin/sh
# Holds tests/summary against logs as ctest writes them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$XDG_CACHE_HOME
log=$folder/Testing/Temporary/LastTest.log
mkdir -p "${log%/*}"
printf 'a-condition-of-nobody\tfirst\t*\n' >"$folder/unknown"
printf '# a comment\n\nalways\tfirst*\t*(row [1]) no large file*\n' >"$folder/rules"

entry() {  # number, name, line of ctest; what the test said comes by standard input
  printf '%s/9 Testing: %s\n%s/9 Test: %s\nCommand: "x"\nOutput:\n----\n' "$1" "$2" "$1" "$2"
  cat
  printf '<end of output>\nTest time =   0.01 sec\n----\n%s\n"%s" end time: now\n' "$3" "$2"
}
says() {  # name of the case, exit status, last line
  status=0
  "$here/summary" "$folder" "$folder/rules" >"$folder/said" || status=$?
  if [ "$status" != "$2" ] || [ "$(tail -n 1 "$folder/said")" != "$3" ]; then
    echo "FAIL!  : summary::$1() ended with $status:"
    cat "$folder/said"
    exit 1
  fi
  echo "PASS   : summary::$1()"
}

good='PASS   : A::initTestCase()
PASS   : A::works(row)
PASS   : A::cleanupTestCase()'
skip='SKIP   : A::works(row [1]) no large file here
   Loc: [a.cpp(1)]'
{
  echo "$good" | entry 1 plain "Test Passed."
  printf '%s\n%s\n' "$good" "$skip" | entry 2 first "Test Passed."
} >"$log"
says expected 0 "2 passed, 0 failed, 0 skipped"
grep -q "^  first: A::works(row \[1\]) no large file here" "$folder/said"
printf '%s\n' "$skip" | entry 1 first_of_all "Test Passed." >"$log"
says wholeEntry 0 "0 passed, 0 failed, 1 skipped"
printf '%s\n%s\n' "$good" "$skip" | entry 1 second "Test Passed." >"$log"
says surprise 1 "1 passed, 0 failed, 0 skipped"
grep -q "^! second: " "$folder/said"
echo "PASS   : A::initTestCase()" | entry 1 plain "Test Passed." >"$log"
says nothingChecked 1 "0 passed, 1 failed, 0 skipped"
for end in "Test Failed." "Test Timeout." "Test Not Run."; do
  echo "$good" | entry 1 plain "$end" >"$log"
  says failed 1 "0 passed, 1 failed, 0 skipped"
done
cp "$folder/unknown" "$folder/rules"
status=0
"$here/summary" "$folder" "$folder/rules" >"$folder/said" 2>&1 || status=$?
[ "$status" -ne 0 ] && grep -q "is not known" "$folder/said" || { echo "FAIL!  : summary::unknownCondition()"; exit 1; }
echo "PASS   : summary::unknownCondition()"
