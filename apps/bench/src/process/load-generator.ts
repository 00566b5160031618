// Sends the requests of one order for each message that it receives over the IPC channel.
import autocannon from 'autocannon';
import type { LoadOrder, LoadResult } from './load.ts';

let sent = 0;

process.on('message', async ({ method, requests, body, ...options }: LoadOrder) => {
  const setupRequest = (request: autocannon.Request) => {
    sent += 1;
    const next = { ...request, ...requests[sent % requests.length] };
    return body === undefined ? next : { ...next, body: body.replace('{n}', String(sent)) };
  };
  const result = await autocannon({ ...options, sampleInt: 50, requests: [{ method, setupRequest }] });
  const { '2xx': succeeded, non2xx, errors, statusCodeStats = {} } = result;
  const reply: LoadResult = { succeeded, failed: non2xx + errors, statuses: Object.keys(statusCodeStats) };
  process.send?.(reply);
});
