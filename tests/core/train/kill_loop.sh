#!/bin/sh
# kill -9 at 50 random moments of training, then reopen: kill_loop.sh [BUILD_FOLDER] [KILLS]
set -eu
build=${1:-build/release}
STEPSCOPE_KILLS=${2:-50} QTEST_FUNCTION_TIMEOUT=3600000 exec "$build/bin/test_train_kill" -maxwarnings 0
