-- Mails and holds are counted by mailbox: without case, `+tag`, and the dots that Gmail ignores. The expression is that of `mailboxOf`.
drop index mail_recipient_idx;
create index mail_mailbox_idx on mail (
  company_id,
  (case when lower(to_address) ~ '@(gmail|googlemail)\.com$'
        then replace(regexp_replace(lower(to_address), '(\+[^@]*)?@.*$', ''), '.', '')
        else regexp_replace(lower(to_address), '\+[^@]*@', '@') end),
  created_at
) where is_anonymous;

drop index booking_pending_email_idx;
create index booking_mailbox_idx on booking (
  company_id,
  (case when lower(email) ~ '@(gmail|googlemail)\.com$'
        then replace(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '.', '')
        else regexp_replace(lower(email), '\+[^@]*@', '@') end)
) where email is not null;
