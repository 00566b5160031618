-- What is known of an endpoint that fails, and mails about it.

alter table webhook_endpoint
  -- When the last failure that counted was saved. An attempt claimed before does not count, because it is not consecutive.
  add column failed_at timestamptz(3),
  -- Of the last failed attempt; null after a success.
  add column last_error_code text collate "C",
  add column last_error_text text;

alter table mail
  add column webhook_endpoint_id uuid,
  add constraint mail_webhook_endpoint_id_fkey
    foreign key (company_id, webhook_endpoint_id) references webhook_endpoint on delete cascade,
  drop constraint mail_record_check,
  add constraint mail_record_check check (num_nonnulls(offer_id, booking_id, webhook_endpoint_id) = 1);

create index mail_webhook_endpoint_id_idx on mail (company_id, webhook_endpoint_id) where webhook_endpoint_id is not null;
