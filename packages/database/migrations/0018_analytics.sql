-- Reports read only what these indexes contain. They replace those of the lists, which they serve too.

drop index offer_created_at_idx;
create index offer_created_at_idx on offer (company_id, created_at, id)
  include (net_price, offer_price, system_power_kwp, site_id, planner_id);
drop index offer_published_at_idx;
create index offer_published_at_idx on offer (company_id, published_at, id)
  include (net_price, offer_price, system_power_kwp, site_id, planner_id) where published_at is not null;
drop index offer_accepted_at_idx;
create index offer_accepted_at_idx on offer (company_id, accepted_at, id)
  include (net_price, offer_price, system_power_kwp, site_id, planner_id) where accepted_at is not null;
create index offer_declined_at_idx on offer (company_id, declined_at, id)
  include (net_price, offer_price, system_power_kwp, site_id, planner_id) where declined_at is not null;
drop index offer_state_idx;
create index offer_state_idx on offer (company_id, state, created_at, id) include (published_at, site_id, planner_id);
drop index offer_offer_request_id_idx;
create index offer_offer_request_id_idx on offer (company_id, offer_request_id) include (created_at, accepted_at)
  where offer_request_id is not null;
drop index offer_request_created_at_idx;
create index offer_request_created_at_idx on offer_request (company_id, created_at, id)
  include (source, status, site_id, planner_id);
create index offer_line_material_sums_idx on offer_line (company_id, offer_id)
  include (material_id, material_type, quantity, total_price, power_kw, capacity_kwh)
  where material_id is not null and active is distinct from false;
