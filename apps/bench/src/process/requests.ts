import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../measure/figure.ts';

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

/** Sends requests at a fixed rate until the signal is aborted, then waits for their responses. Rejects if one fails. */
export async function paced(perSecond: number, signal: AbortSignal, send: () => Promise<unknown>) {
  const sent: Promise<unknown>[] = [];
  const failed = Promise.withResolvers<never>();
  const begun = performance.now();
  while (!signal.aborted) {
    sent.push(send().catch(failed.reject));
    const due = begun + (sent.length * 1000) / perSecond;
    await Promise.race([sleep(Math.max(0, due - performance.now())), failed.promise]);
  }
  await Promise.race([Promise.all(sent), failed.promise]);
}

/** Sends a request as soon as the previous one has ended, until the signal is aborted. */
export async function repeated(signal: AbortSignal, send: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) await send();
}

/** Requests of one company, whose duration is measured. */
export interface Visitor extends RequestInit {
  url: string;
}

/**
 * Returns the 99th percentile of the duration in milliseconds of at least so many requests, one after the other.
 *
 * @param visitor or a function that returns a new one for each request
 */
export async function slowest(
  visitor: Visitor | (() => Visitor),
  visits: number,
  seconds = 0,
): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (times.length < visits || performance.now() < end) {
    const { url, ...options } = typeof visitor === 'function' ? visitor() : visitor;
    const begun = performance.now();
    await expectStatus([200], url, options);
    times.push(performance.now() - begun);
  }
  return quantile(times, 0.99);
}
