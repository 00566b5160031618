#!/usr/bin/env bash
# Runs a command three times with four busy loops running, to show that it does not depend on an idle machine.
#   scripts/busy.sh npm test
set -uo pipefail

for _ in 1 2 3 4; do
  # Each loop ends when this script ends, for whatever reason.
  while kill -0 $$ 2>/dev/null; do :; done &
done
trap 'jobs -p | xargs -r kill' EXIT

failed=0
for round in 1 2 3; do
  echo "round $round of 3, with four busy loops"
  "$@" || failed=$((failed + 1))
done
echo "$((3 - failed)) of 3 rounds passed"
[[ $failed == 0 ]]
