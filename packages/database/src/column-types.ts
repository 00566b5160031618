import type { ColumnType } from 'kysely';

/** UTC, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export type Timestamp = string;

/** An object in a json column. Written as an object. */
export type JsonObject = Record<string, unknown>;

/** An array in a json column. Written as JSON text, because the driver converts arrays to PostgreSQL arrays. */
export type JsonArray = ColumnType<JsonObject[], string | undefined, string>;
