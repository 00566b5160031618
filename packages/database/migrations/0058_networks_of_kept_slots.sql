-- The network of the customer, of which few slots are kept. Null for those that were kept before.
alter table kept_slot add column client_network text collate "C";
