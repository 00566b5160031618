import type { Contract } from './contract.ts';
import type { Variant } from './fields.ts';
import type { Address } from './links.ts';

/** A page of the site before it is written as HTML, Markdown and records of the search. All texts are Markdown. */
export interface Page {
  /** Such as `operations/createCustomer.html`. */
  address: Address;
  kind: 'overview' | 'guide' | 'recipe' | 'operation' | 'event' | 'error' | 'resource' | 'list';
  title: string;
  /** One sentence, for the search and for search engines. */
  description: string;
  /** The document to whose names the texts refer. */
  contract: Contract;
  route?: { method: string; path: string };
  /** Further words by which the search finds the page. */
  words?: readonly string[];
  intro: Block[];
  /** Beside the text on wide screens, before `main` on narrow ones. */
  side?: Block[];
  main: Block[];
  form?: TryForm;
}

export type Block =
  | string
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'contents'; headings: { level: number; id: string; text: string }[] }
  | { kind: 'fields'; variants: Variant[] }
  /** The same thing in several languages; one is shown. */
  | { kind: 'samples'; samples: Sample[] }
  | { kind: 'examples'; label: string; examples: { title: string; value: unknown }[] };

export type Fact = [label: string, text: string];

export interface Sample {
  label: string;
  /** The language of the code block in Markdown. */
  language: string;
  code: string;
}

/** The form that sends a request of an operation. */
export interface TryForm {
  method: string;
  path: string;
  /** Whether the request has an API key. */
  secured: boolean;
  parameters: { name: string; in: string; required: boolean; type: string; example: string }[];
  body?: unknown;
}
