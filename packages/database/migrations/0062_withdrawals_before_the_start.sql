alter table booking
  -- The customer withdrew from the contract before the appointment began: its money goes back. A later move does not change that.
  add column withdrawn_before_start boolean not null default false;
update booking set withdrawn_before_start = true where withdrawn_at < starts_at;
