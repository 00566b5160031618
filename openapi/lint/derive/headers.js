import { dirname, join } from 'node:path';
import { takesHeader } from '../vocabulary.js';
import { readYaml } from './files.js';

const everyResponse = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** Names of the headers that every success response has in addition to its own. */
export function successHeaders(response, parameters) {
  return [
    ...everyResponse,
    ...(response['x-read-by'] === undefined ? [] : ['Location']),
    ...(takesHeader(parameters, 'Idempotency-Key') ? ['Idempotent-Replayed'] : []),
  ];
}

/**
 * Names of the headers of an error response. 401 has no rate limit headers: requests without a valid key are not counted. Where
 * `If-Match` is compared, the response to a conflict has the current `ETag`.
 */
export function errorHeaders(status, codes, shapes) {
  if (status === 401) return ['X-Request-Id', 'Link', 'WWW-Authenticate'];
  const canRetry = [429, 503].includes(status) || codes.includes('idempotency_in_progress');
  const hasTag = shapes.includes('if-match') && codes.includes('version_conflict');
  return [...everyResponse, 'Link', ...(canRetry ? ['Retry-After'] : []), ...(hasTag ? ['ETag'] : [])];
}

/**
 * name → reference to its file, or to the component that `limitHeaders` derives for a document with limits of its own.
 * @param {string[]} names
 * @param {{folder: string, root: string, limits?: object}} place the folder of the files and the path of the root document, both as
 *   references, and the limits of the document
 */
export function headerRefs(names, { folder, root, limits = {} }) {
  const derived = Object.keys(limitExamples(limits));
  return Object.fromEntries(
    names.map((name) => [
      name,
      { $ref: derived.includes(name) ? `${root}#/components/headers/${name}` : `${folder}/${name}.yaml` },
    ]),
  );
}

/** The headers that report limits, with examples of a limit that the document has. */
export function limitHeaders(document, limits = {}) {
  return Object.fromEntries(
    Object.entries(limitExamples(limits)).map(([name, example]) => [
      name,
      { ...readYaml(join(dirname(document.file), 'components', 'headers', `${name}.yaml`)), example },
    ]),
  );
}

function limitExamples(limits) {
  const [first] = Object.entries(limits);
  if (first === undefined) return {};
  const [name, { requests, seconds }] = first;
  return {
    RateLimit: `"${name}";r=${requests - 1};t=${seconds}`,
    'RateLimit-Policy': `"${name}";q=${requests};w=${seconds}`,
  };
}
