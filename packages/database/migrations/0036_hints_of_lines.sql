-- What hints about VAT and purchase prices depend on.
alter table offer_line
  -- The product or service is of a kind that is not part of a PV system, so that it has the standard rate of VAT.
  add column standard_rated boolean not null default false,
  -- The purchase price was taken from the product or service. Of existing lines unknown: as the price.
  add column purchase_price_from_catalog boolean not null default false;

update offer_line set standard_rated = true where line_group = 'wallboxes';
update offer_line set standard_rated = true
from material
where offer_line.line_group = 'equipment' and material.company_id = offer_line.company_id and material.id = offer_line.material_id
  and (material.data -> 'forMaterialTypes')::jsonb = '["wallbox"]';
update offer_line set standard_rated = true
from service
where offer_line.line_group = 'services' and service.company_id = offer_line.company_id and service.id = offer_line.service_id
  and service.category = 'MAINTENANCE';

update offer_line set purchase_price_from_catalog = true where price_from_catalog;
