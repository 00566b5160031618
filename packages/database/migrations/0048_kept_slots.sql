-- Appointments that customers must confirm by a mailed link.

-- They are no bookings: only their slots are not offered. Rows are deleted an hour later.
create table kept_slot (
  company_id bigint not null constraint kept_slot_company_id_fkey references company,
  -- UUIDv7. That of the booking, once it is confirmed.
  id uuid not null,
  -- What the customer wants, encrypted.
  content text collate "C" not null,
  -- What the appointment occupies, as that of a booking. Null if so many slots are kept that others can book this one meanwhile.
  resource text collate "C",
  lane integer not null,
  blocked_from timestamptz(3) not null,
  blocked_to timestamptz(3) not null,
  kept_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint kept_slot_pkey primary key (company_id, id)
);

create index kept_slot_resource_idx on kept_slot (company_id, resource, blocked_from) where resource is not null;
create index kept_slot_created_at_idx on kept_slot (company_id, created_at);

alter table booking
  -- `link` if the customer has confirmed the appointment by a mailed link; `address` if the same mailbox had confirmed one before. Null: no
  -- proof that the customer reads the mails.
  add column email_proof text collate "C",
  -- The network of a customer who booked without proof, of which the number of bookings is limited. Null an hour later.
  add column client_network text collate "C",
  add constraint booking_email_proof_check
    check (email_proof is null or (email_proof in ('link', 'address') and source <> 'PLANNER')),
  add constraint booking_client_network_check check (client_network is null or source <> 'PLANNER');

-- Those without proof, which are limited.
create index booking_unproven_idx on booking (company_id, created_at)
  where email_proof is null and source <> 'PLANNER';
create index booking_client_network_idx on booking (company_id, created_at) where client_network is not null;

alter table mail
  add column kept_slot_id uuid,
  drop constraint mail_record_check,
  add constraint mail_record_check check (num_nonnulls(offer_id, booking_id, webhook_endpoint_id, kept_slot_id) = 1);
alter table mail
  add constraint mail_kept_slot_id_fkey foreign key (company_id, kept_slot_id) references kept_slot on delete cascade;
create index mail_kept_slot_id_idx on mail (company_id, kept_slot_id) where kept_slot_id is not null;

alter table offer_request add column email_verified boolean not null default false;
