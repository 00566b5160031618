-- A roof with two sides (Satteldach) is called a gable roof. Of mounting systems, data holds no text of a person's own.

update roof set roof_type = 'GABLE' where roof_type = 'PITCHED';
update material set data = replace(data::text, '"PITCHED"', '"GABLE"')::json
  where material_type = 'subconstruction' and data::text like '%"PITCHED"%';
