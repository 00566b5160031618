import { type Kysely, sql } from 'kysely';

export interface DatabaseClock {
  /** Advances the time of the database. Deliveries that become due are sent. */
  advance(milliseconds: number): Promise<void>;
  /** Stops the time of the database, so that only `advance` moves it. */
  stop(): Promise<void>;
}

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => count * 3_600_000;
export const days = (count: number) => count * 86_400_000;

/**
 * Gives a database an adjustable clock: later connections find `now()`, `statement_timestamp()` and `clock_timestamp()` of the test
 * before those of PostgreSQL.
 */
export async function installClock<Tables>(database: Kysely<Tables>): Promise<DatabaseClock> {
  for (const statement of [
    'create schema clock',
    'create table clock.shift (by interval not null, stopped_at timestamptz)',
    `insert into clock.shift values ('0', null)`,
    `create function clock.now() returns timestamptz language sql stable
      as 'select coalesce(stopped_at, pg_catalog.now()) + by from clock.shift'`,
    `create function clock.statement_timestamp() returns timestamptz language sql stable
      as 'select coalesce(stopped_at, pg_catalog.statement_timestamp()) + by from clock.shift'`,
    `create function clock.clock_timestamp() returns timestamptz language sql volatile
      as 'select coalesce(stopped_at, pg_catalog.clock_timestamp()) + by from clock.shift'`,
    `do $$
    declare default_column record;
    begin
      for default_column in
        select adrelid::regclass as name, attname from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum
        where pg_get_expr(adbin, adrelid) = 'now()'
      loop
        execute format('alter table %s alter column %I set default clock.now()', default_column.name, default_column.attname);
      end loop;
      execute format('alter database %I set search_path = clock, public, pg_catalog', current_database());
    end $$`,
  ]) {
    await sql.raw(statement).execute(database);
  }
  return {
    async advance(milliseconds) {
      await sql`update clock.shift set by = by + ${milliseconds} * interval '1 millisecond'`.execute(
        database,
      );
    },
    async stop() {
      await sql`update clock.shift set stopped_at = coalesce(stopped_at, pg_catalog.now())`.execute(database);
    },
  };
}

/** The clock of a database with real time, which cannot be adjusted. */
export const fixedClock: DatabaseClock = {
  advance: () => rejectChange(),
  stop: () => rejectChange(),
};

const rejectChange = () => Promise.reject(new Error('This database has no clock that can be moved.'));
