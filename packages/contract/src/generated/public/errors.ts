// Generated from openapi/ by "npm run generate". Do not edit.
export const errors = {
  /** A parameter, a header or the body violates the contract. `details` lists where. */
  invalid_request: { status: 400, message: "The request is invalid. See details.", meaning: "A parameter, a header or the body violates the contract. `details` lists where.", remedy: "Correct the parts listed in `details` and send the request again." },
  /** The body is not well-formed JSON. */
  invalid_json: { status: 400, message: "The body is not valid JSON: {reason}.", meaning: "The body is not well-formed JSON.", remedy: "Send a JSON document encoded in UTF-8." },
  /** The list cannot be sorted by this field or in this direction. */
  invalid_sort: { status: 400, message: "Invalid sort. Use one of {fields}, followed by .asc or .desc.", meaning: "The list cannot be sorted by this field or in this direction.", remedy: "Use one of the fields listed in `message`, followed by `.asc` or `.desc`." },
  /** An id in the body refers to a record that does not exist in your company, to a product of an unexpected type, or to a roof of another project. */
  unknown_reference: { status: 400, message: "An id cannot be used: {problems}.", meaning: "An id in the body refers to a record that does not exist in your company, to a product of an unexpected type, or to a roof of another project.", remedy: "Look up the id in the matching list. `details` names the field." },
  /** A line has no price, and its product has no selling price at the site that applies. */
  price_required: { status: 400, message: "The line at {path} needs a price.", meaning: "A line has no price, and its product has no selling price at the site that applies.", remedy: "Send `price` with the line, or add a selling price for the site to the product. `details` names the lines." },
  /** A line refers to another line that the offer does not have, or that is in the wrong group. */
  dangling_ref: { status: 400, message: "{line} refers to {ref}, which is not a line of the offer that it can refer to: {path}.", meaning: "A line refers to another line that the offer does not have, or that is in the wrong group.", remedy: "Send the `ref` of a line of the offer, and change references to lines that you remove in the same request. `details` names the lines; if the body does not contain the reference, the path is that of the group without the line." },
  /** A calculated quantity or amount is outside the limits. */
  amount_too_large: { status: 400, message: "A calculated quantity or amount is too large: {path}.", meaning: "A calculated quantity or amount is outside the limits.", remedy: "Check quantities and prices. Line totals and the net price must be within ±999,999,999.99 euros, calculated quantities within 1,000,000." },
  /** The price list has more rows than one import accepts. */
  too_many_rows: { status: 400, message: "A price list can have at most {maximum} rows.", meaning: "The price list has more rows than one import accepts.", remedy: "Split the price list and import the parts one after the other." },
  /** The forms have too many sheets or too many bytes for one response. A form has a sheet for each type of inverter. */
  too_many_documents: { status: 400, message: "The forms have more than {maximum}.", meaning: "The forms have too many sheets or too many bytes for one response. A form has a sheet for each type of inverter.", remedy: "Request fewer forms at a time." },
  /** None of the files of the price list can be read. */
  unreadable_price_list: { status: 400, message: "The price list cannot be read. See details.", meaning: "None of the files of the price list can be read.", remedy: "Correct the files listed in `details`, or describe their format with `csv` and `encoding`." },
  /** The report would be too large. The limit applies to the number of groups, counted in every period. */
  too_many_groups: { status: 400, message: "The report has more than {maximum} groups in its {periods} periods together.", meaning: "The report would be too large. The limit applies to the number of groups, counted in every period.", remedy: "Choose a longer `interval`, a shorter span, or a coarser `groupBy`." },
  /** The request has no `Authorization: Bearer` header. */
  missing_api_key: { status: 401, message: "This request needs an API key. Send it as \"Authorization: Bearer <API key>\".", meaning: "The request has no `Authorization: Bearer` header.", remedy: "Send the API key with every request." },
  /** The API key is unknown or revoked. */
  invalid_api_key: { status: 401, message: "The API key is not valid.", meaning: "The API key is unknown or revoked.", remedy: "Check that the key is complete. A revoked key cannot be restored; create a new one in the planner." },
  /** The API key is valid but does not have the scope of this operation. */
  insufficient_scope: { status: 403, message: "This operation needs the scope {scope}.", meaning: "The API key is valid but does not have the scope of this operation.", remedy: "Use a key with the scope named in `message`." },
  /** Your company has no record with this id. Records of other companies are indistinguishable from records that never existed. Unknown paths return the same code. */
  not_found: { status: 404, message: "Nothing found: the path or an id in it does not exist in your company.", meaning: "Your company has no record with this id. Records of other companies are indistinguishable from records that never existed. Unknown paths return the same code.", remedy: "Check the id. The record may have been deleted." },
  /** The path does not support this method. The `Allow` header lists the supported methods. */
  method_not_allowed: { status: 405, message: "{method} is not supported here. Use {allowed}.", meaning: "The path does not support this method. The `Allow` header lists the supported methods.", remedy: "Use one of the methods in the `Allow` header." },
  /** The body arrived at less than 64 KiB per second for 10 seconds. The connection is closed and nothing was changed. */
  request_timeout: { status: 408, message: "The body arrived too slowly. Send at least 64 KiB per second.", meaning: "The body arrived at less than 64 KiB per second for 10 seconds. The connection is closed and nothing was changed.", remedy: "Send the request again over a faster connection, or compress the body with `Content-Encoding`." },
  /** A value that must be unique in your company is taken by another record. */
  already_exists: { status: 409, message: "Another record already has the value in {path}.", meaning: "A value that must be unique in your company is taken by another record.", remedy: "Read or update the other record, or send a different value. `details` names the field and, as `id`, the other record." },
  /** The project has the maximum number of roofs. */
  too_many_roofs: { status: 409, message: "A project can have at most {maximum} roofs.", meaning: "The project has the maximum number of roofs.", remedy: "Delete a roof, or distribute the roofs over several projects." },
  /** The offer is no longer a draft. */
  offer_not_draft: { status: 409, message: "The offer is {state}. Only a draft can be changed like this. The `validTo` of a published offer can move to a later day or null.", meaning: "The offer is no longer a draft.", remedy: "Create another offer. Lines and prices of a published offer cannot change, and its `validTo` cannot move to an earlier day." },
  /** The offer is still a draft. It cannot be accepted or declined and has no link. */
  offer_not_published: { status: 409, message: "The offer is a draft. Publish it first.", meaning: "The offer is still a draft. It cannot be accepted or declined and has no link.", remedy: "Publish the offer first." },
  /** The offer is accepted or declined, which is final. */
  offer_closed: { status: 409, message: "The offer is {state}, which is final.", meaning: "The offer is accepted or declined, which is final.", remedy: "Create another offer." },
  /** The offer has no link, because the service has no public address, or because the link has expired. */
  link_not_available: { status: 409, message: "The offer has no link: {reason}.", meaning: "The offer has no link, because the service has no public address, or because the link has expired.", remedy: "Ask the operator to set `PUBLIC_URL`. A link that has expired, 90 days after the decision or after `validTo`, cannot be renewed." },
  /** The offer cannot be published. It has no line with a quantity above 0, a line without a price, more wired modules than it has modules, or a negative price, net or including VAT. `details` name the lines. */
  offer_incomplete: { status: 409, message: "The offer cannot be published: {reason}.", meaning: "The offer cannot be published. It has no line with a quantity above 0, a line without a price, more wired modules than it has modules, or a negative price, net or including VAT. `details` name the lines.", remedy: "Add the lines and prices that are missing, correct the strings, or reduce the discounts." },
  /** The last day of `validTo` has passed. */
  offer_expired: { status: 409, message: "The offer was valid until {validTo}.", meaning: "The last day of `validTo` has passed.", remedy: "Set a later `validTo`, or null." },
  /** The offer, or an offer of the project or customer, was accepted. Accepted offers are kept, as required by law. */
  accepted_offer_exists: { status: 409, message: "An accepted offer must be kept.", meaning: "The offer, or an offer of the project or customer, was accepted. Accepted offers are kept, as required by law.", remedy: "Keep the record. For a project without an installation, set its state to `ARCHIVED`." },
  /** The offer has the maximum number of lines, in total or of this kind. */
  too_many_lines: { status: 409, message: "An offer can have at most {maximum} {kind}.", meaning: "The offer has the maximum number of lines, in total or of this kind.", remedy: "Remove a line, or distribute the lines over several offers." },
  /** An archived product cannot be added to an offer. `details` name all archived products and services of the request. */
  material_archived: { status: 409, message: "The product in {path} is archived.", meaning: "An archived product cannot be added to an offer. `details` name all archived products and services of the request.", remedy: "Choose another product, or restore this one. `duplicateOffer` leaves such lines out with `withoutArchived`." },
  /** An archived service cannot be added to an offer. `details` name all archived services of the request. */
  service_archived: { status: 409, message: "The service in {path} is archived.", meaning: "An archived service cannot be added to an offer. `details` name all archived services of the request.", remedy: "Choose another service, or restore this one. `duplicateOffer` leaves such lines out with `withoutArchived`." },
  /** The offer request is closed or was already converted. */
  offer_request_closed: { status: 409, message: "The offer request is closed or was already converted.", meaning: "The offer request is closed or was already converted.", remedy: "Create another offer request, or an offer for the project." },
  /** The status of the offer request follows its offers. It can only be set to `LOST`. */
  offer_request_has_offers: { status: 409, message: "The offer request has offers, which determine its status.", meaning: "The status of the offer request follows its offers. It can only be set to `LOST`.", remedy: "Decline or delete its offers, or set the status to `LOST`." },
  /** The appointment cannot take place at this time. It is outside the working hours, or somebody who would take it is absent or has another appointment, including buffers. */
  slot_unavailable: { status: 409, message: "The appointment cannot take place then: {reason}.", meaning: "The appointment cannot take place at this time. It is outside the working hours, or somebody who would take it is absent or has another appointment, including buffers.", remedy: "Read the slots again and choose another time or planner. `allowOutsideAvailability` lets your team book outside the working hours." },
  /** The booking is not `CONFIRMED`. It is over, cancelled or not real. */
  booking_not_confirmed: { status: 409, message: "The booking is {state}. Only a confirmed one can be changed.", meaning: "The booking is not `CONFIRMED`. It is over, cancelled or not real.", remedy: "Read the booking. For another appointment with the customer, create a follow-up or a booking." },
  /** The booking was cancelled or is not real, so no appointment can follow it. */
  booking_not_followable: { status: 409, message: "The booking is {state} and cannot be followed up.", meaning: "The booking was cancelled or is not real, so no appointment can follow it.", remedy: "Create a booking instead." },
  /** The appointment has not started, so nobody knows whether it takes place. */
  booking_not_started: { status: 409, message: "The appointment starts at {startsAt}.", meaning: "The appointment has not started, so nobody knows whether it takes place.", remedy: "Wait until the appointment has started, or cancel it." },
  /** The booking type is inactive and gets no new appointments. */
  booking_type_inactive: { status: 409, message: "The booking type {slug} is inactive.", meaning: "The booking type is inactive and gets no new appointments.", remedy: "Choose another booking type, or activate this one in the planner." },
  /** The team member is inactive and gets no new appointments. */
  member_inactive: { status: 409, message: "The team member is inactive.", meaning: "The team member is inactive and gets no new appointments.", remedy: "Choose an active team member. An appointment of an inactive one can be moved after it was handed over." },
  /** The team member cannot take the appointment. Another appointment or an absence is in the way, or the booking type has no planners. */
  planner_unavailable: { status: 409, message: "The team member cannot take the appointment: {reason}.", meaning: "The team member cannot take the appointment. Another appointment or an absence is in the way, or the booking type has no planners.", remedy: "Choose another team member, or move the appointment." },
  /** The payment provider failed or did not answer. */
  payment_provider_error: { status: 502, message: "The payment provider did not answer as expected.", meaning: "The payment provider failed or did not answer.", remedy: "Send the same request again, with the same `Idempotency-Key`." },
  /** The booking is being cancelled, and waits for the payment provider to give the money back. It is completed without a further request. */
  cancel_in_progress: { status: 409, message: "The booking is being cancelled.", meaning: "The booking is being cancelled, and waits for the payment provider to give the money back. It is completed without a further request.", remedy: "Read the booking again later. `cancelRequestedAt` is set until it is cancelled. If the provider refuses the refund, your team gets an e-mail and the booking stays confirmed." },
  /** The payment provider refuses to give the money back, for example because of a dispute. Nothing was cancelled. */
  refund_refused: { status: 409, message: "The payment provider refuses the refund: {reason}", meaning: "The payment provider refuses to give the money back, for example because of a dispute. Nothing was cancelled.", remedy: "Cancel with `\"refund\":false`, and settle the money with the customer or at the provider." },
  /** The booking cannot be settled. Nothing is owed, it is paid, cancelled or not real, or a payment is under way. */
  booking_not_payable: { status: 409, message: "The booking is {state} and cannot be settled.", meaning: "The booking cannot be settled. Nothing is owed, it is paid, cancelled or not real, or a payment is under way.", remedy: "Read the booking. Its `status` and `paymentStatus` show what became of it." },
  /** A line of an offer refers to the roof. */
  roof_in_use: { status: 409, message: "An offer still has lines on this roof.", meaning: "A line of an offer refers to the roof.", remedy: "Remove the lines from the draft, or delete the offer first." },
  /** A line of an offer has the service. */
  service_in_use: { status: 409, message: "The service is in use. Archive it instead.", meaning: "A line of an offer has the service.", remedy: "Archive the service with PATCH `archived: true`. It remains where it is in use." },
  /** The product is on an offer, or is the mounting system of a roof, and cannot be deleted. */
  material_in_use: { status: 409, message: "The product is in use. Archive it instead.", meaning: "The product is on an offer, or is the mounting system of a roof, and cannot be deleted.", remedy: "Archive the product with PATCH `archived: true`. It remains where it is in use." },
  /** The catalog contains products of the manufacturer. */
  manufacturer_in_use: { status: 409, message: "The catalog still contains products of this manufacturer.", meaning: "The catalog contains products of the manufacturer.", remedy: "Assign its products to another manufacturer or delete them first. `materialCount` is their number." },
  /** The record has changed since you read it, so its `ETag` no longer matches `If-Match`. */
  version_conflict: { status: 409, message: "The record has changed since you read it.", meaning: "The record has changed since you read it, so its `ETag` no longer matches `If-Match`.", remedy: "Read the record again, reapply your change and send the new `ETag`." },
  /** The `Idempotency-Key` was used for a different request within the last 24 hours. */
  idempotency_key_reused: { status: 409, message: "This Idempotency-Key belongs to a different request.", meaning: "The `Idempotency-Key` was used for a different request within the last 24 hours.", remedy: "Use a new key for a new request. Reuse a key only to repeat the same request unchanged." },
  /** The first request with this `Idempotency-Key` is still running. */
  idempotency_in_progress: { status: 409, message: "A request with this Idempotency-Key is still running.", meaning: "The first request with this `Idempotency-Key` is still running.", remedy: "Wait for the number of seconds in `Retry-After`, then send the same request again." },
  /** The records, events and stored responses of your company take up the storage that the operator allows. Reading and deleting are still possible. */
  storage_full: { status: 409, message: "Your company has used its storage of {limit} MiB.", meaning: "The records, events and stored responses of your company take up the storage that the operator allows. Reading and deleting are still possible.", remedy: "Delete records that you no longer need and try again after a minute, or ask the operator for more storage. Events are removed after 30 days, stored responses after 24 hours." },
  /** The body exceeds the limit of the operation. */
  payload_too_large: { status: 413, message: "The body exceeds {limit}.", meaning: "The body exceeds the limit of the operation.", remedy: "Split the request." },
  /** The body is not declared as JSON in UTF-8, or its compression is not supported. An operation without a body can only return this if one is sent. */
  unsupported_media_type: { status: 415, message: "The body was sent with {received}. Send it with \"Content-Type: application/json\" in UTF-8, uncompressed or with \"Content-Encoding\" gzip, deflate or br.", meaning: "The body is not declared as JSON in UTF-8, or its compression is not supported. An operation without a body can only return this if one is sent.", remedy: "Set `Content-Type: application/json`. `Content-Encoding` can be `gzip`, `deflate` or `br`." },
  /** The API key has exceeded its rate limit, your network address has sent too many unknown API keys, or the responses to requests of your company with an `Idempotency-Key` exceed 256 MiB in 24 hours. */
  rate_limited: { status: 429, message: "Too many requests. Try again in {seconds} seconds.", meaning: "The API key has exceeded its rate limit, your network address has sent too many unknown API keys, or the responses to requests of your company with an `Idempotency-Key` exceed 256 MiB in 24 hours.", remedy: "Wait for the number of seconds in `Retry-After`, then send the request again. The `RateLimit` header shows how many requests remain." },
  /** Your company uses its share of the service: too many of its requests are running or waiting, another price list is being imported, its clients have 32 MiB of responses to read, or any while those of all companies have too many. The rate limit has nothing to do with it. Nothing was changed. */
  too_many_concurrent: { status: 429, message: "Too many requests of your company are running or waiting. Try again in {seconds} seconds.", meaning: "Your company uses its share of the service: too many of its requests are running or waiting, another price list is being imported, its clients have 32 MiB of responses to read, or any while those of all companies have too many. The rate limit has nothing to do with it. Nothing was changed.", remedy: "Wait for the number of seconds in `Retry-After`, then send the request again. Send fewer requests at the same time." },
  /** The service failed. The request may or may not have taken effect. */
  internal_error: { status: 500, message: "Internal error. Include the request id {requestId} in a support request.", meaning: "The service failed. The request may or may not have taken effect.", remedy: "Send the same request again; with the same `Idempotency-Key`, a POST takes effect only once. Before you repeat a POST without a key, check whether the record exists. If the error persists, contact support with the request id." },
  /** The database is unavailable or rejects changes, too many requests of all companies are waiting, the request took too long or waited too long for others, or other requests kept changing the same records. Nothing was changed. */
  service_unavailable: { status: 503, message: "{reason}. Try again in {seconds} seconds.", meaning: "The database is unavailable or rejects changes, too many requests of all companies are waiting, the request took too long or waited too long for others, or other requests kept changing the same records. Nothing was changed.", remedy: "Wait for the number of seconds in `Retry-After`, then send the same request again." },
  /** The service became unavailable, or concurrent changes kept interfering, after the first items of the request had been processed. Their records are stored. Those of the other items are unchanged, except perhaps the next 50 if the connection to the database broke. */
  interrupted: { status: 503, message: "The request was interrupted after {done} of {total} items. Send it again in {seconds} seconds.", meaning: "The service became unavailable, or concurrent changes kept interfering, after the first items of the request had been processed. Their records are stored. Those of the other items are unchanged, except perhaps the next 50 if the connection to the database broke.", remedy: "Wait for the number of seconds in `Retry-After`, then send the same request again. Items that were completed are then `UNCHANGED`." },
  /** The service runs on a platform for which it cannot render documents. Nothing was changed. */
  documents_unavailable: { status: 503, message: "This installation of the service cannot render documents.", meaning: "The service runs on a platform for which it cannot render documents. Nothing was changed.", remedy: "Report it to whoever runs the service. Sending the request again helps only if another process of the service answers it." },
} as const;
