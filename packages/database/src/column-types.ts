import type { ColumnType } from 'kysely';

/** UTC, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export type Timestamp = string;

/** An object stored whole in a json column. Written as the object itself. */
export type JsonObject = Record<string, unknown>;

/** An array stored in a json column. Written as JSON text: the driver would make a PostgreSQL array of an array. */
export type JsonArray = ColumnType<JsonObject[], string | undefined, string>;
