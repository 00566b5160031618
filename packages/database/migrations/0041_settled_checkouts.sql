-- Until when the team settles the booking by hand: its checkout is ended first, which does not free the slot meanwhile.
alter table checkout add column settling_until timestamptz(3);
