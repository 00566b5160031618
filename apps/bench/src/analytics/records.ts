import type pg from 'pg';
import { insertCompany, type KeyedCompany } from '../api/company.ts';
import type { RecordCounts } from '../effort.ts';

/** The period in which all records were created. */
export const years = { first: 2021, last: 2025 };

/** IDs begin with the company's ID, so that references between records can be computed from their numbers. */
const idOf = (number: string) => `c.company_id * 10000000 + ${number}`;
const oneOf = (count: string | number) => idOf(`1 + floor(random() * ${count})::integer`);
const chosen = (...values: string[]) =>
  `(array['${values.join("', '")}'])[1 + floor(random() * ${values.length})::integer]`;
/** Creation time: records are numbered chronologically. */
const time = (count: number) =>
  `timestamptz '${years.first}-01-01 00:00+01' + (n - random()) / ${count} * interval '1826 days'`;
/** The ID of the record of about the same age in a table with `count` records. */
const counterpart = (count: number, all: number) => idOf(`ceil(n * ${count}::float8 / ${all})::integer`);

const sites = 3;
const productTypes = [
  'pv_module',
  'inverter',
  'battery',
  'wallbox',
  'subconstruction',
  'equipment',
  'misc',
  'emergency_power',
];
const states = ['Bayern', 'Hessen', 'Sachsen', 'Thüringen', 'Berlin', 'Hamburg', 'Bremen', 'Saarland'];

const offerStates = [
  ...Array<string>(45).fill('ACCEPTED'),
  ...Array<string>(47).fill('DECLINED'),
  ...Array<string>(6).fill('PUBLISHED'),
  ...Array<string>(2).fill('DRAFT'),
];

/** More than a report lists. */
const declineReasons = Array.from({ length: 30 }, (_, index) => `Grund ${index}`);

/** The lines of every offer: group, position, index of the product's type, and whether the line is active. */
const lines = `values
  (0, 'modules', 1, null), (1, 'inverters', 2, null), (2, 'batteries', 3, true), (3, 'batteries', 3, false),
  (4, 'wallboxes', 4, null), (5, 'subconstructions', 5, null), (6, 'equipment', 6, null),
  (7, 'miscMaterials', 7, null), (8, 'services', null, null), (9, 'additionalCosts', null, null)`;

const linesPerOffer = 10;

/** Statements that insert the records of the companies in $1. */
function statements({ products, customers, requests, offers }: RecordCounts): string[] {
  const companies = 'unnest($1::bigint[]) as c(company_id)';
  const numbers = (count: number) => `${companies} cross join generate_series(1, ${count}) as n`;
  return [
    `insert into site (company_id, id, name) select c.company_id, ${idOf('n')}, 'Site ' || n from ${numbers(sites)}`,
    `insert into manufacturer (company_id, id, name)
      select c.company_id, ${idOf('n')}, 'Solarwerk ' || n from ${numbers(40)}`,
    `insert into material (company_id, id, material_type, name, manufacturer_id, unit, vat_rate, purchase_price, data)
      select c.company_id, ${idOf('n')}, (array['${productTypes.join("', '")}'])[1 + n % ${productTypes.length}],
        'Product ' || n, ${oneOf(40)}, case when n % ${productTypes.length} = 6 then 'METER' else 'PIECE' end, 19, 10, '{}'
      from ${numbers(products)}`,
    `insert into customer (company_id, id, type, last_name, address, site_id, created_at)
      select c.company_id, ${idOf('n')}, ${chosen('PRIVATE', 'PRIVATE', 'PRIVATE', 'COMPANY', 'ASSOCIATION')}, 'Vogel',
        json_build_object('street', 'Lindenweg', 'houseNumber', n::text, 'addressLine2', null,
          'postalCode', lpad(floor(random() * 100000)::text, 5, '0'), 'city', 'Nordhausen', 'district', null,
          'state', ${chosen(...states)}, 'country', 'DE'),
        ${oneOf(sites)}, ${time(customers)}
      from ${numbers(customers)}`,
    `insert into project (company_id, id, customer_id, state, building_type)
      select c.company_id, ${idOf('n')}, ${oneOf('n')}, 'OPEN',
        ${chosen('SINGLE_FAMILY', 'SEMI_DETACHED', 'TERRACED', 'COMMERCIAL')}
      from ${numbers(customers)}`,
    `insert into offer_request (company_id, id, number, status, source, contact, interests, site_id, created_at)
      select c.company_id, ${idOf('n')}, 'AF-' || n, ${chosen('NEW', 'OFFER_CREATED', 'WON', 'LOST', 'REJECTED')},
        ${chosen('CONFIGURATOR', 'API', 'MANUAL', 'PORTAL')}, '{}', '{}', ${oneOf(sites)}, ${time(requests)}
      from ${numbers(requests)}`,
    // Of 100 offers, 45 are accepted, 47 declined, 6 published and 2 drafts; 70 belong to a request.
    `insert into offer (company_id, id, number, project_id, customer_id, offer_request_id, state, site_id, vat_mode,
        net_price, vat_amount, offer_price, purchase_price, vat_breakdown, system_power_kwp, module_count,
        inverter_power_kw, battery_capacity_kwh, decline_reason, created_at, published_at, accepted_at, declined_at)
      select company_id, id, 'AN-' || id, project_id, customer_id, request_id, state, site_id, 'PV_ZERO', net, 0, net * 1.05,
        net * 0.7, '[]', power, 22, 10, 10, case when state = 'DECLINED' then reason end, created_at,
        case when state <> 'DRAFT' then published_at end,
        case when state = 'ACCEPTED' then published_at + random() * interval '30 days' end,
        case when state = 'DECLINED' then published_at + random() * interval '30 days' end
      from (
        select drawn.*, coalesce(request.created_at, began_at) + random() * interval '10 days' as created_at,
          coalesce(request.created_at, began_at) + interval '10 days' + random() * interval '5 days' as published_at
        from (
          select c.company_id, ${idOf('n')} as id, ${time(offers)} as began_at,
            ${counterpart(customers, offers)} as project_id, ${counterpart(customers, offers)} as customer_id,
            case when random() < 0.7 then ${counterpart(requests, offers)} end as request_id,
            ${chosen(...offerStates)} as state,
            ${chosen(...declineReasons)} as reason,
            ${oneOf(sites)} as site_id, round((8000 + random() * 30000)::numeric, 2) as net,
            round((4 + random() * 20)::numeric, 3) as power
          from ${numbers(offers)}
        ) as drawn
        left join offer_request as request on request.company_id = drawn.company_id and request.id = drawn.request_id
      ) as dated`,
    `insert into offer_line (company_id, id, offer_id, line_group, ref, position, name, unit, quantity, price, total_price,
        vat_rate, purchase_price, material_id, material_type, active, power_kw, capacity_kwh)
      select c.company_id, ${idOf(`n * ${linesPerOffer} + position`)}, ${idOf('n')}, line_group, 'line-' || position, position,
        'Line', 'PIECE', 1 + floor(random() * 20), 100, round((100 + random() * 5000)::numeric, 2), 19, 50,
        case when type is not null then ${idOf(
          `${productTypes.length} * floor(random() * ${products / productTypes.length - 1})::integer + type + ${productTypes.length - 1}`,
        )} end,
        (array['${productTypes.join("', '")}'])[type], active,
        case when line_group in ('modules', 'inverters') then 9.68 end,
        case when line_group = 'batteries' then 10.2 end
      from ${numbers(offers)} cross join (${lines}) as line (position, line_group, type, active)`,
  ];
}

/** Creates companies with the given number of records each. @param client connected as administrator */
export async function insertCompanies(
  client: pg.Client,
  companies: number,
  counts: RecordCounts,
): Promise<KeyedCompany[]> {
  const created: KeyedCompany[] = [];
  for (let number = 0; number < companies; number += 1) created.push(await insertCompany(client));
  // Skips the checks of foreign keys, which take longer than the inserts.
  await client.query('set session_replication_role = replica');
  for (const statement of statements(counts))
    await client.query(statement, [created.map(({ companyId }) => companyId)]);
  await client.query('set session_replication_role = origin');
  return created;
}
