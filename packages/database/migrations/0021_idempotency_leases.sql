-- Requests that run in several transactions reserve their key with a lease before the first one. Until the response is stored, the row
-- has no status.
alter table idempotency_key add column lease uuid;
