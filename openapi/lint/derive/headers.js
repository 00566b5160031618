import { takesHeader } from '../vocabulary.js';

/** The headers of a success response that follow from the operation. `root` is the path to the folder of openapi.yaml. */
export function successHeaders(root, parameters) {
  const names = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  if (takesHeader(parameters, 'Idempotency-Key')) names.push('Idempotent-Replayed');
  return headerRefs(root, names);
}

/** name → reference to components/headers/<name>.yaml. */
export function headerRefs(root, names) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `${root}/components/headers/${name}.yaml` }]));
}
