-- One key instead of two indexes: in this order it also finds the deliveries of an event.

drop index webhook_delivery_event_id_idx;
alter table webhook_delivery drop constraint webhook_delivery_event_id_key;
alter table webhook_delivery add constraint webhook_delivery_event_id_key unique (company_id, event_id, endpoint_id);
