-- A selling price has a VAT rate of its own only if it differs from the rate of the product; otherwise it follows that rate. Prices
-- with another rate than their product keep it: nothing tells whether it was meant or is the product's rate of an earlier time.
alter table material_selling_price drop column gross;
alter table material_selling_price alter column vat_rate drop not null;
update material_selling_price as price set vat_rate = null
  from material
  where material.company_id = price.company_id and material.id = price.material_id and material.vat_rate = price.vat_rate;
