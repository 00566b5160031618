import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from './visitor.ts';

/** The service with default limits, before the case has created its companies. */
export interface CaseStage {
  /** For example `http://127.0.0.1:40123`. */
  url: string;
  databaseUrl: string;
  /** URL of the database for a superuser. */
  administratorUrl: string;
}

/** The load that one company, or a client without a key, causes while another company's requests are measured. */
export interface FairnessCase {
  /** The beginning of the name of the figure. Default: "a company while another". */
  measured?: string;
  /** Its end: what the other company does. */
  name: string;
  /** Creates the records that the case needs. */
  prepare(stage: CaseStage): Promise<Load | LoadAndVisitor>;
}

/** Sends requests until the signal is aborted. Rejects if a response is not as expected. */
export type Load = (signal: AbortSignal) => Promise<void>;

export interface LoadAndVisitor {
  load: Load;
  /** Whose requests are measured, instead of another company's that lists customers. */
  visitor: Visitor;
}

/** The default rate limit of an API key: 600 requests per minute. */
export const perSecondOfKey = 10;

/**
 * Sends requests at a fixed rate, without waiting for their responses, until the signal is aborted. Then waits for all responses.
 *
 * @throws the error of the first failed request
 */
export async function paced(
  perSecond: number,
  signal: AbortSignal,
  send: () => Promise<unknown>,
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const begun = performance.now();
  while (!signal.aborted) {
    sent.push(send());
    const due = begun + (sent.length * 1000) / perSecond;
    await Promise.race([sleep(Math.max(0, due - performance.now())), Promise.all(sent).then(forever)]);
  }
  await Promise.all(sent);
}

/** Sends a request as soon as the previous one has ended, until the signal is aborted. */
export async function repeated(signal: AbortSignal, send: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) await send();
}

const forever = () => new Promise<never>(() => {});

/** Sends a request and reads its response. @throws Error if its status is none of the expected ones */
export async function expectStatus(
  expected: readonly number[],
  url: string,
  options: RequestInit,
): Promise<void> {
  const response = await fetch(url, options);
  if (!expected.includes(response.status)) {
    const text = await response.text();
    throw new Error(`${options.method ?? 'GET'} ${url}: ${response.status} ${text.slice(0, 500)}`);
  }
  // Decoding megabytes at once would delay the measured requests of this process.
  for await (const _chunk of response.body ?? []);
}
