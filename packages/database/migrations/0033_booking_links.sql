-- Links to bookings.

alter table link alter column offer_id drop not null;
alter table link add column booking_id uuid;
alter table link add constraint link_booking_id_key unique (company_id, booking_id);
alter table link add constraint link_booking_id_fkey
  foreign key (company_id, booking_id) references booking on delete cascade;
alter table link add constraint link_record_check check (num_nonnulls(offer_id, booking_id) = 1);
