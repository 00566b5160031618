-- Which account was used, and which request cancels.
alter table booking add constraint booking_payment_account_id_fkey
  foreign key (company_id, payment_account_id) references payment_account on delete restrict;
create index booking_payment_account_id_idx on booking (company_id, payment_account_id)
  where payment_account_id is not null;

alter table provider_event add constraint provider_event_payment_account_id_fkey
  foreign key (company_id, payment_account_id) references payment_account on delete cascade;
create index provider_event_payment_account_id_idx on provider_event (company_id, payment_account_id);

-- SHA-256 of the idempotency key with which somebody cancels. A repeat of the request continues the cancellation.
alter table refund add column request_key text collate "C";
alter table refund add constraint refund_request_key_key unique (company_id, request_key);
