import type { Attempt, Delivery } from '@pv-planning/webhook-delivery';
import { type Command, Option } from 'commander';
import type { Run } from '../../command-output.ts';
import { table } from '../../table.ts';
import { wholeNumber } from '../arguments.ts';
import { companyGuard, ownedDelivery, ownedEndpoint } from './owner.ts';

interface ListOptions {
  endpoint: string;
  company?: string;
  status?: Delivery['status'];
  limit: number;
  offset: number;
}

const statuses: readonly Delivery['status'][] = ['pending', 'delivered', 'exhausted', 'discarded'];

function result({ errorCode, errorText, responseStatus }: Attempt): string | null {
  const parts = [responseStatus && String(responseStatus), errorCode, errorText].filter(Boolean);
  return parts.join(' ') || null;
}

function attemptLines(attempts: readonly Attempt[]): string {
  if (attempts.length === 0) return '  no attempt yet';
  const lines = table(attempts, {
    ATTEMPT: ({ attemptNumber, trigger }) => `${attemptNumber} ${trigger}`,
    STARTED: ({ startedAt }) => startedAt,
    DURATION: ({ durationMs }) => (durationMs === null ? null : `${durationMs} ms`),
    OUTCOME: ({ outcome }) => outcome,
    RESPONSE: result,
    'NEXT ATTEMPT': ({ nextAttemptAt }) => nextAttemptAt,
  });
  return lines.replaceAll(/^/gm, '  ');
}

function details({ id, eventType, eventId, eventCreatedAt, status, dueAt, attempts }: Delivery): string {
  const due = dueAt === null ? '' : `, due ${dueAt}`;
  return `${id}  ${status}${due}\n  ${eventType} ${eventId} of ${eventCreatedAt}\n${attemptLines(attempts)}`;
}

export function addDeliveryCommands(program: Command, run: Run): void {
  const delivery = program.command('delivery').description('Deliveries of events to webhook endpoints.');

  delivery
    .command('list')
    .description("List an endpoint's deliveries with all attempts, newest events first.")
    .requiredOption('--endpoint <id>', 'id of the endpoint, see "webhook list"')
    .option(...companyGuard)
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(statuses))
    .option('--limit <count>', 'maximum number', wholeNumber(1, 1000), 50)
    .option('--offset <count>', 'number to skip', wholeNumber(0, 1_000_000), 0)
    .addHelpText(
      'after',
      `
Example:
  npm run admin -- delivery list --endpoint 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6d --status exhausted`,
    )
    .action(({ endpoint, company, ...filter }: ListOptions) =>
      run(async (session) => {
        const owned = await ownedEndpoint(session, endpoint, company);
        const list = await session.deliveries.list({ ...owned, ...filter });
        const text = list.map(details).join('\n\n') || 'No deliveries found.';
        const { pausedUntil, consecutiveFailures } = await session.endpoints.get(owned);
        const pause = `The endpoint is paused until ${pausedUntil}, after failed attempts in a row: ${consecutiveFailures}.`;
        return { json: list, text: pausedUntil === null ? text : `${pause}\n\n${text}` };
      }),
    );

  delivery
    .command('redeliver')
    .description('Send the event of a delivery again, regardless of its status.')
    .argument('<id>', 'id of the delivery, see "delivery list"')
    .option(...companyGuard)
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- delivery redeliver 5f0c1c3e-8a55-4c0e-9a0c-2f7d1d3b7a10',
    )
    .action((id: string, { company }: { company?: string }) =>
      run(async (session) => {
        const owned = await ownedDelivery(session, id, company);
        await session.deliveries.redeliver(owned);
        await session.wakeDispatchers(owned.companyId);
        return { json: { id }, text: `Delivery ${id} will be sent again as soon as a server is running.` };
      }),
    );
}
