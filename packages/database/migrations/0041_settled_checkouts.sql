-- Until when the team settles the booking by hand: its checkout is ended first, which does not free the slot meanwhile.
alter table checkout add column settling_until timestamptz(3);

-- Requests are stored encrypted from now on, because they contain the customer's link. One in clear can no longer be repeated: its session
-- was shown to nobody unless it is known by now, so the hold ends without it.
update checkout set request = null where request is not null and request ->> 'sealed' is null;
