-- Webhooks: claims update the queue in place, endpoints have limits of their own.

-- A lease is in columns that no index has, so that claiming and handing back are HOT updates. due_at is the schedule alone.
alter table webhook_delivery
  add column leased_at timestamptz(3),
  -- The lease ends then, or as soon as its dispatcher is known to have died.
  add column lease_until timestamptz(3),
  -- The dispatcher. Above 0, it holds the advisory lock of this number for as long as it lives.
  add column leased_by integer;

update webhook_delivery
set leased_at = due_at - interval '30 seconds', lease_until = due_at,
  due_at = case when attempts > budget_from then now() else event_created_at end
where lease_token is not null;

-- A process of an older version that still runs fails here, instead of taking leases that never end.
alter table webhook_delivery
  add constraint webhook_delivery_lease_check check (lease_token is null or lease_until is not null);

drop index webhook_delivery_lease_idx;

-- Half of a page is free: a batch that leases all its rows finds room for their new versions.
alter table webhook_delivery set (fillfactor = 45);

-- Each event locked the row of its endpoint to check this, although its statement has just read it. An endpoint is deleted when
-- nothing is queued for it.
alter table webhook_delivery drop constraint webhook_delivery_endpoint_id_fkey;

-- What the endpoint's owner allows; null for no limit of the owner's.
alter table webhook_endpoint alter column max_in_flight drop not null, alter column max_in_flight drop default;
update webhook_endpoint set max_in_flight = null;
alter table webhook_endpoint
  -- Attempts per second.
  add column rate integer,
  -- Up to when the rate is used up, in seconds since 1970.
  add column rate_used_until double precision not null default 0,
  -- Grows with each claim: one that has read an older number overlaps with another claim, and leaves the endpoint alone.
  add column claim_number bigint not null default 0;

alter table webhook_endpoint
  add constraint webhook_endpoint_max_in_flight_check check (max_in_flight > 0),
  add constraint webhook_endpoint_rate_check check (rate > 0);
