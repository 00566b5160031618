-- Every booking copies the notices of its type: an insert that forgets them fails instead of selling other terms.
alter table booking
  alter column reschedule_notice_minutes drop default,
  alter column cancel_notice_minutes drop default,
  alter column refund_notice_minutes drop default;
