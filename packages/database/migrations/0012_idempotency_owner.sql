-- An idempotency key belongs to whoever sends it: an API key (`key:17`), and others that are none.

alter table idempotency_key add column owner text collate "C";
update idempotency_key set owner = 'key:' || api_key_id;

alter table idempotency_key
  drop constraint idempotency_key_pkey,
  drop constraint idempotency_key_api_key_id_fkey,
  drop column api_key_id,
  alter column owner set not null,
  add constraint idempotency_key_pkey primary key (company_id, owner, key),
  add constraint idempotency_key_company_id_fkey foreign key (company_id) references company on delete cascade;
