import type { Guard } from '../guard.ts';

const delivery = 'packages/webhook-delivery/src';
const dispatch = `${delivery}/dispatch`;
const deliveryTests = 'packages/webhook-delivery/test';

export const webhookDeliveryGuards: readonly Guard[] = [
  {
    name: 'a company whose rows are locked leaves the group of its statement',
    file: `${delivery}/sql/statement-groups.ts`,
    find: 'const lockMs = 100;',
    replace: 'const lockMs = 60_000;',
    tests: [`${deliveryTests}/statement-groups`],
  },
  {
    name: 'nothing is leased with its event for a paused endpoint',
    file: `${delivery}/outbox/record-leased.ts`,
    find: "endpoint.state = 'active' and not endpoint.release_pending\n        and ",
    replace: '',
    tests: [`${deliveryTests}/immediate-sending`],
  },
  {
    name: 'a commit that takes long does not send its events immediately',
    file: `${dispatch}/loops/immediate-sending.ts`,
    find: 'const sent = isLate || !',
    replace: 'const sent = !',
    tests: [`${deliveryTests}/immediate-sending`],
  },
  {
    name: 'leases of a commit without confirmation are handed back',
    file: `${dispatch}/loops/immediate-sending.ts`,
    find: '      options.handBack(reserved);\n',
    replace: '',
    tests: [`${deliveryTests}/immediate-sending`],
  },
  {
    name: 'a dispatcher that has lost its own connection gives the others time to return',
    file: `${delivery}/queue/live-dispatchers.ts`,
    find: 'isLocked && nowMs - regainedMs >= graceAfterLossMs ? graceMs : graceAfterLossMs',
    replace: 'nowMs - regainedMs >= 0 ? graceMs : graceAfterLossMs',
    tests: [`${deliveryTests}/live-dispatchers`],
  },
  {
    name: 'a stopping dispatcher releases claimed deliveries that it has not sent',
    file: `${dispatch}/claim/hand-back.ts`,
    find: 'if (leases.length === 0) return;',
    replace: 'return;',
    tests: [`${deliveryTests}/graceful-stop`],
  },
  {
    name: 'the in-flight limit of an endpoint applies to all dispatchers together',
    file: `${dispatch}/claim/claim-statement.ts`,
    find: 'case when limited.in_flight_limit is not null then',
    replace: 'case when false then',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'the endpoints of a company are served in rotation',
    file: `${dispatch}/claim/claim-statement.ts`,
    find: 'order by endpoint.claim_number',
    replace: 'order by endpoint.id',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'companies are served in rotation',
    file: `${dispatch}/claim/due-companies.ts`,
    find: 'order by min(endpoint.served_at)',
    replace: 'order by endpoint.company_id',
    tests: [`${deliveryTests}/fair-shares`],
  },
  {
    name: 'pauses end after the clock of the database was set back',
    file: `${dispatch}/claim/endpoint-conditions.ts`,
    find: "endpoint.served_at < now() + interval '1 second'",
    replace: 'true',
    tests: [`${deliveryTests}/database-clock`],
  },
  {
    name: 'a company leaves slots for attempts to others',
    file: `${dispatch}/capacity/in-flight-slots.ts`,
    find: 'Math.ceil((maxInFlight - ofOthers) * share)',
    replace: 'Math.ceil(maxInFlight * share)',
    tests: [`${deliveryTests}/in-flight-slots`],
  },
  {
    name: 'endpoints that stop responding get fewer concurrent requests',
    file: `${dispatch}/capacity/endpoint-window.ts`,
    find: 'nextMs() < performance.now()',
    replace: 'false',
    tests: [`${deliveryTests}/endpoint-window`],
  },
  {
    name: 'an attempt is counted once and only under its lease',
    file: `${dispatch}/results/save-results.ts`,
    find: 'results.filter(isSettled)',
    replace: 'isSettled && [...results]',
    tests: [`${deliveryTests}/consecutive-failures`],
  },
  {
    name: 'failures at a locked endpoint do not delay those of other companies',
    file: `${dispatch}/results/save-results.ts`,
    find: 'const lockMs = 500;',
    replace: 'const lockMs = 600_000;',
    tests: [`${deliveryTests}/consecutive-failures`],
  },
  {
    name: 'the timeout of an attempt includes the DNS lookup',
    file: `${dispatch}/send/attempt.ts`,
    find: 'deadline: begun + rules.timeoutMs',
    replace: 'deadline: performance.now() + rules.timeoutMs',
    tests: [`${deliveryTests}/slow-receivers`],
  },
  {
    name: 'expired deliveries are discarded before anything is sent',
    file: `${dispatch}/claim/renew-queue.ts`,
    find: 'if ((await discardExpired(transaction, { companyId, endpointId, rules })) > 0) return false;',
    replace: 'await discardExpired(transaction, { companyId, endpointId, rules });',
    tests: [`${deliveryTests}/pause-and-enable`],
  },
  {
    name: 'an event is queued only for endpoints of its company',
    file: `${delivery}/outbox/record-events.ts`,
    find: /where endpoint\.company_id = .* and (?=endpoint\.state)/,
    replace: 'where ',
    tests: [`${deliveryTests}/distributed-tables`],
  },
  {
    name: 'recovered deliveries are sent in the order of their events',
    file: `${delivery}/administration/recover-failed.ts`,
    find: /event_created_at\n\s+from gone/,
    replace: "now() + random() * interval '1 second' from gone",
    tests: [`${deliveryTests}/redelivery`],
  },
];
