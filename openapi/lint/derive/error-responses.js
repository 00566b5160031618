import { errors } from '../vocabulary.js';
import { errorHeaders, headerRefs } from './headers.js';

const meanings = {
  400: 'The request is invalid.',
  401: 'The API key is missing or wrong.',
  403: 'The API key lacks the scope.',
  404: 'There is no such record in your company.',
  409: 'Not possible as things stand; nothing was changed.',
  413: 'The body is too large.',
  415: 'The body is not declared as JSON.',
  429: 'Too many requests.',
  500: 'Something failed on our side.',
  502: 'A service that we depend on failed.',
};

/**
 * The error responses of an operation that can answer `codes`: one component for each status, named after its codes, so
 * that operations with the same codes share it.
 * @returns {{names: Record<string, string>, components: Record<string, object>}} status → name, name → response
 */
export function errorResponses(codes) {
  const names = {};
  const components = {};
  for (const [status, codesOfStatus] of Object.entries(
    Object.groupBy(codes, (code) => errors[code].status),
  )) {
    const name = codesOfStatus.map(pascalCase).join('Or');
    names[status] = name;
    components[name] = errorResponse(Number(status), codesOfStatus);
  }
  return { names, components };
}

function errorResponse(status, codes) {
  const list = codes.map((code) => `- \`${code}\`: ${errors[code].meaning}`).join('\n');
  return {
    description: `${meanings[status]}\n\n${list}`,
    headers: headerRefs('./components/headers', errorHeaders(status, codes)),
    content: {
      'application/json': {
        schema: errorSchema(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

/** The error body with the codes of one response; `details` belongs to those whose example has them. */
function errorSchema(codes) {
  const detailed = codes.filter((code) => errors[code].example?.details);
  const properties = {
    error: { type: 'string', description: 'Machine-readable code. Branch on it.', enum: codes },
    message: { $ref: './components/schemas/errors/ErrorMessage.yaml' },
    ...(detailed.length > 0 && { details: { $ref: './components/schemas/errors/ErrorDetails.yaml' } }),
  };
  const required = ['error', 'message', ...(detailed.length === codes.length ? ['details'] : [])];
  return { type: 'object', additionalProperties: false, required, properties };
}

/** The body that a code is answered with, its placeholders filled with the example values of errors.yaml. */
function exampleOf(code) {
  const { message, example: { details, ...values } = {} } = errors[code];
  const text = message.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]));
  return { error: code, message: text, ...(details && { details }) };
}

function pascalCase(code) {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
}
