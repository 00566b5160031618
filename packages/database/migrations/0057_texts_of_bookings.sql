-- The version of the company's texts for consumers that a booking was made with. Null: it is free, the customer is no consumer, or there were
-- no texts.
alter table booking add column consumer_texts_version integer;
