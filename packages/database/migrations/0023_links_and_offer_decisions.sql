-- Links for customers, and what customers have decided.

-- A link opens one record to whoever has it. Its token is derived from the secret key and `version`, so that it can be shown again;
-- only the hash of the token is stored. The row stays as long as its record, so that no version is used twice.
create table link (
  company_id bigint not null,
  -- SHA-256 of the token.
  hash bytea not null,
  -- A token is valid for one purpose only, such as `offer`.
  purpose text collate "C" not null,
  offer_id bigint not null,
  -- Increases when the link is replaced.
  version integer not null,
  -- Null: no end yet.
  ends_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint link_pkey primary key (company_id, hash),
  constraint link_offer_id_key unique (company_id, offer_id),
  constraint link_offer_id_fkey foreign key (company_id, offer_id) references offer on delete cascade
);

-- Evidence of a customer's decision about an offer.
create table offer_decision (
  company_id bigint not null,
  offer_id bigint not null,
  decided_at timestamptz(3) not null,
  -- Hash of the token of the link with which the customer decided.
  link_hash text collate "C" not null,
  -- SHA-256 of the terms as shown.
  terms_version text collate "C" not null,
  offer_price numeric(14, 2) not null,
  -- As typed.
  name text,
  client_address text collate "C",
  user_agent text,
  constraint offer_decision_pkey primary key (company_id, offer_id),
  constraint offer_decision_offer_id_fkey foreign key (company_id, offer_id) references offer on delete cascade
);

-- Withdrawals from contracts (Widerruf). The offer stays accepted.
create table offer_withdrawal (
  company_id bigint not null,
  offer_id bigint not null,
  withdrawn_at timestamptz(3) not null,
  link_hash text collate "C" not null,
  -- Both as typed.
  name text,
  note text,
  client_address text collate "C",
  user_agent text,
  constraint offer_withdrawal_pkey primary key (company_id, offer_id),
  constraint offer_withdrawal_offer_id_fkey foreign key (company_id, offer_id) references offer on delete cascade
);
