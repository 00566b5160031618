-- Mailboxes of iCloud have several domains, and Proton has a fourth one. The expression is that of `mailboxOf`.
drop index mail_mailbox_idx;
create index mail_mailbox_idx on mail (
  company_id,
  (case when lower(to_address) ~ '@(gmail\.com|googlemail\.com)$'
        then translate(regexp_replace(lower(to_address), '(\+[^@]*)?@.*$', ''), '.', '') || '@gmail.com'
        when lower(to_address) ~ '@(proton\.me|protonmail\.com|protonmail\.ch|pm\.me)$'
        then translate(regexp_replace(lower(to_address), '(\+[^@]*)?@.*$', ''), '.-_', '') || '@proton.me'
        when lower(to_address) ~ '@(icloud\.com|me\.com|mac\.com)$'
        then translate(regexp_replace(lower(to_address), '(\+[^@]*)?@.*$', ''), '', '') || '@icloud.com'
        else regexp_replace(lower(to_address), '\+[^@]*@', '@') end),
  created_at
) where is_anonymous;

drop index booking_mailbox_idx;
create index booking_mailbox_idx on booking (
  company_id,
  (case when lower(email) ~ '@(gmail\.com|googlemail\.com)$'
        then translate(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '.', '') || '@gmail.com'
        when lower(email) ~ '@(proton\.me|protonmail\.com|protonmail\.ch|pm\.me)$'
        then translate(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '.-_', '') || '@proton.me'
        when lower(email) ~ '@(icloud\.com|me\.com|mac\.com)$'
        then translate(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '', '') || '@icloud.com'
        else regexp_replace(lower(email), '\+[^@]*@', '@') end)
) where email is not null;
