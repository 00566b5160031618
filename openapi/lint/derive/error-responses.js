import { STATUS_CODES } from 'node:http';
import { codesOf, shapesOf } from '../vocabulary.js';
import { errorHeaders, headerRefs } from './headers.js';

/**
 * The error responses of an operation: one component per status. A response that follows from the shape of the operation alone
 * is shared by all operations of that shape (`NotFound`, `ConflictWithIfMatch`). One with codes of the operation itself is named
 * after it (`PublishOfferConflict`). No name is made of codes, so none changes with them: the first code of its own gives an
 * operation a new component, and further codes change nothing but its content.
 * @returns {{names: Record<string, string>, components: Record<string, object>, codes: string[]}} status → name, name →
 *   response, all codes
 */
export function errorResponses(vocabulary, operation, parameters) {
  const { errors, statuses, limits } = vocabulary;
  const shapes = shapesOf({ operation, parameters });
  const names = {};
  const components = {};
  const codes = codesOf(vocabulary, operation, parameters);
  const byStatus = Object.groupBy(codes, (code) => errors[code].status);
  for (const [status, ofStatus] of Object.entries(byStatus)) {
    const isShared = ofStatus.every((code) => shapes.includes(errors[code].when));
    const name = isShared ? sharedName(status, shapes, errors) : ownName(status, operation);
    names[status] = name;
    components[name] = errorResponse(Number(status), {
      meaning: statuses[status],
      entries: entriesOf(errors, ofStatus),
      shapes,
      limits,
    });
  }
  return { names, components, codes };
}

/** `Conflict` for 409. */
function reasonOf(status) {
  return STATUS_CODES[status].replaceAll(/[^A-Za-z]/g, '');
}

/** `PublishOfferConflict`: the response of one operation. */
function ownName(status, { operationId }) {
  return operationId[0].toUpperCase() + operationId.slice(1) + reasonOf(status);
}

/** `NotFound`, or `ConflictWithIfMatch` if operations of different shapes have different codes of that status. */
function sharedName(status, shapes, errors) {
  const ofStatus = Object.values(errors).filter((error) => error.status === Number(status));
  const possible = new Set(ofStatus.map(({ when }) => when).filter((when) => when !== undefined));
  const given = [...possible].filter((when) => when !== 'always' && shapes.includes(when));
  return (
    reasonOf(status) +
    (possible.size > 1 && given.length > 0 ? `With${given.map(pascalCase).join('And')}` : '')
  );
}

function errorResponse(status, { meaning, entries, shapes, limits }) {
  if (meaning === undefined) throw new Error(`statuses.yaml has no text for status ${status}`);
  const codes = Object.keys(entries);
  const list = codes.map((code) => `- \`${code}\`: ${entries[code].meaning}`).join('\n');
  const folder = './components/headers';
  return {
    description: `${meaning}\n\n${list}`,
    headers: headerRefs(errorHeaders(status, codes, shapes), { folder, root: '', limits }),
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

function pascalCase(shape) {
  return shape.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
}
