import { errorHeaders, headerRefs } from './headers.js';

/**
 * The error responses of an operation that can return `codes`: one component per status, named after its codes, so that
 * operations with the same codes share it.
 * @returns {{names: Record<string, string>, components: Record<string, object>}} status → name, name → response
 */
export function errorResponses({ errors, statuses }, codes) {
  const names = {};
  const components = {};
  for (const [status, codesOfStatus] of Object.entries(
    Object.groupBy(codes, (code) => errors[code].status),
  )) {
    const name = codesOfStatus.map(pascalCase).join('Or');
    names[status] = name;
    components[name] = errorResponse(Number(status), statuses[status], entriesOf(errors, codesOfStatus));
  }
  return { names, components };
}

function errorResponse(status, meaning, entries) {
  if (meaning === undefined) throw new Error(`statuses.yaml has no text for status ${status}`);
  const codes = Object.keys(entries);
  const list = codes.map((code) => `- \`${code}\`: ${entries[code].meaning}`).join('\n');
  return {
    description: `${meaning}\n\n${list}`,
    headers: headerRefs('./components/headers', errorHeaders(status, codes)),
    content: {
      'application/json': {
        schema: errorSchema(entries),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, entries[code]) }])),
      },
    },
  };
}

/** The error body with the codes of one response. It has `details` if the example of a code has them. */
function errorSchema(entries) {
  const codes = Object.keys(entries);
  const detailed = codes.filter((code) => entries[code].example?.details);
  const properties = {
    error: { type: 'string', description: 'Machine-readable code. Branch on it.', enum: codes },
    message: { $ref: './components/schemas/errors/ErrorMessage.yaml' },
    ...(detailed.length > 0 && { details: { $ref: './components/schemas/errors/ErrorDetails.yaml' } }),
  };
  const required = ['error', 'message', ...(detailed.length === codes.length ? ['details'] : [])];
  return { type: 'object', additionalProperties: false, required, properties };
}

/** The example body of a code, with the placeholders of its message filled from the example values. */
function exampleOf(code, { message, example: { details, ...values } = {} }) {
  const text = message.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]));
  return { error: code, message: text, ...(details && { details }) };
}

function entriesOf(errors, codes) {
  return Object.fromEntries(codes.map((code) => [code, errors[code]]));
}

function pascalCase(code) {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
}
