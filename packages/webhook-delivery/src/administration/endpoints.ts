import { createSecretBox, type Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordTestEvent } from '../outbox/test-event.ts';
import { isBackingOff } from '../queue/endpoint-gate.ts';
import { defaultRules } from '../queue/rules.ts';
import { discardExpired } from '../retention/discard-expired.ts';
import { newSigningSecret, sealSigningSecret } from '../secrets/signing-secret.ts';
import { createAllowList } from '../target/address.ts';
import { NameLookupError, RejectedTargetError } from '../target/target-error.ts';
import { parseTargetUrl } from '../target/target-url.ts';
import { createResolver, type NameServer, vetTarget } from '../target/vet-target.ts';
import { WebhookAdministrationError } from './administration-error.ts';
import type { Endpoint, EndpointId, Endpoints } from './endpoint.ts';
import { acceptableTypes } from './event-types.ts';
import { uuidOrNull } from './uuid-or-null.ts';

export interface EndpointsOptions {
  kysely: Kysely<Tables>;
  /** 32 bytes, the same as the dispatcher's. */
  secretKey: Uint8Array;
  /** The previous key, which still decrypts secrets. */
  formerSecretKey?: Uint8Array | undefined;
  /** Networks in CIDR notation to allow in addition to public addresses, even over http. For development and tests. */
  allowTargets?: readonly string[];
  /** The DNS server to use instead of the system's DNS servers. */
  resolver?: NameServer;
}

const columns = [
  'companyId',
  'id',
  'url',
  'eventTypes',
  'state',
  'stateReason',
  'stateChangedAt',
  'signatureMode',
  'maxInFlight',
  'rate',
  'consecutiveFailures',
  'failingSince',
  'lastErrorCode',
  'lastErrorText',
  'previousSecretUntil',
  'createdAt',
  'updatedAt',
] as const;

const pausedUntil = sql<string | null>`
  case when ${sql.raw(isBackingOff('webhook_endpoint'))} then webhook_endpoint.gate_until end
`.as('pausedUntil');

/** Administration of endpoints. Errors are `WebhookAdministrationError`. */
export function createEndpoints(options: EndpointsOptions): Endpoints {
  const { kysely } = options;
  const secretBox = createSecretBox(options.secretKey, options.formerSecretKey);
  const vetting = {
    allowed: createAllowList(options.allowTargets ?? []),
    resolver: createResolver(options.resolver),
    dnsTimeoutMs: defaultRules.dnsTimeoutMs,
  };

  /** Accepts host names that cannot be resolved at the moment, because every attempt checks the address again. */
  async function acceptableUrl(text: string): Promise<string> {
    try {
      const { url } = await vetTarget(text, vetting);
      return url.href;
    } catch (error) {
      if (error instanceof NameLookupError) return parseTargetUrl(text).href;
      if (error instanceof RejectedTargetError)
        throw new WebhookAdministrationError(error.code, error.message);
      throw error;
    }
  }

  const existing = ({ companyId, endpointId }: EndpointId, database: Kysely<Tables> = kysely) =>
    database
      .selectFrom('webhookEndpoint')
      .select(columns)
      .select(pausedUntil)
      .where('companyId', '=', companyId)
      .where('id', '=', asUuid(endpointId))
      .where('state', '<>', 'deleted');

  const change = ({ companyId, endpointId }: EndpointId, database: Kysely<Tables> = kysely) =>
    database
      .updateTable('webhookEndpoint')
      .set({ updatedAt: sql`now()` })
      .where('companyId', '=', companyId)
      .where('id', '=', asUuid(endpointId))
      .where('state', '<>', 'deleted');

  async function get(id: EndpointId): Promise<Endpoint> {
    return found(await existing(id).executeTakeFirst());
  }

  return {
    async create({ companyId, url, eventTypes, signatureMode = 'both', maxInFlight = null, rate = null }) {
      const endpointId = uuidv7();
      const secret = newSigningSecret();
      await kysely
        .insertInto('webhookEndpoint')
        .values({
          companyId,
          id: endpointId,
          url: await acceptableUrl(url),
          eventTypes: acceptableTypes(eventTypes),
          signatureMode,
          maxInFlight,
          rate,
          secret: sealSigningSecret(secretBox, secret, { companyId, endpointId }),
        })
        .execute();
      return { endpoint: await get({ companyId, endpointId }), secret };
    },

    async list(companyId) {
      const rows = await kysely
        .selectFrom('webhookEndpoint')
        .select(columns)
        .select(pausedUntil)
        .where('companyId', '=', companyId)
        .where('state', '<>', 'deleted')
        .orderBy('id')
        .execute();
      return rows.map(found);
    },

    get,

    async companyOf(endpointId) {
      const row = await kysely
        .selectFrom('webhookEndpoint')
        .select('companyId')
        .where('id', '=', asUuid(endpointId))
        .executeTakeFirst();
      return row?.companyId;
    },

    async update(id, { url, eventTypes, signatureMode, maxInFlight, rate }) {
      const changes = {
        ...(url !== undefined && { url: await acceptableUrl(url) }),
        ...(eventTypes !== undefined && { eventTypes: acceptableTypes(eventTypes) }),
        ...(signatureMode !== undefined && { signatureMode }),
        ...(maxInFlight !== undefined && { maxInFlight }),
        ...(rate !== undefined && { rate }),
      };
      await change(id).set(changes).execute();
      return get(id);
    },

    async pause(id) {
      await change(id)
        .set({ state: 'paused', stateReason: 'paused by hand', stateChangedAt: sql`now()` })
        .where('state', '=', 'active')
        .execute();
      return get(id);
    },

    async enable(id) {
      await change(id)
        .set({
          state: 'active',
          stateReason: null,
          stateChangedAt: sql`now()`,
          consecutiveFailures: 0,
          failingSince: null,
          lastErrorCode: null,
          lastErrorText: null,
          gateUntil: null,
          sendWindow: 1,
          releasePending: true,
        })
        .where('state', '<>', 'active')
        .execute();
      return get(id);
    },

    async rotateSecret({ companyId, endpointId }, { overlapHours = defaultRules.secretOverlapHours } = {}) {
      const id = { companyId, endpointId: asUuid(endpointId) };
      const secret = newSigningSecret();
      await change(id)
        .set((eb) => ({
          secret: sealSigningSecret(secretBox, secret, id),
          previousSecret: eb.ref('secret'),
          previousSecretUntil: sql<string>`now() + ${overlapHours} * interval '1 hour'`,
        }))
        .execute();
      return { endpoint: await get(id), secret };
    },

    async remove(id) {
      const { numUpdatedRows } = await change(id)
        .set({
          state: 'deleted',
          stateReason: 'deleted',
          stateChangedAt: sql`now()`,
          secret: '',
          previousSecret: null,
          previousSecretUntil: null,
        })
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw noEndpoint();
      while ((await discardExpired(kysely, { ...id, rules: defaultRules })) > 0);
    },

    async sendTest({ companyId, endpointId }) {
      const queued = await recordTestEvent(kysely, { companyId, endpointId: asUuid(endpointId) });
      if (!queued) throw noEndpoint();
      return queued;
    },

    async notices({ companyId, endpointId, limit = 50 }) {
      let matches = kysely.selectFrom('webhookNotice').where('companyId', '=', companyId);
      if (endpointId !== undefined) matches = matches.where('endpointId', '=', asUuid(endpointId));
      return matches
        .select(['id', 'endpointId', 'kind', 'consecutiveFailures', 'failingSince'])
        .select(['errorCode', 'errorText', 'createdAt'])
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },
  };
}

const noEndpoint = () => new WebhookAdministrationError('endpoint_not_found', 'There is no such endpoint.');

function asUuid(text: string): string {
  const id = uuidOrNull(text);
  if (id === null) throw noEndpoint();
  return id;
}

function found<Row extends { state: string }>(row: Row | undefined): Row & { state: Endpoint['state'] } {
  if (!row) throw noEndpoint();
  return row as Row & { state: Endpoint['state'] };
}
