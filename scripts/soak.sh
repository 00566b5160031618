#!/usr/bin/env bash
# Runs long tests: 20 rounds of killing Node, PostgreSQL and both under write load, 40 while bookings are made, paid and cancelled,
# mutation tests of the guards, then the whole suite with its long tests.
set -euo pipefail
cd "$(dirname "$0")/.."

node --conditions=pv-source apps/api/test/processes/crash/main.ts --rounds "${KILL_ROUNDS:-20}"
node --conditions=pv-source apps/api/test/processes/booking-rounds/main.ts --rounds "${BOOKING_KILL_ROUNDS:-40}"
npm run --silent check:guards
SOAK=1 FUZZ_RUNS="${FUZZ_RUNS:-5000}" node scripts/test.mjs
