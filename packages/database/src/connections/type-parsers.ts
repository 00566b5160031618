import pg from 'pg';

const { builtins, getTypeParser } = pg.types;
type TypeId = Parameters<typeof getTypeParser>[0];
const textArray = 1009;
const dateArray = 1182;
const timestamptzArray = 1185;

/**
 * Converts PostgreSQL's text of a timestamptz to `YYYY-MM-DDTHH:MM:SS.mmmZ`. Infinity and years BC are returned unchanged; no
 * column contains them.
 */
function timestampToIso(text: string): string {
  if (text.length <= 29 && text[10] === ' ' && text.endsWith('+00')) {
    const time = text.slice(11, -3);
    const milliseconds = time.length > 9 ? time.slice(9, 12).padEnd(3, '0') : '000';
    return `${text.slice(0, 10)}T${time.slice(0, 8)}.${milliseconds}Z`;
  }
  const time = new Date(text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00'));
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

const asText = (text: string): string => text;
const asTextArray: (text: string) => string[] = getTypeParser(textArray as number as TypeId);

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, asText],
  [builtins.DATE, asText],
  // Our columns have at most 15 digits, which a double represents exactly in its decimal text.
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMPTZ, timestampToIso],
  [dateArray, asTextArray],
  [timestamptzArray, (text) => asTextArray(text).map(timestampToIso)],
]);

/** Parsers of values: bigint and date as text, times as ISO text in UTC, numeric as a number, other types as in `pg`. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (id: TypeId, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || getTypeParser(id, format),
};
