-- Mailboxes of Proton have several domains, and Proton ignores dots, hyphens and underscores. The expression is that of `mailboxOf`.
drop index mail_mailbox_idx;
create index mail_mailbox_idx on mail (
  company_id,
  (case when lower(to_address) ~ '@(gmail|googlemail)\.com$'
        then replace(regexp_replace(lower(to_address), '(\+[^@]*)?@.*$', ''), '.', '')
        when lower(to_address) ~ '@(proton\.me|protonmail\.com|pm\.me)$'
        then translate(regexp_replace(lower(to_address), '(\+[^@]*)?@.*$', ''), '.-_', '') || '@proton.me'
        else regexp_replace(lower(to_address), '\+[^@]*@', '@') end),
  created_at
) where is_anonymous;

drop index booking_mailbox_idx;
create index booking_mailbox_idx on booking (
  company_id,
  (case when lower(email) ~ '@(gmail|googlemail)\.com$'
        then replace(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '.', '')
        when lower(email) ~ '@(proton\.me|protonmail\.com|pm\.me)$'
        then translate(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '.-_', '') || '@proton.me'
        else regexp_replace(lower(email), '\+[^@]*@', '@') end)
) where email is not null;
