-- Disputes of payments: the customer's bank takes the money back, or wants to.

alter table booking
  -- The last one: { status, amountCents, reason, openedAt, closedAt }
  add column dispute json;

alter table provider_event
  -- What an event of a dispute says of it: { status, amountCents, reason, openedAt }
  add column dispute json;
