-- Bookings with a proven address are counted, too, by booking_created_at_idx.
drop index booking_unproven_idx;
