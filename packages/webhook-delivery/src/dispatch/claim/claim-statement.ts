import { isFree } from '../../queue/leases.ts';

/** What is claimed: what is due, or only what somebody asked for. */
export type ClaimKind = 'due' | 'asked';

/** As the index of such says it. Each is attempted once, before the rest and whatever the state of its endpoint. */
const askedFor = (delivery: string) => `${delivery}.trigger in ('manual', 'test')`;

const free = (delivery: string) => isFree(delivery, '$8', '$9');

/**
 * The earliest delivery of an endpoint that nobody holds, which is one step in an index behind those that are leased. Not
 * whether any is due, which could read through a long queue of later ones.
 */
const earliest = (condition: string, company = '$1::bigint') => `(
  select min(due.due_at) from webhook_delivery as due
  where due.company_id = ${company} and due.endpoint_id = endpoint.id and ${condition}
)`;

const seconds = 'extract(epoch from now())::double precision';

/** Rounding must not cost an attempt. */
const instant = 0.000001;

/** 0 where the database's clock was set back: no claim uses a rate up for more than the time of one attempt. */
const rateUsedUntil = `(case when endpoint.rate_used_until < ${seconds} + 1.0 / endpoint.rate + 1 then endpoint.rate_used_until else 0 end)`;

const rateAllows = `(endpoint.rate is null or ${rateUsedUntil} <= ${seconds} + ${instant})`;

/** Active, and not pausing after a failure. */
const open = `endpoint.state = 'active' and (endpoint.gate_until is null or endpoint.gate_until <= now())`;

/**
 * Claims deliveries of one company in one statement:
 *
 * `ready`: locks the endpoints that have something due and a place, least recently served first. Those locked elsewhere are left
 * out, and by their claim number also those that another claim has served since this statement began, whose leases it cannot see.
 * `limited`, `roomy`: how many deliveries each may get by its places and its limits.
 * `bounded`: the same by its share of what is claimed, in which only those with room take part.
 * `due`: these deliveries, oldest first.
 * `taken`, `served`, `lost`: leases them, notes when and in which order the endpoints were served, and logs leases that their dispatchers lost.
 * `batch`: the deliveries of each endpoint, in the order of `DeliveryRow`.
 *
 * The commit does not wait for the disk: a lease that PostgreSQL loses by a crash makes an event arrive twice, as other crashes do.
 *
 * Rows are found by arrays and not by joins, so that each way to them is an index however small the tables were when PostgreSQL
 * planned it.
 *
 * $1 company, $2 maximum number of deliveries, $3 places and attempts in flight by endpoint, $4 this dispatcher, $5 the owner of
 * the leases, $6 milliseconds of a lease, $7 seed of the leases' tokens, $8 and $9 as in `isFree`, $10 endpoints whose queues are
 * renewed, $11 places of an endpoint that $3 does not have, $12 maximum number of attempts in flight to an endpoint.
 */
const statement = (kind: ClaimKind): string => `
  with ready as materialized (
    select endpoint.id, endpoint.url, endpoint.signature_mode, endpoint.secret, endpoint.previous_secret,
      endpoint.previous_secret_until, endpoint.state_changed_at, endpoint.consecutive_failures, endpoint.send_window,
      endpoint.max_in_flight, endpoint.rate, ${rateUsedUntil} as rate_used_until,
      endpoint.release_pending and endpoint.id <> all($10::uuid[]) as renewable,
      ${earliest(`${askedFor('due')} and ${free('due')}`)} <= now() as asked
    from webhook_endpoint as endpoint
    where endpoint.company_id = $1::bigint and endpoint.state <> 'deleted' and ${rateAllows}
      and ($3::jsonb -> endpoint.id::text is null or ($3::jsonb -> endpoint.id::text ->> 0)::integer > 0)
      and (${kind === 'due' ? `${open} and (endpoint.release_pending or ${earliest(free('due'))} <= now()) or` : ''}
        ${earliest(`${askedFor('due')} and ${free('due')}`)} <= now())
      and endpoint.claim_number = (
        select seen.claim_number from webhook_endpoint as seen where seen.company_id = $1::bigint and seen.id = endpoint.id
      )
    order by endpoint.claim_number
    limit $2::integer
    for no key update of endpoint skip locked
  ), limited as materialized (
    select ready.*,
      least(ready.max_in_flight, case when ready.send_window < $11::integer then ready.send_window end) as most,
      greatest(ready.rate_used_until, ${seconds} - (ceil(ready.rate / 10.0) - 1) / ready.rate) as rate_from
    from ready
  ), roomy as materialized (
    select limited.*,
      greatest(0, least(
        $2::integer,
        coalesce(($3::jsonb -> limited.id::text ->> 0)::integer, $11::integer),
        case when limited.most is not null then limited.most
          - coalesce(($3::jsonb -> limited.id::text ->> 1)::integer, 0)
          - (
            select count(*) from (
              select head.lease_token, head.lease_until, head.leased_by, head.leased_at
              from webhook_delivery as head
              where head.company_id = $1::bigint and head.endpoint_id = limited.id and head.due_at <= now()
              order by head.due_at
              limit 4 * $12::integer
            ) as head
            where head.lease_token is not null and abs(head.leased_by) <> $4::integer and not ${free('head')}
          )::integer end,
        floor((${seconds} - limited.rate_from) * limited.rate + ${instant})::integer + 1,
        case when limited.renewable ${kind === 'due' ? 'or limited.asked' : ''} then 0 end
      )) as room
    from limited
  ), bounded as materialized (
    select roomy.*,
      least(roomy.room, ceil($2::numeric / nullif((select count(*) from roomy as other where other.room > 0), 0))::integer) as bound
    from roomy
  ), due as materialized (
    select bounded.id as endpoint_id, bounded.url, picked.*
    from bounded
    cross join lateral (
      select delivery.id, delivery.event_id, delivery.event_created_at, delivery.trigger, delivery.attempts,
        delivery.budget_from, delivery.losses, delivery.lease_token, delivery.leased_at
      from webhook_delivery as delivery
      where delivery.company_id = $1::bigint and delivery.endpoint_id = bounded.id and delivery.due_at <= now()
        and ${free('delivery')} ${kind === 'asked' ? `and ${askedFor('delivery')}` : ''}
      order by delivery.due_at
      limit bounded.bound
      for update skip locked
    ) as picked
    limit $2::integer
  ), taken as (
    update webhook_delivery
    set lease_token = md5($7::text || id::text)::uuid, leased_at = now(),
      lease_until = now() + $6::integer * interval '1 millisecond', leased_by = $5::integer,
      losses = case when lease_token is null then 0 else losses + 1 end
    where company_id = $1::bigint and id = any(array(select due.id from due))
  ), served as (
    update webhook_endpoint as endpoint
    set served_at = now(), rate_used_until = used.until,
      claim_number = 1 + (select max(other.claim_number) from webhook_endpoint as other where other.company_id = $1::bigint)
    from (
      select bounded.id, case when bounded.rate is null then bounded.rate_used_until else bounded.rate_from
        + (select count(*) from due where due.endpoint_id = bounded.id)::double precision / bounded.rate end as until
      from bounded
    ) as used
    where endpoint.company_id = $1::bigint and endpoint.id = any(array(select bounded.id from bounded))
      and endpoint.id = used.id
  ), lost as (
    insert into webhook_attempt (company_id, delivery_id, id, endpoint_id, event_id, attempt_number, trigger, outcome,
      error_code, error_text, url, started_at)
    select $1::bigint, due.id, due.lease_token, due.endpoint_id, due.event_id, due.attempts + 1, due.trigger, 'lost',
      'lost', 'The service stopped before the attempt was recorded.', due.url, due.leased_at
    from due
    where due.lease_token is not null
    on conflict (company_id, delivery_id, id) do nothing
  ), batch as materialized (
    select due.endpoint_id, json_agg(json_build_array(
      due.id, md5($7::text || due.id::text)::uuid, due.event_id, due.event_created_at,
      (select event.body from webhook_event as event where event.company_id = $1::bigint and event.id = due.event_id),
      due.trigger, due.attempts, due.budget_from, due.losses, due.lease_token is not null
    )) as deliveries
    from due
    group by due.endpoint_id
  )
  select bounded.id, bounded.url, bounded.signature_mode, bounded.secret, bounded.previous_secret,
    bounded.previous_secret_until, bounded.state_changed_at, bounded.consecutive_failures, bounded.send_window,
    bounded.max_in_flight, bounded.renewable, bounded.asked, bounded.bound,
    (bounded.rate_from - ${seconds}) * 1000 as rate_wait_ms, bounded.rate,
    (extract(epoch from clock_timestamp()) * 1000)::double precision as database_ms, batch.deliveries,
    set_config('synchronous_commit', 'off', true)
  from bounded
  left join batch on batch.endpoint_id = bounded.id
`;

/** Composed once. */
export const claimStatements: Readonly<Record<ClaimKind, string>> = {
  due: statement('due'),
  asked: statement('asked'),
};

/** An endpoint with a delivery that may be sent now. $2 and $3 as in `isFree`, $4 endpoints without a free place. */
const hasDue = `
  endpoint.state <> 'deleted' and endpoint.id <> all($4::uuid[]) and ${rateAllows} and (
    ${open} and (endpoint.release_pending or ${earliest(free('due'), 'endpoint.company_id')} <= now())
    or ${earliest(`${askedFor('due')} and ${free('due')}`, 'endpoint.company_id')} <= now()
  )
`
  .replaceAll('$8', '$2')
  .replaceAll('$9', '$3');

/**
 * Companies with a delivery that may be sent now, least recently served first. Takes no lock, and looks at each endpoint's oldest
 * free delivery only: however much is queued for paused or failing endpoints costs nothing here. $1 maximum number, the others as
 * in `hasDue`.
 */
export const dueCompaniesStatement = `
  select endpoint.company_id
  from webhook_endpoint as endpoint
  where ${hasDue}
  group by endpoint.company_id
  order by min(endpoint.served_at)
  limit $1::integer
`;

/** The same for one company, $1. */
export const isDueStatement = `
  select exists (
    select from webhook_endpoint as endpoint where endpoint.company_id = $1::bigint and ${hasDue}
  ) as due
`;
