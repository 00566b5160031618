-- Mails, written in the transaction of the change that causes them, and sent by a queue with leases.
create table mail (
  company_id bigint not null constraint mail_company_id_fkey references company,
  -- UUIDv7. The local part of the Message-ID.
  id uuid not null,
  -- What the mail says, such as `offer-accepted`.
  kind text collate "C" not null,
  -- The record that it is about.
  offer_id bigint,
  booking_id uuid,
  -- A mail with the key of an existing one is not created.
  dedupe_key text collate "C" not null,
  to_address text collate "C" not null,
  -- Caused by somebody who has neither a key nor a link. The number of such mails to an address is limited.
  is_anonymous boolean not null,
  -- The mail as it is sent, encrypted. Null if it could not be composed.
  content text collate "C",
  status text collate "C" not null,
  -- Mails of a lane are sent one after the other, in the order of created_at and id.
  lane text collate "C" not null,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  -- Identifies the lease under which a process sends the mail.
  lease_token uuid,
  lease_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  -- When it was sent, failed or was skipped.
  finished_at timestamptz(3),
  constraint mail_pkey primary key (company_id, id),
  constraint mail_dedupe_key_key unique (company_id, dedupe_key),
  constraint mail_offer_id_fkey foreign key (company_id, offer_id) references offer on delete cascade,
  constraint mail_booking_id_fkey foreign key (company_id, booking_id) references booking on delete cascade,
  constraint mail_record_check check (num_nonnulls(offer_id, booking_id) = 1),
  constraint mail_status_check check (status in ('queued', 'sent', 'failed', 'held', 'skipped')),
  constraint mail_content_check check (content is not null or status = 'skipped'),
  constraint mail_lease_check
    check ((lease_token is null) = (lease_until is null) and (lease_token is null or status = 'queued')),
  constraint mail_finished_at_check check ((finished_at is null) = (status in ('queued', 'held')))
);

create index mail_offer_id_idx on mail (company_id, offer_id) where offer_id is not null;
create index mail_booking_id_idx on mail (company_id, booking_id) where booking_id is not null;
create index mail_created_at_idx on mail (company_id, created_at);
-- The queue and its metrics.
create index mail_status_idx on mail (company_id, status, due_at) where status in ('queued', 'held', 'failed');
create index mail_lane_idx on mail (company_id, lane, created_at) where status = 'queued';
create index mail_recipient_idx on mail (company_id, lower(to_address), created_at) where is_anonymous;
