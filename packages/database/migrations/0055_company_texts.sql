-- What companies tell consumers. Rows are versions: offers and evidence refer to them, so that none changes.
create table company_texts (
  company_id bigint not null constraint company_texts_company_id_fkey references company,
  version integer not null,
  created_at timestamptz(3) not null default now(),
  -- When the period for a withdrawal begins: CONTRACT or DELIVERY. Null: there is no instruction.
  withdrawal text collate "C",
  terms_and_conditions text,
  -- [{percent, due}], adds up to 100.
  payment_plan json,
  delivery_time text,
  guarantee text,
  constraint company_texts_pkey primary key (company_id, version)
);

-- The general partner of a KG, which its letters state.
alter table company add column general_partner text;
