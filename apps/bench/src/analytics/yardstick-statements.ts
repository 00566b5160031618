// The monthly reports in plain SQL: for the company $1, from the day $2 up to but excluding the day $3, in German time.

const inSpan = (time: string) =>
  `${time} >= $2::timestamp at time zone 'Europe/Berlin' and ${time} < $3::timestamp at time zone 'Europe/Berlin'`;

const monthOf = (time: string) => `date_trunc('month', ${time} at time zone 'Europe/Berlin')`;

const keyColumns = (isGrouped: boolean) =>
  isGrouped ? 'key, grouping(key) = 0 as grouped' : 'null as key, false as grouped';

const notWithdrawn = `not exists (
  select from offer_withdrawal where offer_withdrawal.company_id = $1 and offer_withdrawal.offer_id = offer.id)`;

export type OfferGrouping = 'site' | 'source' | null;

const offersBy = (step: string, grouping: OfferGrouping) => {
  const key = { site: 'offer.site_id::text', source: 'offer_request.source' };
  const join = `left join offer_request on offer_request.company_id = $1 and offer_request.id = offer_request_id`;
  const time = step === 'withdrawn' ? 'withdrawal.withdrawn_at' : `offer.${step}_at`;
  const withdrawal = `join offer_withdrawal as withdrawal on withdrawal.company_id = $1 and withdrawal.offer_id = offer.id`;
  return `
  select '${step}' as step, ${monthOf(time)} as month, ${grouping ? key[grouping] : 'null'} as key,
    count(*) as count, sum(net_price) as net, sum(offer_price) as gross, sum(system_power_kwp) as power
  from offer ${step === 'withdrawn' ? withdrawal : ''} ${grouping === 'source' ? join : ''}
  where offer.company_id = $1 and ${inSpan(time)} ${step === 'accepted' ? `and ${notWithdrawn}` : ''} group by 2, 3`;
};

const steps = ['created', 'published', 'accepted', 'withdrawn', 'declined'];

/** Sums by month, and sums of the whole period in a row without a month: in total, and by group. */
export const offers = (grouping: OfferGrouping) => `
  with months as (${steps.map((step) => offersBy(step, grouping)).join(' union all ')})
  select step, to_char(month, 'YYYY-MM') as month, ${keyColumns(grouping !== null)}, sum(count)::integer as count,
    sum(net) as "netSum", sum(gross) as "grossSum",
    round(sum(net)::numeric(40, 20) / sum(count), 2) as "averageNet", sum(power) as "systemPowerKwpSum"
  from months group by grouping sets ((step, month), (step)${grouping ? ', (step, month, key), (step, key)' : ''})`;

export const declineReasons = `
  select to_char(month, 'YYYY-MM') as month, reason, count from (
    select month, reason, sum(count)::integer as count,
      row_number() over (partition by month order by sum(count) desc, reason collate "C" nulls last) as place
    from (
      select ${monthOf('declined_at')} as month, decline_reason as reason, count(*) as count
      from offer where company_id = $1 and ${inSpan('declined_at')} group by 1, 2
    ) as months
    group by grouping sets ((month, reason), (reason))
  ) as ranked
  where place <= 20 order by place`;

export const offerRequests = `
  select to_char(month, 'YYYY-MM') as month, source, status, count from (
    select ${monthOf('created_at')} as month, source, status, count(*)::integer as count
    from offer_request where company_id = $1 and ${inSpan('created_at')} group by 1, 2, 3
  ) as months`;

const medianDays = (wait: string) =>
  `round((extract(epoch from percentile_cont(0.5) within group (order by ${wait})) / 86400)::numeric, 1)`;

export const conversion = (bySource: boolean) => `
  with request as (
    select ${monthOf('request.created_at')} as month, ${bySource ? 'request.source' : 'null'} as key, min(offer.created_at) - request.created_at as to_offer,
      min(offer.accepted_at) filter (where ${notWithdrawn}) - request.created_at as to_accept
    from offer_request as request
    left join offer on offer.company_id = request.company_id and offer.offer_request_id = request.id
    where request.company_id = $1 and ${inSpan('request.created_at')}
    group by request.id, request.created_at${bySource ? ', request.source' : ''}
  )
  select to_char(month, 'YYYY-MM') as month, ${keyColumns(bySource)}, count(*)::integer as requests, count(to_offer)::integer as "withOffer",
    count(to_accept)::integer as accepted,
    round(count(to_offer)::numeric / nullif(count(*), 0), 4) as "requestToOfferRate",
    round(count(to_accept)::numeric / nullif(count(to_offer), 0), 4) as "offerToAcceptedRate",
    ${medianDays('to_offer')} as "medianDaysToOffer", ${medianDays('to_accept')} as "medianDaysToAccept"
  from request group by grouping sets ((month), ()${bySource ? ', (month, key), (key)' : ''})`;

export const direct = `
  select to_char(month, 'YYYY-MM') as month, count(*)::integer as direct from (
    select ${monthOf('created_at')} as month from offer
    where company_id = $1 and offer_request_id is null and accepted_at is not null and ${notWithdrawn} and ${inSpan('created_at')}
  ) as accepted group by grouping sets ((month), ())`;

export const customersByPostalCode = `
  select to_char(month, 'YYYY-MM') as month, key, count, count as customers from (
    select ${monthOf('created_at')} as month,
      case when address ->> 'country' = 'DE' and address ->> 'postalCode' ~ '^[0-9]{5}$'
        then left(address ->> 'postalCode', 2) end as key,
      count(*)::integer as count
    from customer where company_id = $1 and ${inSpan('created_at')} group by 1, 2
  ) as months`;

/** A customer can count in several groups, but counts once among the customers of the month. */
export const customersByBuilding = `
  with months as (
    select ${monthOf('customer.created_at')} as month, project.building_type as key,
      count(distinct customer.id)::integer as count
    from customer
    left join project on project.company_id = customer.company_id and project.customer_id = customer.id
    where customer.company_id = $1 and ${inSpan('customer.created_at')} group by 1, 2
  ), created as (
    select ${monthOf('created_at')} as month, count(*)::integer as count
    from customer where company_id = $1 and ${inSpan('created_at')} group by 1
  )
  select to_char(month, 'YYYY-MM') as month, key, count, 0 as customers from months
  union all select to_char(month, 'YYYY-MM'), null, 0, count from created`;

const materialsIn = (
  kind: string,
  { time, where = '', condition = '' }: { time: string; where?: string; condition?: string },
) => `
  select '${kind}' as kind, month, material_id, sum(quantity_thousandths) as quantity, sum(total_price_cents) as net,
    sum(module_power_milliwatts) as power, sum(capacity_watt_hours) as capacity, bit_or(unit_bit) as units
  from (select id, ${where ? `case when ${inSpan(time)} then ${monthOf(time)} end` : monthOf(time)} as month
    from offer where company_id = $1 and ${where || inSpan(time)} ${condition}) as offered
  join offer_line as line on line.company_id = $1 and line.offer_id = offered.id
  where material_id is not null and active is distinct from false
  group by 2, 3`;

/** Open offers are counted in the period of their date and in the total of all open offers. */
const materialSums = [
  materialsIn('sold', { time: 'accepted_at', condition: `and ${notWithdrawn}` }),
  materialsIn('published', {
    time: 'published_at',
    where: `state = 'PUBLISHED' and (valid_to is null or valid_to >= (now() at time zone 'Europe/Berlin')::date)`,
  }),
  materialsIn('drafts', { time: 'created_at', where: `state = 'DRAFT'` }),
].join(' union all ');

const asNumbers = (column: string) => `coalesce(sum(${column}), 0)::double precision as ${column}`;

export const materialsByProduct = `
  select kind, to_char(month, 'YYYY-MM') as month, material_id::text as key, quantity::double precision, net::double precision,
    coalesce(power, 0)::double precision as power, coalesce(capacity, 0)::double precision as capacity, units
  from (${materialSums}) as sums`;
const materialsBy = (key: string) => `
  select kind, to_char(month, 'YYYY-MM') as month, ${key} as key,
    ${['quantity', 'net', 'power', 'capacity'].map(asNumbers).join(', ')}, bit_or(units) as units
  from (${materialSums}) as sums join material on material.company_id = $1 and material.id = sums.material_id
  group by 1, sums.month, 3`;
export const materialsByType = materialsBy('material_type');
export const materialsByManufacturer = materialsBy('manufacturer_id::text');

export const materialTypes = `
  select material_type as key, null as name, material_type as "materialType"
  from material where company_id = $1 and material_type = any($2) group by 1`;
export const manufacturers = `
  select id::text as key, name, null as "materialType" from manufacturer
  where company_id = $1 and id = any($2::bigint[])`;
export const products = `
  select id::text as key, name, material_type as "materialType" from material
  where company_id = $1 and id = any($2::bigint[])`;
