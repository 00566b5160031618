import { quantile } from '../measure/statistics.ts';

/** A company whose requests are measured. */
export interface Visitor {
  url: string;
  headers: Record<string, string>;
  /** Default: a list of customers. */
  path?: string;
  /** Default: a GET. */
  request?: RequestInit;
}

/** Duration of one request in milliseconds. @throws Error unless the status is 200 */
async function visit({ url, headers, path = '/v1/customers?limit=50', request }: Visitor): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url + path, { ...request, headers });
  await response.arrayBuffer();
  if (response.status !== 200)
    throw new Error(`The other company got a response with status ${response.status}.`);
  return performance.now() - begun;
}

/**
 * Returns the 99th percentile of the duration of sequential requests. Sends at least `visits` requests, and continues until `other`
 * has finished.
 */
export async function slowest(visitor: Visitor, visits: number, other?: Promise<unknown>): Promise<number> {
  let isOver = other === undefined;
  void other?.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (times.length < visits || !isOver) times.push(await visit(visitor));
  return quantile(times, 0.99);
}
