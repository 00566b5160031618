-- Reports group offers by the source of their request, filter indications, count accepted offers without a request, leave out
-- published offers that are no longer valid, and add up quantities of one unit only.

drop index offer_created_at_idx;
create index offer_created_at_idx on offer (company_id, created_at, id)
  include (net_price, offer_price, system_power_kwp, site_id, planner_id, offer_request_id, is_indication_price, accepted_at);
drop index offer_published_at_idx;
create index offer_published_at_idx on offer (company_id, published_at, id)
  include (net_price, offer_price, system_power_kwp, site_id, planner_id, offer_request_id, is_indication_price)
  where published_at is not null;
drop index offer_accepted_at_idx;
create index offer_accepted_at_idx on offer (company_id, accepted_at, id)
  include (net_price, offer_price, system_power_kwp, site_id, planner_id, offer_request_id, is_indication_price)
  where accepted_at is not null;
drop index offer_declined_at_idx;
create index offer_declined_at_idx on offer (company_id, declined_at, id)
  include (net_price, offer_price, system_power_kwp, site_id, planner_id, offer_request_id, is_indication_price)
  where declined_at is not null;
drop index offer_state_idx;
create index offer_state_idx on offer (company_id, state, created_at, id)
  include (published_at, site_id, planner_id, valid_to);

-- A bit for each unit that products are offered in, so that sums can tell which units they contain. This rewrites the table: vacuum
-- a large one afterwards.
alter table offer_line add column unit_bit smallint generated always as (
  case
    when unit = 'PIECE' then 1
    when unit = 'METER' then 2
    when unit = 'SET' then 4
    when unit = 'FLAT' then 8
    when unit = 'MODULE' then 16
    when unit = 'KWP' then 32
  end
) stored;

drop index offer_line_material_sums_idx;
create index offer_line_material_sums_idx on offer_line (company_id, offer_id)
  include (material_id, quantity_thousandths, unit_bit, total_price_cents, module_power_milliwatts, capacity_watt_hours)
  where material_id is not null and active is distinct from false;
