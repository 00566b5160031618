-- Payment of bookings: checkouts at the payment provider, what was paid, and what went back.

-- How customers pay a type. The slot is held during the checkout.
alter table booking_type
  add column hold_minutes integer not null default 30,
  add column payment_methods text[] not null default '{card}',
  add column promotion_codes boolean not null default false,
  add column refund_notice_minutes integer not null default 1440,
  add constraint booking_type_hold_check check (hold_minutes between 30 and 1440),
  add constraint booking_type_payment_methods_check
    check (payment_methods <@ array['card', 'paypal', 'sepa_debit'] and payment_methods <> '{}'),
  add constraint booking_type_refund_notice_check check (refund_notice_minutes between 0 and 43200);

alter table booking
  -- Null if nothing was paid through the provider. Lower than the price if a promotion code was used.
  add column amount_paid_cents integer,
  add column refunded_cents integer not null default 0,
  add column paid_at timestamptz(3),
  -- `manual` if the team settled it.
  add column payment_method text collate "C",
  -- As confirmed in the checkout.
  add column billing_name text,
  -- { line1, line2, postalCode, city, state, country }
  add column billing_address json,
  -- The company's account at the provider, and what it calls the booking there.
  add column payment_account_id uuid,
  add column checkout_session_id text collate "C",
  add column stripe_customer_id text collate "C",
  add column payment_intent_id text collate "C",
  add column stripe_invoice_id text collate "C",
  -- A cancellation that waits for its refund: who cancels, why, and how much goes back.
  add column cancel_intent json,
  add column cancel_requested_at timestamptz(3),
  add constraint booking_amount_paid_check
    check (amount_paid_cents is null
      or (amount_paid_cents between 1 and price_cents and payment_status in ('PAID', 'REFUNDED'))),
  add constraint booking_refunded_check
    check (refunded_cents between 0 and coalesce(amount_paid_cents, price_cents)),
  add constraint booking_payment_method_check
    check (payment_method in ('card', 'paypal', 'sepa_debit', 'manual')),
  add constraint booking_paid_at_check check (
    (payment_status in ('PAID', 'REFUNDED')) = (paid_at is not null)
      and (paid_at is null) = (payment_method is null)
      and (paid_at is not null or refunded_cents = 0)
  ),
  add constraint booking_manual_check
    check (paid_at is null or (payment_method = 'manual') = (amount_paid_cents is null)),
  add constraint booking_fully_refunded_check check (
    paid_at is null
      or (payment_status = 'REFUNDED') = (refunded_cents = coalesce(amount_paid_cents, price_cents))
  ),
  add constraint booking_billing_check
    check (num_nonnulls(billing_name, billing_address) = 0 or amount_paid_cents is not null),
  add constraint booking_session_account_check
    check (checkout_session_id is null or payment_account_id is not null),
  add constraint booking_references_check check (
    num_nonnulls(stripe_customer_id, payment_intent_id, stripe_invoice_id) = 0
      or checkout_session_id is not null
  ),
  add constraint booking_cancel_intent_check check (
    (cancel_intent is null) = (cancel_requested_at is null)
      and (cancel_intent is null or status = 'CONFIRMED')
  ),
  add constraint booking_checkout_session_id_key unique (company_id, checkout_session_id);

create index booking_payment_intent_id_idx on booking (company_id, payment_intent_id)
  where payment_intent_id is not null;
create index booking_pending_email_idx on booking (company_id, lower(email)) where status = 'PENDING_PAYMENT';

-- The request for which a booking was made, unless the customer did not pay and tries again.
drop index booking_offer_request_id_key;
create unique index booking_offer_request_id_key on booking (company_id, offer_request_id)
  where source = 'BUILDER' and status <> 'EXPIRED';

-- Checkouts of bookings. A queue with leases: until the booking is decided, dispatchers ask the provider what became of the checkout.
create table checkout (
  company_id bigint not null,
  -- That of the booking.
  id uuid not null,
  -- SHA-256 of the idempotency key with which the customer began it. A repeat of the request continues it.
  request_key text collate "C",
  -- What the provider is asked for. Null once it has answered.
  request json,
  -- Where the customer pays, and until when. Null once the booking is decided.
  url text collate "C",
  expires_at timestamptz(3) not null,
  -- Network address of the customer, which limits the slots that somebody can hold. Null once the booking is decided.
  client_address text collate "C",
  -- A debit is under way, which can take days.
  is_processing boolean not null default false,
  status text collate "C" not null,
  lane text collate "C" not null,
  attempts integer not null default 0,
  -- When the provider is asked next.
  due_at timestamptz(3) not null,
  lease_token uuid,
  lease_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint checkout_pkey primary key (company_id, id),
  constraint checkout_id_fkey foreign key (company_id, id) references booking on delete cascade,
  constraint checkout_request_key_key unique (company_id, request_key),
  constraint checkout_status_check check (status in ('queued', 'done', 'failed')),
  constraint checkout_lease_check
    check ((lease_token is null) = (lease_until is null) and (lease_token is null or status = 'queued')),
  constraint checkout_finished_at_check check ((finished_at is null) = (status = 'queued'))
);

create index checkout_status_idx on checkout (company_id, status, due_at) where status = 'queued';
create index checkout_lane_idx on checkout (company_id, lane, created_at) where status = 'queued';
create index checkout_client_address_idx on checkout (company_id, client_address) where client_address is not null;

-- Money that goes back to customers, in full or in part. A queue with leases of those refunds that the provider is asked for.
create table refund (
  company_id bigint not null,
  -- UUIDv7.
  id uuid not null,
  booking_id uuid not null,
  -- Why: the booking is cancelled, the money came after the checkout had expired, the team refunds, or it did so at the provider.
  cause text collate "C" not null,
  amount_cents integer not null,
  -- Number of the idempotency key at the provider. A new one is used after a failure that the provider would repeat.
  key_number integer not null default 1,
  -- Null until the provider has answered, and for money that the team gave back by hand.
  provider_refund_id text collate "C",
  -- What the provider says: pending, succeeded, failed or canceled.
  outcome text collate "C",
  refunded_at timestamptz(3),
  status text collate "C" not null,
  lane text collate "C" not null,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  lease_token uuid,
  lease_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint refund_pkey primary key (company_id, id),
  constraint refund_booking_id_fkey foreign key (company_id, booking_id) references booking on delete restrict,
  constraint refund_provider_refund_id_key unique (company_id, provider_refund_id),
  constraint refund_cause_check check (cause in ('cancellation', 'late_payment', 'team', 'provider')),
  constraint refund_amount_check check (amount_cents > 0),
  constraint refund_outcome_check check (outcome in ('pending', 'succeeded', 'failed', 'canceled')),
  constraint refund_status_check check (status in ('queued', 'done', 'failed')),
  constraint refund_lease_check
    check ((lease_token is null) = (lease_until is null) and (lease_token is null or status = 'queued')),
  constraint refund_finished_at_check check ((finished_at is null) = (status = 'queued'))
);

create index refund_booking_id_idx on refund (company_id, booking_id);
create index refund_status_idx on refund (company_id, status, due_at) where status = 'queued';
create index refund_lane_idx on refund (company_id, lane, created_at) where status = 'queued';

-- What the provider has reported. A queue with leases. Reports are hints: what is true is read from the provider.
create table provider_event (
  company_id bigint not null constraint provider_event_company_id_fkey references company,
  -- That of the provider. A report that is repeated is stored once.
  id text collate "C" not null,
  payment_account_id uuid not null,
  type text collate "C" not null,
  -- The checkout session, refund, charge or dispute that changed, and the payment of which it is a part.
  object_id text collate "C" not null,
  payment_intent_id text collate "C",
  status text collate "C" not null,
  lane text collate "C" not null,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  lease_token uuid,
  lease_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint provider_event_pkey primary key (company_id, id),
  constraint provider_event_status_check check (status in ('queued', 'done', 'failed')),
  constraint provider_event_lease_check
    check ((lease_token is null) = (lease_until is null) and (lease_token is null or status = 'queued')),
  constraint provider_event_finished_at_check check ((finished_at is null) = (status = 'queued'))
);

create index provider_event_status_idx on provider_event (company_id, status, due_at) where status = 'queued';
create index provider_event_lane_idx on provider_event (company_id, lane, created_at) where status = 'queued';
create index provider_event_created_at_idx on provider_event (company_id, created_at);
