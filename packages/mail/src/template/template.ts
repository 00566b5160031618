import { MailError } from '../mail-error.ts';

/** A name and a value. `typed`: a person has typed the value, so it is not changed. */
export type Fact<Value = string | null> = readonly [name: string, value: Value, typed?: 'typed' | undefined];

/** A part of a mail. `renderText` and `renderHtml` render it. */
export type Block =
  | { kind: 'paragraph'; text: string; isTyped?: true }
  /** Names and values, one per line. */
  | { kind: 'facts'; facts: readonly Fact<string>[] }
  /** A text written by a person, possibly in several lines. */
  | { kind: 'quote'; text: string }
  | { kind: 'link'; label: string; url: string };

/** The content of a mail without its layout. */
export interface Template {
  language: 'de' | 'en';
  subject: string;
  blocks: readonly Block[];
  /** The sender's name, address and register entry, below the content. */
  imprint: readonly string[];
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

/** Creates a paragraph with words that a person has typed, such as a name, which are not changed. */
export const typedParagraph = (text: string): Block => ({ kind: 'paragraph', text, isTyped: true });

/** Creates a block of facts, omitting those that are null. */
export function facts(rows: readonly Fact[]): Block {
  return {
    kind: 'facts',
    facts: rows.flatMap(([name, value, typed]) => (value === null ? [] : [[name, value, typed] as const])),
  };
}

export const quote = (text: string): Block => ({ kind: 'quote', text });

/** @throws {MailError} for a URL other than http and https */
export function link(label: string, url: string): Block {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/u.test(url))
    throw new MailError('The URL of a link must begin with https://.');
  return { kind: 'link', label, url };
}
