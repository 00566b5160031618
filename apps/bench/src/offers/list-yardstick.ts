// The list of offers, hand-written with Express and SQL, with the filters and sort fields of the benchmark, without validation,
// logging or API keys.
import type pg from 'pg';
import { companyOf, connections, listen, yardstickApp } from '../process/express-yardstick.ts';

const pool = connections();

const fields = `id, number, project_id as "projectId", customer_id as "customerId", offer_request_id as "offerRequestId", duplicate_of_id as "duplicateOfId",
  external_id as "externalId", name, state, is_indication_price as "isIndicationPrice", valid_to as "validTo",
  site_id as "siteId", planner_id as "plannerId", intro_text as "introText", closing_text as "closingText",
  vat_mode as "vatMode", net_price as "netPrice", vat_amount as "vatAmount", offer_price as "offerPrice",
  purchase_price as "purchasePrice", margin_percent as "marginPercent", system_power_kwp as "systemPowerKwp",
  module_count as "moduleCount", inverter_power_kw as "inverterPowerKw", battery_capacity_kwh as "batteryCapacityKwh",
  published_at as "publishedAt", accepted_at as "acceptedAt", accepted_by as "acceptedBy", declined_at as "declinedAt",
  decline_reason as "declineReason", created_at as "createdAt", updated_at as "updatedAt"`;

interface Filters {
  state?: string;
  q?: string;
  sort?: string;
  limit?: string;
}

/**
 * Returns a statement. It is prepared once for each combination of filters and order, unless PostgreSQL should plan it with the
 * actual search pattern.
 */
function statementOf(companyId: string, { state, q, sort, limit }: Filters): pg.QueryConfig {
  const values: unknown[] = [companyId, limit];
  let matches = 'offer.company_id = $1';
  if (state !== undefined) matches += ` and offer.state = $${values.push(state)}`;
  if (q !== undefined) matches += ` and offer.search_text like $${values.push(`%${q.toLowerCase()}%`)}`;
  const [column, field] =
    sort === 'offerPrice.desc' ? ['offer_price', 'offerPrice'] : ['created_at', 'createdAt'];
  const text = `select * from (select count(*)::integer as total from offer where ${matches}) as counted
    left join (
      select ${fields} from offer where ${matches} order by offer.${column} desc, offer.id desc limit $2
    ) as item on true
    order by item."${field}" desc, item.id desc`;
  return q === undefined ? { name: `${field} ${matches}`, text, values } : { text, values };
}

const app = yardstickApp();

app.get('/v1/offers', async (request, response) => {
  const companyId = companyOf(request);
  const filters: Filters = request.query;
  const { rows } = await pool.query(statementOf(companyId, filters));
  const { total } = rows[0];
  const data = rows[0].id === null ? [] : rows;
  // JSON omits undefined fields.
  for (const row of data) row.total = undefined;
  response.json({ data, total, limit: Number(filters.limit), offset: 0 });
});

listen(app);
