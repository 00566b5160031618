-- An event about a checkout session wakes the checkout when it is received, and is not queued any more. Those that wait wake it now.
update checkout set status = 'queued', due_at = now(), finished_at = null,
       lease_token = null, leased_by = null, leased_at = null, lease_until = null
 where exists (
   select 1 from provider_event
     join booking on booking.company_id = provider_event.company_id
       and (booking.checkout_session_id = provider_event.object_id
         or booking.payment_intent_id = provider_event.payment_intent_id)
    where provider_event.company_id = checkout.company_id
      and booking.company_id = checkout.company_id
      and booking.id = checkout.id
      and provider_event.status = 'queued'
      and provider_event.type like 'checkout.session.%'
 );

update provider_event set status = 'done', last_error = null, finished_at = now(),
       lease_token = null, leased_by = null, leased_at = null, lease_until = null
 where status = 'queued' and type like 'checkout.session.%';
