#!/usr/bin/env bash
# Opens every page of the built reference in Chromium without network access, and checks that it has a heading and that Redoc runs.
set -euo pipefail
cd "$(dirname "$0")/.."

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

render() {
  "$browser" --headless --no-sandbox --disable-gpu --host-resolver-rules='MAP * ~NOTFOUND' \
    --user-data-dir="$profile" --virtual-time-budget=4000 --dump-dom "file://$PWD/$1" 2>/dev/null
}

profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
npm run --silent docs >/dev/null

while read -r page; do
  render "$page" | grep -q '<h1' || { echo "$page has no heading"; exit 1; }
done < <(find apps/docs/dist -name '*.html' | sort)
# Redoc sets the colour scheme on the document once it runs.
while read -r page; do
  render "$page" | grep -q '<html lang="en" class=' || { echo "Redoc does not run in $page"; exit 1; }
done < <(find apps/docs/dist -name index.html)
