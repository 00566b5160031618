-- What customers decide on stands still from publishing on.

alter table offer
  -- As calculated by a system of the company.
  add column yield_kwh double precision,
  add column self_consumption_percent double precision,
  add column autarky_percent double precision,
  add column yield_source text;

-- The terms of published offers, in every version that a customer could have read.
create table offer_terms (
  company_id bigint not null,
  offer_id bigint not null,
  -- 1 as published.
  revision integer not null,
  created_at timestamptz(3) not null,
  -- SHA-256 of the text.
  version text collate "C" not null,
  text text not null,
  constraint offer_terms_pkey primary key (company_id, offer_id, revision),
  constraint offer_terms_offer_id_fkey foreign key (company_id, offer_id) references offer on delete cascade
);

insert into offer_terms (company_id, offer_id, revision, created_at, version, text)
select decision.company_id, decision.offer_id, 1, coalesce(offer.published_at, decision.decided_at), decision.terms_version, decision.terms
from offer_decision as decision
join offer on offer.company_id = decision.company_id and offer.id = decision.offer_id
where decision.terms is not null;

alter table offer_decision drop column terms;

-- Other published offers keep what they show now.
with published as (
  select offer.*
  from offer
  left join offer_terms as kept on kept.company_id = offer.company_id and kept.offer_id = offer.id
  where offer.state <> 'DRAFT' and kept.offer_id is null
),
line as (
  select line.*,
    roof.name as roof_name,
    material.warranty_years,
    case offer.vat_mode when 'STANDARD' then 19 when 'REVERSE_CHARGE' then 0 else line.vat_rate end as applied_vat_rate
  from published as offer
  join offer_line as line on line.company_id = offer.company_id and line.offer_id = offer.id
  left join roof on roof.company_id = line.company_id and roof.id = line.roof_id
  left join material on material.company_id = line.company_id and material.id = line.material_id
  where line.quantity <> 0
),
line_group as (
  select company_id, offer_id, line_group, json_agg(json_build_object(
    'name', name, 'manufacturerName', manufacturer_name, 'roofName', roof_name, 'warrantyYears', warranty_years,
    'performanceWarrantyYears', (product ->> 'performanceWarrantyYears')::numeric, 'description', description,
    'quantity', quantity, 'unit', unit, 'price', price, 'totalPrice', total_price,
    'vatRate', case when vat_rate is not null then applied_vat_rate end,
    'moduleCount', module_count, 'capacityKwh', capacity_kwh, 'active', coalesce(active, true)
  ) order by position, id) as lines
  from line
  group by company_id, offer_id, line_group
),
offer_groups as (
  select company_id, offer_id, json_agg(json_build_object('group', line_group, 'lines', lines) order by array_position(
    array['modules', 'inverters', 'batteries', 'wallboxes', 'services', 'additionalCosts', 'miscMaterials', 'subconstructions', 'equipment', 'emergencyPower'],
    line_group::text
  )) as groups
  from line_group
  group by company_id, offer_id
),
module_field as (
  select company_id, offer_id, roof_id, json_agg(json_build_object(
    'name', name, 'count', quantity, 'length', (product ->> 'length')::numeric, 'width', (product ->> 'width')::numeric,
    'orientation', orientation, 'rows', rows, 'columns', columns, 'offsetX', offset_x, 'offsetY', offset_y
  ) order by id) as modules
  from line
  where line_group = 'modules'
  group by company_id, offer_id, roof_id
),
offer_roofs as (
  select field.company_id, field.offer_id, json_agg(json_build_object(
    'name', roof.name, 'roofType', roof.roof_type, 'azimuth', roof.azimuth, 'tilt', roof.tilt, 'width', roof.width,
    'length', roof.length, 'obstacles', roof.obstacles, 'modules', field.modules
  ) order by roof.id) as roofs
  from module_field as field
  join roof on roof.company_id = field.company_id and roof.id = field.roof_id
  group by field.company_id, field.offer_id
),
terms as (
  select offer.company_id, offer.id, offer.published_at, offer.created_at, json_build_object(
    'formatVersion', 5,
    'number', offer.number,
    'name', offer.name,
    'company', json_build_object(
      'name', company.name, 'legalForm', company.legal_form, 'address', company.address, 'phone', company.phone,
      'email', company.email, 'website', company.website, 'vatId', company.vat_id, 'taxNumber', company.tax_number,
      'registerCourt', company.register_court, 'registerNumber', company.register_number,
      'managingDirectors', company.managing_directors
    ),
    'contact', case when member.id is not null or site.id is not null then json_build_object(
      'name', member.first_name || ' ' || member.last_name, 'phone', coalesce(member.phone, site.phone),
      'email', coalesce(member.email, site.email)
    ) end,
    'customer', json_build_object(
      'customerNumber', customer.customer_number, 'type', customer.type, 'salutation', customer.salutation,
      'title', customer.title, 'lastName', customer.last_name,
      'name', coalesce(customer.company_name, nullif(concat_ws(' ', customer.first_name, customer.last_name), '')),
      'contactName', case when customer.company_name is not null then nullif(concat_ws(' ', customer.first_name, customer.last_name), '') end,
      'address', customer.address
    ),
    'installationAddress', project.address,
    'isIndicationPrice', offer.is_indication_price,
    'validTo', offer.valid_to,
    'introText', offer.intro_text,
    'closingText', offer.closing_text,
    'groups', coalesce(offer_groups.groups, '[]'),
    'vatMode', offer.vat_mode,
    'netPrice', offer.net_price,
    'vatBreakdown', offer.vat_breakdown,
    'vatAmount', offer.vat_amount,
    'offerPrice', offer.offer_price,
    'systemPowerKwp', offer.system_power_kwp,
    'moduleCount', offer.module_count,
    'batteryCapacityKwh', offer.battery_capacity_kwh,
    'yieldKwh', null, 'selfConsumptionPercent', null, 'autarkyPercent', null, 'yieldSource', null,
    'roofs', coalesce(offer_roofs.roofs, '[]')
  )::text as text
  from published as offer
  join company on company.company_id = offer.company_id
  join customer on customer.company_id = offer.company_id and customer.id = offer.customer_id
  join project on project.company_id = offer.company_id and project.id = offer.project_id
  left join member on member.company_id = offer.company_id and member.id = offer.planner_id
  left join site on site.company_id = offer.company_id and site.id = offer.site_id
  left join offer_groups on offer_groups.company_id = offer.company_id and offer_groups.offer_id = offer.id
  left join offer_roofs on offer_roofs.company_id = offer.company_id and offer_roofs.offer_id = offer.id
)
insert into offer_terms (company_id, offer_id, revision, created_at, version, text)
select company_id, id, 1, coalesce(published_at, created_at),
  rtrim(translate(encode(sha256(convert_to(text, 'UTF8')), 'base64'), '+/', '-_'), '='), text
from terms;
