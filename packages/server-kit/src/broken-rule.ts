import { forms } from '@pv-planning/contract';
import type { ErrorDetail } from './api-error.ts';

/** What the contract's validator finds: `path` is `/body/roofs/0/tilt`, `errorCode` begins with a keyword of JSON Schema. */
export interface BrokenRule {
  path: string;
  message: string;
  errorCode?: string;
}

interface Form {
  format?: string;
  pattern?: string;
  says: string;
}

const places = { body: 'body', query: 'query', headers: 'header', params: 'path' } as const;

/** The words for each format and each regular expression of the contract, which nobody wants to read in a message. */
const words = new Map(
  Object.values<Form>(forms).flatMap(({ format, pattern, says }) => [
    [format, says],
    [pattern, says],
  ]),
);

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function quoted(message: string): string {
  return message.slice(message.indexOf('"') + 1, -1);
}

/** The rule in words for a person, out of those of the validator. */
export function ruleInWords(keyword: string, message: string): string {
  switch (keyword) {
    case 'pattern':
    case 'format':
      return words.get(quoted(message)) ?? 'is not written in the form that the contract describes';
    case 'enum': {
      const values = message.slice(message.indexOf(': ') + 2).split(', ');
      // The validator writes null as nothing.
      return `must be one of ${alternatives.format(values.map((value) => value || 'null'))}`;
    }
    default:
      return message.replace(',null', ' or null');
  }
}

/** Whether the plus sign of a time's offset was sent as it is, which means a space in a query. */
function lostPlus(value: unknown): boolean {
  return typeof value === 'string' && /\d \d{2}:\d{2}$/.test(value);
}

export function isRepeated(query: Record<string, unknown>, name: string): boolean {
  return Array.isArray(query[name]);
}

function detail({ path, message, errorCode }: BrokenRule, query: Record<string, unknown>): ErrorDetail {
  const [, part = 'body', ...rest] = path.split('/');
  const where = places[part as keyof typeof places] ?? 'body';
  const keyword = errorCode?.split('.')[0] ?? 'invalid_request';
  const words = ruleInWords(keyword, message);
  if (where === 'body') {
    return { in: where, path: rest.length === 0 ? '' : `/${rest.join('/')}`, code: keyword, message: words };
  }
  const name = rest.join('/');
  if (where === 'query' && isRepeated(query, name)) {
    return { in: where, path: name, code: 'type', message: 'was given more than once' };
  }
  const hint =
    words === forms.time.says && lostPlus(query[name]) ? '; a plus sign in a query is written %2B' : '';
  return { in: where, path: name, code: keyword, message: words + hint };
}

/**
 * One detail for each place that is wrong. Of several rules broken in one place the last is the most telling: the values
 * allowed come after the type, the format after the pattern.
 */
export function errorDetails(
  broken: readonly BrokenRule[],
  query: Record<string, unknown>,
): readonly ErrorDetail[] {
  const ofPlaces = new Map(broken.map((rule) => [rule.path, detail(rule, query)]));
  return [...ofPlaces.values()];
}
