// Generated from openapi/ by "npm run generate". Do not edit.
export const operations = {
  /** List customers */
  listCustomers: { method: "GET", path: "/v1/customers", scope: "read:customers", status: 200, errors: ["invalid_request", "invalid_sort", "missing_api_key", "invalid_api_key", "insufficient_scope", "rate_limited", "internal_error"], hasBody: false, readOnly: true, idempotent: false, ifMatch: false, etag: false, location: null, sortable: ["createdAt", "updatedAt", "firstName", "lastName", "email", "customerNumber"], defaultSort: "createdAt.desc" },
  /** Create a customer */
  createCustomer: { method: "POST", path: "/v1/customers", scope: "write:customers", status: 201, errors: ["invalid_request", "invalid_json", "unknown_reference", "missing_api_key", "invalid_api_key", "insufficient_scope", "already_exists", "idempotency_key_reused", "idempotency_in_progress", "payload_too_large", "unsupported_media_type", "rate_limited", "internal_error"], hasBody: true, readOnly: false, idempotent: true, ifMatch: false, etag: true, location: "/v1/customers/{id}", sortable: [], defaultSort: null },
  /** Read a customer */
  getCustomer: { method: "GET", path: "/v1/customers/{id}", scope: "read:customers", status: 200, errors: ["invalid_request", "missing_api_key", "invalid_api_key", "insufficient_scope", "not_found", "rate_limited", "internal_error"], hasBody: false, readOnly: true, idempotent: false, ifMatch: false, etag: true, location: null, sortable: [], defaultSort: null },
  /** Change a customer */
  updateCustomer: { method: "PATCH", path: "/v1/customers/{id}", scope: "write:customers", status: 200, errors: ["invalid_request", "invalid_json", "unknown_reference", "missing_api_key", "invalid_api_key", "insufficient_scope", "not_found", "already_exists", "version_conflict", "payload_too_large", "unsupported_media_type", "rate_limited", "internal_error"], hasBody: true, readOnly: false, idempotent: false, ifMatch: true, etag: true, location: null, sortable: [], defaultSort: null },
  /** Delete a customer */
  deleteCustomer: { method: "DELETE", path: "/v1/customers/{id}", scope: "write:customers", status: 204, errors: ["invalid_request", "missing_api_key", "invalid_api_key", "insufficient_scope", "not_found", "version_conflict", "rate_limited", "internal_error"], hasBody: false, readOnly: false, idempotent: false, ifMatch: true, etag: false, location: null, sortable: [], defaultSort: null },
} as const;
