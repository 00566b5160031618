alter table offer_decision
  -- Whether the customer asked expressly that the work begins before the period for a withdrawal ends (§ 356 (4), § 357a (2) BGB).
  add column start_before_withdrawal_ends boolean not null default false;
