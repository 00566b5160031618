import type { KnownStatement } from '@pv-planning/database/testing';

/** The statements of delivery that cannot run on distributed tables yet. */
export const knownStatements: readonly KnownStatement[] = [
  {
    begins: 'select endpoint.company_id from webhook_endpoint as endpoint cross join lateral',
    breaks: ['from-in-subquery'],
  },
  {
    begins: 'select endpoint.id, endpoint.url, endpoint.signature_mode, endpoint.secret, case',
    breaks: ['from-in-subquery'],
  },
  {
    begins:
      'with gone as ( delete from webhook_delivery as delivery where delivery.company_id = $1::bigint and',
    breaks: ['immutable-in-case', 'from-in-subquery', 'searched-case'],
  },
  {
    begins:
      'update webhook_delivery as delivery set attempts = delivery.attempts + 1, lease_token = null, due_at',
    breaks: ['immutable-beside-column', 'searched-case'],
  },
  {
    begins: 'with gone as ( delete from webhook_delivery as delivery using json_to_recordset',
    breaks: ['searched-case'],
  },
  {
    begins: 'update webhook_endpoint as endpoint set consecutive_failures =',
    breaks: ['immutable-in-case', 'immutable-beside-column'],
  },
  {
    begins: 'select count(*)::double precision as value from ( select from webhook_endpoint as endpoint join',
    breaks: ['one-company'],
  },
  {
    begins:
      'update webhook_delivery set lease_token = null, due_at = case when attempts > budget_from then now()',
    breaks: ['immutable-in-case', 'immutable-beside-column'],
  },
  {
    begins: "update webhook_delivery set trigger = 'manual', due_at = least(due_at, now()), budget_from",
    breaks: ['immutable-beside-column'],
  },
];
