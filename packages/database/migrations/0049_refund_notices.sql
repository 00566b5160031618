-- Who can cancel no more gets no money back: the time for a refund of a paid type does not end after that for a cancellation. What
-- customers were told before stays, because a booking can be cancelled as long as its money comes back.
update booking_type
set refund_notice_minutes = cancel_notice_minutes
where price_cents > 0 and refund_notice_minutes < cancel_notice_minutes;
