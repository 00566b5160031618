#!/usr/bin/env bash
# Runs a command with DATABASE_URL of a temporary, empty PostgreSQL 15 from Debian's package.
set -euo pipefail

bin=/usr/lib/postgresql/15/bin
folder=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
stop() {
  as_postgres "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT

chown postgres:postgres "$folder"
cd /
as_postgres "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
as_postgres "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
  -o "-p $port -k $folder -c listen_addresses=127.0.0.1 -c max_connections=300" start >/dev/null
cd "$OLDPWD"
DATABASE_URL="postgresql://postgres@127.0.0.1:$port/postgres" "$@"
