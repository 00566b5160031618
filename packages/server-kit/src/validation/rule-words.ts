import type { Form } from '../contract.ts';

/** Describes the rule that a value violates, given the JSON Schema keyword and Ajv's message. */
export type RuleWords = (keyword: string, message: string) => string;

/** @param forms descriptions of the formats and patterns of the contract */
export function ruleWords(forms: Readonly<Record<string, Form>>): RuleWords {
  const words = new Map(
    Object.values(forms).flatMap(({ format, pattern, says }) => [
      [format, says],
      [pattern, says],
    ]),
  );
  return (keyword, message) => {
    if (keyword === 'pattern' || keyword === 'format') {
      const quoted = message.slice(message.indexOf('"') + 1, -1);
      return words.get(quoted) ?? 'does not have the required format';
    }
    return message.replace(',null', ' or null');
  };
}
