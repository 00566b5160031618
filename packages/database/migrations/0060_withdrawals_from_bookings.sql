alter table booking
  -- The customer has asked for the service before the period for a withdrawal ends.
  add column start_before_withdrawal_ends boolean not null default false,
  -- When the customer withdrew from the contract.
  add column withdrawn_at timestamptz(3);
