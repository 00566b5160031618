import type { Form } from '../contract.ts';

/** The rule that a value breaks, in words for a person, from a keyword of JSON Schema and what Ajv says. */
export type RuleWords = (keyword: string, message: string) => string;

/** @param forms the words for each format and each regular expression of the contract, which nobody wants to read in a message */
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
      return words.get(quoted) ?? 'is not written in the form that the contract describes';
    }
    return message.replace(',null', ' or null');
  };
}
