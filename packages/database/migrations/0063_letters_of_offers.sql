-- Letters of published offers, as they were first printed. A later version of the service prints them no differently.
create table offer_letter (
  company_id bigint not null,
  offer_id bigint not null,
  revision integer not null,
  -- PUBLISHED, ACCEPTED, DECLINED or WITHDRAWN: letters show what was decided.
  state text collate "C" not null,
  pdf bytea not null,
  constraint offer_letter_pkey primary key (company_id, offer_id, revision, state),
  constraint offer_letter_offer_id_fkey foreign key (company_id, offer_id) references offer on delete cascade
);
-- PDF files are compressed.
alter table offer_letter alter column pdf set storage external;
