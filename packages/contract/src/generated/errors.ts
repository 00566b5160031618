// Generated from openapi/ by "npm run generate". Do not edit.
export const errors = {
  /** A parameter, a header or the body breaks the contract. `details` says where. */
  invalid_request: { status: 400, message: "The request is invalid. See details.", meaning: "A parameter, a header or the body breaks the contract. `details` says where.", remedy: "Correct the places named in `details`, then send again." },
  /** The body is not well-formed JSON. */
  invalid_json: { status: 400, message: "The body is not valid JSON: {reason}.", meaning: "The body is not well-formed JSON.", remedy: "Send a JSON document encoded in UTF-8." },
  /** The list cannot be sorted by this field or in this direction. */
  invalid_sort: { status: 400, message: "This list cannot be sorted like that. Use one of {fields}, followed by .asc or .desc.", meaning: "The list cannot be sorted by this field or in this direction.", remedy: "Use one of the fields named in `message`, followed by `.asc` or `.desc`." },
  /** An id in the body names a record that does not exist in your company. */
  unknown_reference: { status: 400, message: "There is no record with the id in {path}.", meaning: "An id in the body names a record that does not exist in your company.", remedy: "Read the id from the matching list. `details` names the field." },
  /** The price list has more rows than one import takes. */
  too_many_rows: { status: 400, message: "A price list has at most {maximum} rows.", meaning: "The price list has more rows than one import takes.", remedy: "Split the price list, and import its parts one after the other." },
  /** None of the files of the price list can be read. */
  unreadable_price_list: { status: 400, message: "The price list cannot be read. See details.", meaning: "None of the files of the price list can be read.", remedy: "Correct the files named in `details`, or say in `csv` and `encoding` how they are written." },
  /** The request carries no `Authorization: Bearer` header. */
  missing_api_key: { status: 401, message: "This request needs an API key. Send it as \"Authorization: Bearer <API key>\".", meaning: "The request carries no `Authorization: Bearer` header.", remedy: "Send the API key with every request." },
  /** The API key is unknown or was revoked. */
  invalid_api_key: { status: 401, message: "The API key is not valid.", meaning: "The API key is unknown or was revoked.", remedy: "Check that the key is complete. A revoked key stays refused; make a new one in the planner." },
  /** The API key is valid but does not have the scope of this operation. */
  insufficient_scope: { status: 403, message: "This operation needs the scope {scope}.", meaning: "The API key is valid but does not have the scope of this operation.", remedy: "Use a key that has the scope named in `message`." },
  /** Your company has no record with this id; a record of another company answers exactly like one that never was. A path that the API does not have answers the same code. */
  not_found: { status: 404, message: "There is nothing here: the path, or an id in it, is unknown in your company.", meaning: "Your company has no record with this id; a record of another company answers exactly like one that never was. A path that the API does not have answers the same code.", remedy: "Check the id. The record may have been deleted." },
  /** The path exists, but not with this method. The header `Allow` lists its methods. */
  method_not_allowed: { status: 405, message: "{method} is not possible here. Use {allowed}.", meaning: "The path exists, but not with this method. The header `Allow` lists its methods.", remedy: "Use one of the methods in `Allow`." },
  /** A value that must be unique in your company is taken by another record. */
  already_exists: { status: 409, message: "Another record already has the value in {path}.", meaning: "A value that must be unique in your company is taken by another record.", remedy: "Find the other record by the value, or send a different one. `details` names the field." },
  /** The project has as many roofs as a project can have. */
  too_many_roofs: { status: 409, message: "A project has at most {maximum} roofs.", meaning: "The project has as many roofs as a project can have.", remedy: "Delete a roof, or spread the roofs over several projects." },
  /** The product is in use, so it cannot be deleted. */
  material_in_use: { status: 409, message: "The product is in use. Archive it instead.", meaning: "The product is in use, so it cannot be deleted.", remedy: "Archive the product with PATCH `archived: true`; it stays where it is in use." },
  /** Products of the manufacturer are in the catalog. */
  manufacturer_in_use: { status: 409, message: "There are still products of this manufacturer in the catalog.", meaning: "Products of the manufacturer are in the catalog.", remedy: "Move its products to another manufacturer or delete them first; `materialCount` says how many there are." },
  /** The record changed after you read it, so its `ETag` is no longer the one in `If-Match`. */
  version_conflict: { status: 409, message: "The record has changed since you read it.", meaning: "The record changed after you read it, so its `ETag` is no longer the one in `If-Match`.", remedy: "Read the record again, apply your change to it and send the new `ETag`." },
  /** The `Idempotency-Key` was used in the last 24 hours for a different request. */
  idempotency_key_reused: { status: 409, message: "This Idempotency-Key belongs to a different request.", meaning: "The `Idempotency-Key` was used in the last 24 hours for a different request.", remedy: "Use a new key for a new request, and the old one only to repeat the old request unchanged." },
  /** The first request with this `Idempotency-Key` is still running. */
  idempotency_in_progress: { status: 409, message: "A request with this Idempotency-Key is still running.", meaning: "The first request with this `Idempotency-Key` is still running.", remedy: "Wait for the seconds in `Retry-After`, then send the same request again." },
  /** The body is larger than the operation takes. */
  payload_too_large: { status: 413, message: "The body is larger than {limit}.", meaning: "The body is larger than the operation takes.", remedy: "Send less at once." },
  /** The body is not declared as JSON in UTF-8, or compressed in a way that is not understood. */
  unsupported_media_type: { status: 415, message: "Send the body with \"Content-Type: application/json\", in UTF-8, plain or with one \"Content-Encoding\" of gzip, deflate or br.", meaning: "The body is not declared as JSON in UTF-8, or compressed in a way that is not understood.", remedy: "Set `Content-Type: application/json`, and `Content-Encoding` only to `gzip`, `deflate` or `br`." },
  /** The API key has used up its requests for now, or too many imports of price lists wait for their turn, or their products change too fast. */
  rate_limited: { status: 429, message: "Too many requests. Try again in {seconds} seconds.", meaning: "The API key has used up its requests for now, or too many imports of price lists wait for their turn, or their products change too fast.", remedy: "Wait for the seconds in `Retry-After`, then send again. `RateLimit` tells in advance how many requests are left." },
  /** Something failed on our side. It is not known whether the request was carried out. */
  internal_error: { status: 500, message: "Something went wrong on our side. Please give us the request id {requestId}.", meaning: "Something failed on our side. It is not known whether the request was carried out.", remedy: "Send the same request again; under the same `Idempotency-Key` a POST is not carried out twice. Before a POST without one, look whether the record is there. If it keeps failing, give us the request id." },
} as const;
