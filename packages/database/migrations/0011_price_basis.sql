-- What the prices of mounting systems are for on an offer is called their basis. data holds no text of a person's own.

update material set data = replace(data::text, '"priceUnit":', '"priceBasis":')::json
  where material_type = 'subconstruction' and data::text like '%"priceUnit":%';
