// Runs one burst of requests for each command that it receives over the IPC channel.
import autocannon from 'autocannon';
import type { Burst, BurstResult, LoadOrder, LoadResult } from './load.ts';

let sent = 0;

async function send(order: LoadOrder | Burst): Promise<LoadResult & BurstResult> {
  const { url, connections, method, headers, paths, body } = order;
  const result = await autocannon({
    url,
    connections,
    ...('amount' in order ? { amount: order.amount } : { duration: order.seconds }),
    sampleInt: 50,
    requests: [
      {
        method,
        headers,
        setupRequest(request) {
          sent += 1;
          const path = paths[sent % paths.length] ?? '/';
          return { ...request, path, ...(body && { body: body.replace('{n}', String(sent)) }) };
        },
      },
    ],
  });
  const { '2xx': succeeded, non2xx, errors, duration } = result;
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]),
  );
  return { succeeded, failed: non2xx + errors, seconds: duration, statuses };
}

process.on('message', async (order: LoadOrder | Burst) => {
  process.send?.(await send(order));
});
