-- Webhooks: who receives events, the events themselves, what is still to be delivered, and what was.

create table webhook_endpoint (
  company_id bigint not null constraint webhook_endpoint_company_id_fkey references company,
  id uuid not null,
  url text not null,
  -- '*' stands for every type, also those that do not exist yet.
  event_types text[] not null,
  state text collate "C" not null default 'active'
    constraint webhook_endpoint_state_check check (state in ('active', 'paused', 'disabled', 'deleted')),
  state_reason text,
  state_changed_at timestamptz(3) not null default now(),
  -- Encrypted: signing needs the clear secret, so that a hash would not do.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz(3),
  signature_mode text collate "C" not null default 'both'
    constraint webhook_endpoint_signature_mode_check check (signature_mode in ('both', 'base64', 'hex')),
  consecutive_failures integer not null default 0,
  failing_since timestamptz(3),
  -- Nothing is sent before this time: a breath after failures in a row.
  gate_until timestamptz(3),
  -- How many deliveries may be under way at once. Shrinks to one after failures, grows with every success.
  send_window integer not null default 8,
  max_in_flight integer not null default 8,
  served_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint webhook_endpoint_pkey primary key (company_id, id)
) with (fillfactor = 80);

create index webhook_endpoint_id_idx on webhook_endpoint (id);

create table webhook_event (
  company_id bigint not null constraint webhook_event_company_id_fkey references company,
  id uuid not null,
  type text collate "C" not null,
  created_at timestamptz(3) not null,
  -- The exact text that is signed and sent, the same in every attempt.
  body text not null,
  constraint webhook_event_pkey primary key (company_id, id)
);

create index webhook_event_created_at_idx on webhook_event (company_id, created_at, id);
create index webhook_event_type_idx on webhook_event (company_id, type, created_at, id);

-- The queue: one row for each event that an endpoint has still to receive. Finished ones leave it, so that it
-- stays small however much has been delivered.
create table webhook_delivery (
  company_id bigint not null,
  id uuid not null default gen_random_uuid(),
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text collate "C" not null,
  event_created_at timestamptz(3) not null,
  trigger text collate "C" not null default 'auto'
    constraint webhook_delivery_trigger_check check (trigger in ('auto', 'manual')),
  -- Attempts made so far; those up to budget_from no longer count towards giving up.
  attempts integer not null default 0,
  budget_from integer not null default 0,
  -- Leases that lapsed because their process died.
  losses integer not null default 0,
  -- When to send next; while a lease is held, when it lapses.
  due_at timestamptz(3) not null,
  lease_token uuid,
  constraint webhook_delivery_pkey primary key (company_id, id),
  constraint webhook_delivery_event_id_key unique (company_id, endpoint_id, event_id),
  constraint webhook_delivery_endpoint_id_fkey foreign key (company_id, endpoint_id) references webhook_endpoint,
  constraint webhook_delivery_event_id_fkey foreign key (company_id, event_id) references webhook_event
) with (
  fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000
);

create index webhook_delivery_due_at_idx on webhook_delivery (company_id, endpoint_id, due_at);
create index webhook_delivery_event_id_idx on webhook_delivery (company_id, event_id);
create index webhook_delivery_lease_idx on webhook_delivery (company_id, endpoint_id) where lease_token is not null;
create index webhook_delivery_manual_idx on webhook_delivery (company_id, endpoint_id, due_at) where trigger = 'manual';

create table webhook_delivery_finished (
  company_id bigint not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text collate "C" not null,
  event_created_at timestamptz(3) not null,
  status text collate "C" not null
    constraint webhook_delivery_finished_status_check check (status in ('delivered', 'exhausted', 'discarded')),
  attempts integer not null,
  finished_at timestamptz(3) not null default now(),
  constraint webhook_delivery_finished_pkey primary key (company_id, id)
);

create index webhook_delivery_finished_endpoint_id_idx
  on webhook_delivery_finished (company_id, endpoint_id, event_created_at);
create index webhook_delivery_finished_finished_at_idx on webhook_delivery_finished (company_id, finished_at);

create table webhook_attempt (
  company_id bigint not null,
  delivery_id uuid not null,
  -- The token of the lease under which the attempt was made.
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  attempt_number integer not null,
  trigger text collate "C" not null,
  outcome text collate "C" not null
    constraint webhook_attempt_outcome_check check (outcome in ('delivered', 'failed', 'lost', 'discarded')),
  error_code text collate "C",
  error_text text,
  url text not null,
  started_at timestamptz(3) not null,
  duration_ms integer,
  timings json,
  request_headers json,
  response_status integer,
  response_headers json,
  response_body text,
  response_truncated boolean not null default false,
  next_attempt_at timestamptz(3),
  constraint webhook_attempt_pkey primary key (company_id, delivery_id, id)
);

create index webhook_attempt_started_at_idx on webhook_attempt (company_id, started_at);
