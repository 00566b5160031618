import { readFile } from 'node:fs/promises';
import { parse, type ScalarTag } from 'yaml';
import { daysAfter, germanDayOf, startOfGermanDay } from '../../kernel/dates/german-days.ts';

/** A request to an operation of the API, or to a command of the administration. */
export interface DemoRequest {
  operation: string;
  params?: Readonly<Record<string, string>>;
  body?: unknown;
  /** When it was sent. Default: now. */
  at?: string;
  /** The name of the created record. Default: `name` in the body. */
  as?: string;
}

/** The result of a request. */
export interface DemoRecord {
  id: string;
  /** Of a link. */
  url?: string;
}

/** Stands for the id of a record, by the record's name. */
class Reference {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const weekdayOf = (day: string) => new Date(day).getUTCDay();

const dayKinds: Readonly<Record<string, (day: string) => boolean>> = {
  day: () => true,
  workday: (day) => weekdayOf(day) > 0 && weekdayOf(day) < 6,
  tuesday: (day) => weekdayOf(day) === 2,
};

const hourMs = 3_600_000;

/** Returns the time of `workday +5 10:00`: at 10:00 on the first workday from 5 days after today. No clock changes before its noon. */
function timeNearNow(text: string): string {
  const [, kind = '', days, hour] = /^(\w+) ([+-]\d+) (\d\d):00$/.exec(text) ?? [];
  const isWanted = dayKinds[kind];
  if (!isWanted) throw new Error(`${text} is not a time.`);
  let day = daysAfter(germanDayOf(new Date().toISOString()), Number(days));
  while (!isWanted(day)) day = daysAfter(day, 1);
  return new Date(Date.parse(startOfGermanDay(day)) + Number(hour) * hourMs).toISOString();
}

const customTags: ScalarTag[] = [
  { tag: '!id', resolve: (name) => new Reference(name) },
  { tag: '!time', resolve: timeNearNow },
];

/** Reads the requests of a file in `data`. */
async function readRequests(file: string): Promise<DemoRequest[]> {
  const text = await readFile(new URL(`data/${file}`, import.meta.url), 'utf8');
  return parse(text, { customTags, merge: true }).requests;
}

export type Send = (request: DemoRequest) => Promise<unknown>;

/** Sends requests in order. Returns a function that finds a result by its name. */
export async function sendRequests(
  files: readonly { file: string; send: Send }[],
): Promise<(name: string) => DemoRecord> {
  const records = new Map<string, DemoRecord>();
  function named(name: string): DemoRecord {
    const record = records.get(name);
    if (!record) throw new Error(`The demo company has no ${name}.`);
    return record;
  }
  function withIds(value: unknown): unknown {
    if (value instanceof Reference) return named(value.name).id;
    if (Array.isArray(value)) return value.map(withIds);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withIds(part)]));
  }
  for (const { file, send } of files)
    for (const raw of await readRequests(file)) {
      const request = withIds(raw) as DemoRequest;
      const result = await send(request);
      const name = request.as ?? (request.body as { name?: string } | undefined)?.name;
      if (name === undefined) continue;
      if (records.has(name)) throw new Error(`The demo company has two records with the name ${name}.`);
      records.set(name, result as DemoRecord);
    }
  return named;
}
