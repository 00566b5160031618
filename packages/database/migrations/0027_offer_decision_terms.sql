-- What was decided on, for decisions of customers and of the team.
alter table offer_decision
  add column state text collate "C",
  -- Who decided, as in `decision.by`: TEAM or CUSTOMER.
  add column decided_by text collate "C" not null default 'CUSTOMER',
  -- The very text whose SHA-256 is `terms_version`. Null for decisions that were stored before this column existed.
  add column terms text,
  drop column link_hash;

update offer_decision
set state = offer.state
from offer
where offer.company_id = offer_decision.company_id and offer.id = offer_decision.offer_id;

alter table offer_decision
  alter column state set not null,
  alter column decided_by drop default;

alter table offer_withdrawal drop column link_hash;

-- Finds the network addresses that are deleted some time after a decline.
create index offer_decision_declined_client_idx on offer_decision (company_id, decided_at)
where state = 'DECLINED' and (client_address is not null or user_agent is not null);
