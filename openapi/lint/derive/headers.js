import { takesHeader } from '../vocabulary.js';

const everyResponse = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** Names of the headers that every success response has in addition to its own. */
export function successHeaders(response, parameters) {
  return [
    ...everyResponse,
    ...(response['x-read-by'] === undefined ? [] : ['Location']),
    ...(takesHeader(parameters, 'Idempotency-Key') ? ['Idempotent-Replayed'] : []),
  ];
}

/** Names of the headers of an error response. 401 has no rate limit headers: requests without a valid key are not counted. */
export function errorHeaders(status, codes) {
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate'];
  return [429, 503].includes(status) || codes.includes('idempotency_in_progress')
    ? [...everyResponse, 'Retry-After']
    : everyResponse;
}

/** name → reference to its file in `folder`. */
export function headerRefs(folder, names) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `${folder}/${name}.yaml` }]));
}
