-- The accounts of companies at the payment provider.
create table payment_account (
  company_id bigint not null constraint payment_account_company_id_fkey references company,
  -- UUIDv7. Part of the address to which the provider sends webhooks.
  id uuid not null,
  -- Encrypted. Null once the account was removed long ago.
  api_key text collate "C",
  -- How the key ends, so that people recognize it.
  api_key_end text collate "C" not null,
  -- False for a key of the provider's test mode, which moves no money.
  is_live boolean not null,
  -- Encrypted. Null until the webhook was set up.
  webhook_secret text collate "C",
  -- The secret before the present one, which is valid until then.
  previous_webhook_secret text collate "C",
  previous_webhook_secret_until timestamptz(3),
  -- When the provider has refused the key, and what it said.
  refused_at timestamptz(3),
  refusal text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Since then, the account takes no payments any more. Its payments can still be refunded.
  removed_at timestamptz(3),
  constraint payment_account_pkey primary key (company_id, id),
  constraint payment_account_api_key_check check (api_key is not null or removed_at is not null),
  constraint payment_account_previous_webhook_secret_check
    check ((previous_webhook_secret is null) = (previous_webhook_secret_until is null)),
  constraint payment_account_refusal_check check ((refused_at is null) = (refusal is null))
);

-- A company has one account at a time.
create unique index payment_account_company_id_key on payment_account (company_id) where removed_at is null;

-- Tax rates that were created at the provider.
create table payment_tax_rate (
  company_id bigint not null,
  account_id uuid not null,
  -- Percent, contained in prices.
  percentage double precision not null,
  -- Its id at the provider.
  provider_id text collate "C" not null,
  constraint payment_tax_rate_pkey primary key (company_id, account_id, percentage),
  constraint payment_tax_rate_account_id_fkey foreign key (company_id, account_id)
    references payment_account on delete cascade
);
