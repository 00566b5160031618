import { isHeader } from './datanorm/header.ts';

export type Format = 'CSV' | 'DATANORM';

const datanormName = /(?:^|[\\/])(?:datanorm|datpreis|datatext)\.(?:\d{3}|wrg|rab)(?:\.gz)?$/i;
const datanormStart = /^(?:[ABDPT];[NALX ]?;|[RS];;)/;

/** Detects DATANORM by file name or first line; any other file is CSV. Only the ASCII characters of `start` matter. */
export function detectFormat(name: string | null, start: string): Format {
  if (name !== null && datanormName.test(name)) return 'DATANORM';
  const [firstLine = ''] = start.trimStart().split(/[\r\n]/, 1);
  return isHeader(firstLine) || datanormStart.test(firstLine) ? 'DATANORM' : 'CSV';
}
