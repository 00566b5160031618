import type { ValueFormat } from '../contract.ts';

/** Describes the rule that a value violates, given the JSON Schema keyword and Ajv's message. */
export type RuleWords = (keyword: string, message: string) => string;

const atMost = (limit: number, what: string) => `must have at most ${limit} ${what}${limit === 1 ? '' : 's'}`;

const atLeast = (limit: number, what: string) =>
  limit === 1 ? 'must not be empty' : `must have at least ${limit} ${what}s`;

/** By keyword: words instead of Ajv's, given the number in Ajv's message. */
const keywordWords: Readonly<Record<string, (limit: number) => string>> = {
  additionalProperties: () => 'is not a field of this request',
  required: () => 'is required',
  minLength: (limit) => atLeast(limit, 'character'),
  maxLength: (limit) => atMost(limit, 'character'),
  minItems: (limit) => atLeast(limit, 'item'),
  maxItems: (limit) => atMost(limit, 'item'),
  maxProperties: (limit) => atMost(limit, 'field'),
  uniqueItems: () => 'must not have the same item twice',
};

/** @param formats descriptions of the formats and patterns of the contract */
export function ruleWords(formats: Readonly<Record<string, ValueFormat>>): RuleWords {
  const words = new Map(
    Object.values(formats).flatMap(({ format, pattern, says }) => [
      [format, says],
      [pattern, says],
    ]),
  );
  return (keyword, message) => {
    if (keyword === 'pattern' || keyword === 'format') {
      const quoted = message.slice(message.indexOf('"') + 1, -1);
      return words.get(quoted) ?? 'does not have the required format';
    }
    const inWords = keywordWords[keyword];
    return inWords ? inWords(Number(/\d+/.exec(message)?.[0])) : message.replace(',null', ' or null');
  };
}
