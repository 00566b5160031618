import { isHeader } from './datanorm/header.ts';

export type Format = 'CSV' | 'DATANORM';

const DATANORM_NAME = /(?:^|[\\/])(?:datanorm|datpreis|datatext)\.(?:\d{3}|wrg|rab)(?:\.gz)?$/i;
const DATANORM_START = /^(?:[ABDPT];[NALX ]?;|[RS];;)/;

/** Whether a file is DATANORM by its name or its first line; anything else is taken for CSV. `start` needs to be ASCII-readable only. */
export function detectFormat(name: string | null, start: string): Format {
  if (name !== null && DATANORM_NAME.test(name)) return 'DATANORM';
  const [firstLine = ''] = start.trimStart().split(/[\r\n]/, 1);
  return isHeader(firstLine) || DATANORM_START.test(firstLine) ? 'DATANORM' : 'CSV';
}
