-- Webhooks: notices about failing endpoints, tests, re-deliveries in bulk, and enabling at once however much has queued.

-- Enabling leaves a queue to the dispatcher: expired events are to be discarded, the others' attempts renewed.
alter table webhook_endpoint add column release_pending boolean not null default false;

alter table webhook_delivery drop constraint webhook_delivery_trigger_check;
alter table webhook_delivery add constraint webhook_delivery_trigger_check
  check (trigger in ('auto', 'manual', 'recover', 'test'));

-- What somebody has asked for and waits for: sent before the rest, whatever the state of the endpoint.
drop index webhook_delivery_manual_idx;
create index webhook_delivery_asked_idx on webhook_delivery (company_id, endpoint_id, due_at)
  where trigger in ('manual', 'test');

-- Those with failed attempts, which enabling renews.
create index webhook_delivery_retried_idx on webhook_delivery (company_id, endpoint_id, event_created_at)
  where attempts > budget_from;

create index webhook_delivery_finished_exhausted_idx on webhook_delivery_finished (company_id, endpoint_id, finished_at)
  where status = 'exhausted';

-- What people should know of an endpoint: that it fails again and again, or that it was disabled for that.
create table webhook_notice (
  company_id bigint not null,
  id uuid not null,
  endpoint_id uuid not null,
  kind text collate "C" not null constraint webhook_notice_kind_check check (kind in ('failing', 'disabled')),
  consecutive_failures integer not null,
  failing_since timestamptz(3) not null,
  -- Of the last failed attempt.
  error_code text collate "C",
  error_text text,
  created_at timestamptz(3) not null default now(),
  constraint webhook_notice_pkey primary key (company_id, id),
  constraint webhook_notice_endpoint_id_fkey foreign key (company_id, endpoint_id) references webhook_endpoint
    on delete cascade
);

create index webhook_notice_endpoint_id_idx on webhook_notice (company_id, endpoint_id, created_at);
