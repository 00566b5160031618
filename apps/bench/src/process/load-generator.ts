// Runs one burst of requests for each command that it receives over the IPC channel.
import autocannon from 'autocannon';
import type { Appointments, Burst, BurstResult, LoadOrder, LoadResult } from './load.ts';

let sent = 0;

const minuteMs = 60_000;

function withAppointment(body: string, number: number, { people, from, minutes }: Appointments): string {
  const turn = Math.floor(number / people.length);
  return body
    .replace('{person}', people[number % people.length] ?? '')
    .replace('{startsAt}', new Date(Date.parse(from) + turn * minutes * minuteMs).toISOString());
}

function bodyOf({ body, appointments }: Pick<LoadOrder, 'body' | 'appointments'>, number: number) {
  const numbered = body?.replace('{n}', String(number));
  return numbered && appointments ? withAppointment(numbered, number, appointments) : numbered;
}

async function send(order: LoadOrder | Burst): Promise<LoadResult & BurstResult> {
  const { url, connections, method, headers, apiKeys = [], paths } = order;
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
          const body = bodyOf(order, sent);
          const key = apiKeys[sent % apiKeys.length];
          const authorized = key && { headers: { ...headers, authorization: `Bearer ${key}` } };
          return { ...request, ...authorized, path, ...(body && { body }) };
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
