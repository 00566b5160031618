// Runs one burst of requests for each order that it receives over the IPC channel.
import autocannon from 'autocannon';
import type { LoadOrder, LoadResult } from './load.ts';

let sent = 0;

async function burst({
  url,
  connections,
  seconds,
  method,
  headers,
  paths,
  body,
}: LoadOrder): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
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
  const { '2xx': answered, non2xx, errors, duration } = result;
  return { answered, refused: non2xx + errors, seconds: duration };
}

process.on('message', async (order: LoadOrder) => {
  process.send?.(await burst(order));
});
