import type { EventType } from '@pv-planning/contract';
import {
  defaultRules,
  type Endpoint,
  type SignatureMode,
  signatureModes,
} from '@pv-planning/webhook-delivery';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Run } from '../../command-output.ts';
import { table } from '../../table.ts';
import { eventTypeList, limit, wholeNumber } from '../arguments.ts';
import { onEndpoint, ownedEndpoint } from './owner.ts';
import { addWebhookFailureCommands } from './webhook-failures.ts';

interface Limits {
  maxInFlight?: number | 'none';
  rate?: number | 'none';
}

interface EndpointOptions {
  url: string;
  events: (EventType | '*')[];
  signature: SignatureMode;
}

const urlHelp = 'target of the events: a public https:// URL';
const eventsHelp = "event types separated by commas, or '*' for all, including future types";

function signatureOption(): Option {
  return new Option('--signature <encoding>', 'encoding of the signatures').choices(signatureModes);
}

const maxInFlightOption = new Option(
  '--max-in-flight <count>',
  "maximum number of concurrent deliveries, or 'none'",
).argParser(limit(defaultRules.maxInFlightPerEndpoint));

const rateOption = new Option(
  '--rate <count>',
  "maximum number of deliveries per second, or 'none'",
).argParser(limit(10_000));

function summary({ id, state, url, eventTypes, maxInFlight, rate }: Endpoint): string {
  const limits = [
    maxInFlight !== null && `, at most ${maxInFlight} concurrently`,
    rate !== null && `, at most ${rate} per second`,
  ];
  return `Endpoint ${id} (${state}) receives ${eventTypes.join(', ')} at ${url}${limits.filter(Boolean).join('')}`;
}

const stored = (limit: number | 'none') => (limit === 'none' ? null : limit);

const storedLimits = ({ maxInFlight, rate }: Limits) => ({
  ...(maxInFlight !== undefined && { maxInFlight: stored(maxInFlight) }),
  ...(rate !== undefined && { rate: stored(rate) }),
});

const lastError = ({ lastErrorCode, lastErrorText }: Endpoint) =>
  [lastErrorCode, lastErrorText].filter(Boolean).join(' ') || null;

const limitText = (limit: number | null) => (limit === null ? '' : `≤ ${limit}`);

const secretShown = (secret: string) => `Signing secret (shown only once):\n${secret}`;

export function addWebhookCommands(program: Command, run: Run): void {
  const webhook = program.command('webhook').description('Webhook endpoints and their event types.');

  webhook
    .command('create')
    .description('Add an endpoint. Its signing secret is shown once.')
    .requiredOption('--company <id>', 'id of the company whose events it receives')
    .requiredOption('--url <url>', urlHelp)
    .requiredOption('--events <list>', eventsHelp, eventTypeList)
    .addOption(signatureOption().default('both'))
    .addOption(maxInFlightOption)
    .addOption(rateOption)
    .addHelpText(
      'after',
      `
Examples:
  npm run admin -- webhook create --company 1 --url https://crm.example/webhooks --events '*'
  npm run admin -- webhook create --company 1 --url https://crm.example/webhooks \\
    --events customer.created,customer.updated
In development, with the same setting as the server:
  WEBHOOK_ALLOW_TARGETS=127.0.0.0/8 npm run admin -- webhook create --company 1 \\
    --url http://127.0.0.1:9000/webhooks --events '*'`,
    )
    .action(
      ({ company, url, events, signature, ...limits }: EndpointOptions & Limits & { company: string }) =>
        run(async ({ administration, endpoints }) => {
          const companyId = await administration.requireCompany(company);
          const created = await endpoints.create({
            companyId,
            url,
            eventTypes: events,
            signatureMode: signature,
            ...storedLimits(limits),
          });
          const { endpoint, secret } = created;
          return { json: { id: endpoint.id, secret }, text: `${summary(endpoint)}\n${secretShown(secret)}` };
        }),
    );

  webhook
    .command('list')
    .description("List a company's endpoints.")
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company }: { company: string }) =>
      run(async ({ administration, endpoints }) => {
        const list = await endpoints.list(await administration.requireCompany(company));
        const text = table(list, {
          ID: ({ id }) => id,
          STATE: ({ state, stateReason }) => (stateReason ? `${state} (${stateReason})` : state),
          URL: ({ url }) => url,
          EVENTS: ({ eventTypes }) => eventTypes.join(','),
          SIGNATURE: ({ signatureMode }) => signatureMode,
          'IN FLIGHT': ({ maxInFlight }) => limitText(maxInFlight),
          'PER SECOND': ({ rate }) => limitText(rate),
          'FAILED IN A ROW': ({ consecutiveFailures }) => String(consecutiveFailures),
          'PAUSED UNTIL': ({ pausedUntil }) => pausedUntil,
          'LAST ERROR': lastError,
        });
        return { json: list, text };
      }),
    );

  onEndpoint(webhook, 'update', 'Change the URL, the event types, the signature encoding or the limits.')
    .option('--url <url>', `${urlHelp}; also receives queued events`)
    .option('--events <list>', `${eventsHelp}; applies to new events`, eventTypeList)
    .addOption(signatureOption())
    .addOption(maxInFlightOption)
    .addOption(rateOption)
    .addHelpText(
      'after',
      `
Examples:
  npm run admin -- webhook update 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6d --events project.created,project.updated
  npm run admin -- webhook update 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6d --max-in-flight 4 --rate 20`,
    )
    .action(
      (id: string, { company, ...changes }: Partial<EndpointOptions> & Limits & { company?: string }) => {
        if (Object.keys(changes).length === 0) {
          throw new InvalidArgumentError(
            'Nothing to change: specify --url, --events, --signature, --max-in-flight or --rate.',
          );
        }
        const { events: eventTypes, signature: signatureMode, url, ...limits } = changes;
        return run(async (session) => {
          const changed = await session.endpoints.update(await ownedEndpoint(session, id, company), {
            ...(url !== undefined && { url }),
            ...(eventTypes && { eventTypes }),
            ...(signatureMode && { signatureMode }),
            ...storedLimits(limits),
          });
          await session.wakeDispatchers(changed.companyId);
          return { json: changed, text: summary(changed) };
        });
      },
    );

  onEndpoint(webhook, 'pause', 'Stop sending. Events are queued until "webhook enable".').action(
    (id: string, { company }: { company?: string }) =>
      run(async (session) => {
        const paused = await session.endpoints.pause(await ownedEndpoint(session, id, company));
        return { json: paused, text: summary(paused) };
      }),
  );

  onEndpoint(
    webhook,
    'enable',
    'Resume sending after a pause or repeated failures, starting with queued events.',
  ).action((id: string, { company }: { company?: string }) =>
    run(async (session) => {
      const enabled = await session.endpoints.enable(await ownedEndpoint(session, id, company));
      await session.wakeDispatchers(enabled.companyId);
      return { json: enabled, text: summary(enabled) };
    }),
  );

  onEndpoint(
    webhook,
    'rotate-secret',
    'Create a new signing secret, which is shown once. The previous one stays valid during the overlap; older ones become invalid immediately.',
  )
    .option(
      '--overlap-hours <hours>',
      'number of hours during which deliveries are also signed with the old secret',
      wholeNumber(0, 168),
      24,
    )
    .addHelpText(
      'after',
      `
Example without an overlap:
  npm run admin -- webhook rotate-secret 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6d --overlap-hours 0`,
    )
    .action((id: string, { company, overlapHours }: { company?: string; overlapHours: number }) =>
      run(async (session) => {
        const owned = await ownedEndpoint(session, id, company);
        const { endpoint, secret } = await session.endpoints.rotateSecret(owned, { overlapHours });
        const { previousSecretUntil } = endpoint;
        const oldSecretText =
          overlapHours > 0
            ? `Deliveries are also signed with the old secret until ${previousSecretUntil}.`
            : 'The old secret is no longer used.';
        return {
          json: { id, secret, previousSecretUntil },
          text: `${secretShown(secret)}\n${oldSecretText}`,
        };
      }),
    );

  onEndpoint(webhook, 'delete', 'Delete an endpoint and discard its queued deliveries.').action(
    (id: string, { company }: { company?: string }) =>
      run(async (session) => {
        await session.endpoints.remove(await ownedEndpoint(session, id, company));
        return { json: { id }, text: `Endpoint ${id} is deleted.` };
      }),
  );

  addWebhookFailureCommands(webhook, run);
}
