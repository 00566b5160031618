-- An additional cost may have no rate: its amount is apportioned over the rates of the other lines. Stored rates stay.
alter table offer_line alter column vat_rate drop not null;
