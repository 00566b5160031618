-- Leases name their process, and lapse when it is gone. Above 0, the process holds the advisory lock of this number for as long as it lives.
alter table idempotency_key add column leased_by integer;

alter table mail add column leased_by integer, add column leased_at timestamptz(3);
alter table checkout add column leased_by integer, add column leased_at timestamptz(3);
alter table refund add column leased_by integer, add column leased_at timestamptz(3);
alter table provider_event add column leased_by integer, add column leased_at timestamptz(3);
