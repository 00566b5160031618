-- What an attempt or a lost lease has moved behind its event: discarding finds it by the event's age, enabling puts it back
-- into the order of events. The count of attempts does not tell: one made by hand does not add to those that count.

drop index webhook_delivery_retried_idx;
create index webhook_delivery_retried_idx on webhook_delivery (company_id, endpoint_id, event_created_at)
  where due_at > event_created_at;
