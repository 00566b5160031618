import type { Notice } from '@pv-planning/webhook-delivery';
import type { Command } from 'commander';
import type { Run } from '../../command-output.ts';
import { table } from '../../table.ts';
import { pointInTime, wholeNumber } from '../arguments.ts';
import { onEndpoint, ownedEndpoint } from './owner.ts';

interface RecoverOptions {
  since: string;
  until?: string;
  company?: string;
}

interface NoticeOptions {
  company: string;
  endpoint?: string;
  limit: number;
}

const lastError = ({ errorCode, errorText }: Notice) =>
  [errorCode, errorText].filter(Boolean).join(' ') || null;

/** Adds the commands for failing endpoints: notices, test events, redelivery. */
export function addWebhookFailureCommands(webhook: Command, run: Run): void {
  webhook
    .command('notices')
    .description('List endpoints that failed repeatedly or were disabled, newest first.')
    .requiredOption('--company <id>', 'id of the company')
    .option('--endpoint <id>', 'only notices of this endpoint')
    .option('--limit <count>', 'maximum number', wholeNumber(1, 1000), 50)
    .action(({ company, endpoint: endpointId, limit }: NoticeOptions) =>
      run(async ({ administration, endpoints }) => {
        const companyId = await administration.requireCompany(company);
        const notices = await endpoints.notices({
          companyId,
          limit,
          ...(endpointId !== undefined && { endpointId }),
        });
        const text = table(notices, {
          TIME: ({ createdAt }) => createdAt,
          ENDPOINT: ({ endpointId }) => endpointId,
          IS: ({ kind }) => kind,
          'FAILED IN A ROW': ({ consecutiveFailures }) => String(consecutiveFailures),
          'FAILING SINCE': ({ failingSince }) => failingSince,
          'LAST ERROR': lastError,
        });
        return { json: notices, text };
      }),
    );

  onEndpoint(
    webhook,
    'test',
    'Send an event of type "endpoint.test" to this endpoint, regardless of its state.',
  )
    .addHelpText('after', '\nExample:\n  npm run admin -- webhook test 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6d')
    .action((id: string, { company }: { company?: string }) =>
      run(async (session) => {
        const endpoint = await ownedEndpoint(session, id, company);
        const test = await session.endpoints.sendTest(endpoint);
        await session.wakeDispatchers(endpoint.companyId);
        const text = [
          `Test event ${test.eventId} will be sent as soon as a server is running. To see the result:`,
          `npm run admin -- delivery list --endpoint ${id} --limit 1`,
        ];
        return { json: test, text: text.join('\n') };
      }),
    );

  onEndpoint(
    webhook,
    'recover',
    'Send all exhausted deliveries again, each with the full number of attempts.',
  )
    .requiredOption(
      '--since <time>',
      'only deliveries exhausted at or after this time, for example the FAILING SINCE time of a notice',
      pointInTime,
    )
    .option('--until <time>', 'only deliveries exhausted before this time', pointInTime)
    .addHelpText(
      'after',
      `
Enable a disabled endpoint first with "webhook enable".

Example:
  npm run admin -- webhook recover 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6d --since 2026-11-20T08:00:00Z`,
    )
    .action((id: string, { company, since, until }: RecoverOptions) =>
      run(async (session) => {
        const owned = await ownedEndpoint(session, id, company);
        const recovered = await session.deliveries.recover({ ...owned, since, until });
        await session.wakeDispatchers(owned.companyId);
        const { state } = await session.endpoints.get(owned);
        const when =
          state === 'active'
            ? 'as soon as a server is running'
            : `once the endpoint, now ${state}, is enabled`;
        return { json: { id, recovered }, text: `Deliveries to be sent again ${when}: ${recovered}.` };
      }),
    );
}
