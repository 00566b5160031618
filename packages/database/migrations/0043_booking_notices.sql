-- A customer has bought the notices that were shown. Changes of the type do not affect them.
alter table booking
  add column reschedule_notice_minutes integer not null default 1440,
  add column cancel_notice_minutes integer not null default 1440,
  add column refund_notice_minutes integer not null default 1440,
  -- Until when a cancellation by the customer gives back what was paid through the provider. A move does not extend it once it has passed.
  add column refund_until timestamptz(3),
  add constraint booking_reschedule_notice_check check (reschedule_notice_minutes between 0 and 43200),
  add constraint booking_cancel_notice_check check (cancel_notice_minutes between 0 and 43200),
  add constraint booking_refund_notice_check check (refund_notice_minutes between 0 and 43200),
  add constraint booking_refund_until_check check (refund_until is null or amount_paid_cents is not null);

update booking
set reschedule_notice_minutes = booking_type.reschedule_notice_minutes,
    cancel_notice_minutes = booking_type.cancel_notice_minutes,
    refund_notice_minutes = booking_type.refund_notice_minutes
from booking_type
where booking_type.company_id = booking.company_id and booking_type.slug = booking.type_slug;

-- Calculated as timestamps without a time zone: arithmetic with those is immutable, which distributed tables require here.
update booking
set refund_until = greatest(
  (starts_at at time zone 'UTC' - make_interval(mins => refund_notice_minutes)) at time zone 'UTC',
  least((paid_at at time zone 'UTC' + interval '15 minutes') at time zone 'UTC', starts_at)
)
where amount_paid_cents is not null and status <> 'EXPIRED';
