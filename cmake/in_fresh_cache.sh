#!/bin/sh
# in_fresh_cache.sh FOLDER COMMAND...: runs COMMAND with FOLDER as its cache, emptied first. What an earlier run or another test has measured
# and kept there (kernels chosen, speeds) would otherwise decide what this test runs.
cache=$1
shift
rm -rf "$cache" && mkdir -p "$cache" || exit 1
XDG_CACHE_HOME=$cache exec "$@"
