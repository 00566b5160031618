import type { ValueFormat } from '../contract/contract.ts';
import type { RuleParams, ViolatedRule } from './rule-violation.ts';

/** Returns a message for callers: the requirement that a value does not meet. */
export type RuleMessages = (rule: ViolatedRule) => string;

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function atMost({ limit = 0 }: RuleParams, noun: string): string {
  return `must have at most ${limit} ${noun}${limit === 1 ? '' : 's'}`;
}

function atLeast({ limit = 0 }: RuleParams, noun: string): string {
  return limit === 1 ? 'must not be empty' : `must have at least ${limit} ${noun}s`;
}

function typeNames(type: string | readonly string[] = []): string {
  return [type]
    .flat()
    .join(',')
    .replace(/,null$/, ' or null');
}

/** Messages by keyword. Other keywords have Ajv's messages. */
const messages: Readonly<Record<string, (params: RuleParams) => string>> = {
  additionalProperties: () => 'is not a field of this request',
  required: () => 'is required',
  type: ({ type }) => `must be ${typeNames(type)}`,
  enum: ({ allowedValues = [] }) => `must be one of ${alternatives.format(allowedValues.map(String))}`,
  minLength: (params) => atLeast(params, 'character'),
  maxLength: (params) => atMost(params, 'character'),
  minItems: (params) => atLeast(params, 'item'),
  maxItems: (params) => atMost(params, 'item'),
  maxProperties: (params) => atMost(params, 'field'),
  uniqueItems: () => 'must not have the same item twice',
};

/** @param formats the formats and patterns of the contract, which have messages of their own */
export function ruleMessages(formats: Readonly<Record<string, ValueFormat>>): RuleMessages {
  const byFormat = new Map(Object.values(formats).map(({ format, says }) => [format, says]));
  const byPattern = new Map(Object.values(formats).map(({ pattern, says }) => [pattern, says]));
  const unknownFormat = 'does not have the required format';
  return ({ keyword, params, message = '' }) => {
    if (keyword === 'format') return byFormat.get(params.format) ?? unknownFormat;
    if (keyword === 'pattern') return byPattern.get(params.pattern) ?? unknownFormat;
    return messages[keyword]?.(params) ?? message;
  };
}
