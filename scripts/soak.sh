#!/usr/bin/env bash
# What takes long: 20 kill rounds of Node, PostgreSQL and both under write load, every guard taken out once so that a test
# must notice, then the whole suite with its long forms.
set -euo pipefail
cd "$(dirname "$0")/.."

node --conditions=pv-source apps/api/test/processes/crash/main.ts --rounds "${KILL_ROUNDS:-20}"
npm run --silent check:guards
SOAK=1 FUZZ_RUNS="${FUZZ_RUNS:-5000}" node scripts/test.mjs
