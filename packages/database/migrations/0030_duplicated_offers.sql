-- The offer from which an offer was duplicated. Becomes null when that one is deleted.
alter table offer add column duplicate_of_id bigint;
alter table offer add constraint offer_duplicate_of_id_fkey
  foreign key (company_id, duplicate_of_id) references offer on delete restrict;

create index offer_duplicate_of_id_idx on offer (company_id, duplicate_of_id) where duplicate_of_id is not null;
