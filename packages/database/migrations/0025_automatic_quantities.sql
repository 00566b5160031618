-- Quantities of all groups can follow their rules. Stored ones stay, except those that follow already.
alter table offer_line
  add column quantity_is_automatic boolean not null default false,
  -- It no longer follows its rule, because the line that it counted was removed.
  add column quantity_frozen boolean not null default false,
  -- The price was taken from the product or service.
  add column price_from_catalog boolean not null default false;

update offer_line set quantity_is_automatic = true where follows_rule;
alter table offer_line drop column follows_rule;

-- The rule of equipment, which lines did not copy before.
update offer_line
set product = json_build_object(
  'quantityRule', coalesce(material.data ->> 'quantityRule', 'FIXED'),
  'defaultQuantity', coalesce((material.data ->> 'defaultQuantity')::numeric, 1)
)
from material
where offer_line.line_group = 'equipment' and material.company_id = offer_line.company_id and material.id = offer_line.material_id;
