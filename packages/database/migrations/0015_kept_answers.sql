-- The size of kept answers, so that their sum for a company is read from an index alone.

alter table idempotency_key
  add column body_bytes integer not null generated always as (coalesce(octet_length(body), 0)) stored;

drop index idempotency_key_created_at_idx;
create index idempotency_key_created_at_idx on idempotency_key (company_id, created_at) include (body_bytes);
