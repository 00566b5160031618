// Generated from openapi/ by "npm run generate". Do not edit.
export const errors = {
  /** A parameter, a header or the body violates the contract. `details` lists where. */
  invalid_request: { status: 400, message: "The request is invalid. See details.", meaning: "A parameter, a header or the body violates the contract. `details` lists where.", remedy: "Correct the parts listed in `details` and send the request again." },
  /** The body is not well-formed JSON. */
  invalid_json: { status: 400, message: "The body is not valid JSON: {reason}.", meaning: "The body is not well-formed JSON.", remedy: "Send a JSON document encoded in UTF-8." },
  /** The signature does not belong to the body, or is older than five minutes. */
  invalid_signature: { status: 400, message: "The signature of the event is invalid.", meaning: "The signature does not belong to the body, or is older than five minutes.", remedy: "Set the signing secret of the webhook endpoint with `payment set`. The provider sends the event again." },
  /** The body names a booking type or a person that the customer cannot choose. */
  unknown_reference: { status: 400, message: "The choice is not possible: {problems}.", meaning: "The body names a booking type or a person that the customer cannot choose.", remedy: "Read the page of the company again and choose one of its booking types or `planners`. `details` names the field." },
  /** The link is unknown, was replaced, or has expired, the company has no such public name or booking type, or the path does not exist. The response does not tell which. */
  not_found: { status: 404, message: "This link is invalid or no longer works.", meaning: "The link is unknown, was replaced, or has expired, the company has no such public name or booking type, or the path does not exist. The response does not tell which.", remedy: "Check that the link is complete, or ask the company for a new one." },
  /** The path does not support this method. The `Allow` header lists the supported methods. */
  method_not_allowed: { status: 405, message: "{method} is not supported here. Use {allowed}.", meaning: "The path does not support this method. The `Allow` header lists the supported methods.", remedy: "Use one of the methods in the `Allow` header." },
  /** The body arrived at less than 64 KiB per second for 10 seconds. The connection is closed and nothing was changed. */
  request_timeout: { status: 408, message: "The body arrived too slowly. Send at least 64 KiB per second.", meaning: "The body arrived at less than 64 KiB per second for 10 seconds. The connection is closed and nothing was changed.", remedy: "Send the request again over a faster connection, or compress the body with `Content-Encoding`." },
  /** The offer is not published. */
  offer_not_published: { status: 409, message: "The offer is not published.", meaning: "The offer is not published.", remedy: "Ask the company for the offer." },
  /** The offer is accepted or declined, which is final. */
  offer_closed: { status: 409, message: "The offer is {state}, which is final.", meaning: "The offer is accepted or declined, which is final.", remedy: "Read the offer. Its `decision` shows what was decided." },
  /** The offer is not accepted, so there is no contract to withdraw from. */
  offer_not_accepted: { status: 409, message: "The offer is {state}. Only an accepted offer can be withdrawn from.", meaning: "The offer is not accepted, so there is no contract to withdraw from.", remedy: "Decline the offer instead, if it is open." },
  /** The last day of `validTo` has passed. */
  offer_expired: { status: 409, message: "The offer was valid until {validTo}.", meaning: "The last day of `validTo` has passed.", remedy: "Ask the company for a new offer." },
  /** The slot was taken in the meantime, or is not offered. */
  slot_unavailable: { status: 409, message: "The appointment cannot take place then. Please choose another time.", meaning: "The slot was taken in the meantime, or is not offered.", remedy: "Read the slots again and let the customer choose another one." },
  /** The appointment was cancelled or has taken place. */
  booking_not_confirmed: { status: 409, message: "The appointment is {state} and cannot be changed.", meaning: "The appointment was cancelled or has taken place.", remedy: "Read the booking. Its `status` shows what became of it." },
  /** The person takes no new appointments any more. */
  member_inactive: { status: 409, message: "The person takes no new appointments.", meaning: "The person takes no new appointments any more.", remedy: "Read the page of the company again and let the customer choose somebody else." },
  /** Customers can change the appointment only until some time before its start, or for 15 minutes after they have booked, paid for or moved it. */
  change_too_late: { status: 409, message: "The appointment could be changed until {until}.", meaning: "Customers can change the appointment only until some time before its start, or for 15 minutes after they have booked, paid for or moved it.", remedy: "Ask the company. Its team can change the appointment." },
  /** The appointment was not confirmed or paid in time, or the link to its booking was replaced or has ended. */
  confirmation_expired: { status: 409, message: "The time in which the appointment could be confirmed is over.", meaning: "The appointment was not confirmed or paid in time, or the link to its booking was replaced or has ended.", remedy: "Book the appointment again." },
  /** As many appointments of the e-mail address are confirmed by the link in an e-mail as customers can have with the company. Past and cancelled ones do not count. */
  too_many_appointments: { status: 409, message: "The e-mail address has confirmed {count} appointments with the company already.", meaning: "As many appointments of the e-mail address are confirmed by the link in an e-mail as customers can have with the company. Past and cancelled ones do not count.", remedy: "Cancel an appointment by its link, or ask the company, whose team can enter more." },
  /** The booking type has a price, and the company takes no payments at the moment, or not for an appointment that is so soon. */
  payment_not_available: { status: 409, message: "The booking type {slug} cannot be paid at the moment.", meaning: "The booking type has a price, and the company takes no payments at the moment, or not for an appointment that is so soon.", remedy: "Ask the company for an appointment. Its team can book the type." },
  /** The payment provider failed or did not answer. Nothing was paid; a submitted request is kept. A cancellation that waits for its refund is completed without a further request. */
  payment_provider_error: { status: 502, message: "The payment provider does not answer at the moment. Please try again.", meaning: "The payment provider failed or did not answer. Nothing was paid; a submitted request is kept. A cancellation that waits for its refund is completed without a further request.", remedy: "Send the same request again, with the same `Idempotency-Key`." },
  /** The checkout holds no slot that could be released. It is paid, or a payment is under way. */
  checkout_closed: { status: 409, message: "The booking is {state}, so its checkout cannot be left.", meaning: "The checkout holds no slot that could be released. It is paid, or a payment is under way.", remedy: "Read the checkout. Its `state` shows what became of it." },
  /** The appointment is being cancelled, and waits for the payment provider to give the money back. */
  cancel_in_progress: { status: 409, message: "The appointment is being cancelled.", meaning: "The appointment is being cancelled, and waits for the payment provider to give the money back.", remedy: "Read the booking again later. The customer gets an e-mail." },
  /** The payment provider refuses to give the money back. Nothing was cancelled. */
  refund_refused: { status: 409, message: "The payment cannot be refunded automatically.", meaning: "The payment provider refuses to give the money back. Nothing was cancelled.", remedy: "Ask the company, which can cancel the appointment." },
  /** The terms of the offer have changed since the customer read it, so `termsVersion` is another one now. */
  version_conflict: { status: 409, message: "The offer has changed since you read it.", meaning: "The terms of the offer have changed since the customer read it, so `termsVersion` is another one now.", remedy: "Read the offer again and show it to the customer, who decides on the new `termsVersion`." },
  /** The first request with this `Idempotency-Key` is still running. */
  idempotency_in_progress: { status: 409, message: "A request with this Idempotency-Key is still running.", meaning: "The first request with this `Idempotency-Key` is still running.", remedy: "Wait for the number of seconds in `Retry-After`, then send the same request again." },
  /** The company cannot take requests and appointments at the moment, because its storage is used up. */
  storage_full: { status: 409, message: "The company has used its storage of {limit} MiB.", meaning: "The company cannot take requests and appointments at the moment, because its storage is used up.", remedy: "Ask the company to contact you, or try again later." },
  /** The body exceeds the limit of the operation. */
  payload_too_large: { status: 413, message: "The body exceeds {limit}.", meaning: "The body exceeds the limit of the operation.", remedy: "Split the request." },
  /** The body is not declared as JSON in UTF-8, or its compression is not supported. An operation without a body can only return this if one is sent. */
  unsupported_media_type: { status: 415, message: "The body was sent with {received}. Send it with \"Content-Type: application/json\" in UTF-8, uncompressed or with \"Content-Encoding\" gzip, deflate or br.", meaning: "The body is not declared as JSON in UTF-8, or its compression is not supported. An operation without a body can only return this if one is sent.", remedy: "Set `Content-Type: application/json`. `Content-Encoding` can be `gzip`, `deflate` or `br`." },
  /** Too many requests came from your network address or with this link, your network or the customers of the company have booked too often, or the e-mail address has got too many mails today. */
  rate_limited: { status: 429, message: "Too many requests. Try again in {seconds} seconds.", meaning: "Too many requests came from your network address or with this link, your network or the customers of the company have booked too often, or the e-mail address has got too many mails today.", remedy: "Wait for the number of seconds in `Retry-After`, then send the request again. The `RateLimit` header shows how many requests remain." },
  /** Too many requests of all customers of the company, or from your network address, are running or waiting. Nothing was changed. */
  too_many_concurrent: { status: 429, message: "Too many requests of the company's customers are running or waiting. Try again in {seconds} seconds.", meaning: "Too many requests of all customers of the company, or from your network address, are running or waiting. Nothing was changed.", remedy: "Wait for the number of seconds in `Retry-After`, then send the request again." },
  /** The service failed. The request may or may not have taken effect. */
  internal_error: { status: 500, message: "Internal error. Include the request id {requestId} in a support request.", meaning: "The service failed. The request may or may not have taken effect.", remedy: "Read the offer or the booking again, which shows whether the change was recorded, or send the same request again; with the same `Idempotency-Key`, it takes effect only once. If the error persists, contact support with the request id." },
  /** The database is unavailable or rejects changes, too many requests of all companies are waiting, the request took too long or waited too long for others, or other requests kept changing the same records. Nothing was changed. */
  service_unavailable: { status: 503, message: "{reason}. Try again in {seconds} seconds.", meaning: "The database is unavailable or rejects changes, too many requests of all companies are waiting, the request took too long or waited too long for others, or other requests kept changing the same records. Nothing was changed.", remedy: "Wait for the number of seconds in `Retry-After`, then send the same request again." },
  /** The service runs on a platform for which it cannot render documents. Nothing was changed. */
  documents_unavailable: { status: 503, message: "This installation of the service cannot render documents.", meaning: "The service runs on a platform for which it cannot render documents. Nothing was changed.", remedy: "Report it to whoever runs the service. Sending the request again helps only if another process of the service answers it." },
} as const;
