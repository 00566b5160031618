import type { RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';

type JsonObject = Record<string, unknown>;
type ComponentGroups = Record<string, JsonObject>;

/** The bundled contract, as far as validation reads it. */
export interface ContractDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, JsonObject>;
  components: ComponentGroups;
}

/** name → whether a value is written in this form. */
export type Formats = Readonly<
  Record<
    string,
    | { type: 'string'; validate: (text: string) => boolean }
    | { type: 'number'; validate: (value: number) => boolean }
  >
>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** The components that a part of the document reaches through references, directly or not. */
function reachedComponents(part: unknown, components: ComponentGroups): ComponentGroups {
  const reached: ComponentGroups = {};
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const [, group, name] = /^#\/components\/(\w+)\/(.+)$/.exec(value) ?? [];
      if (!group || !name || reached[group]?.[name]) return;
      const component = components[group]?.[name];
      if (component === undefined) return;
      reached[group] = { ...reached[group], [name]: component };
      visit(component);
    } else if (isObject(value)) {
      Object.values(value).forEach(visit);
    }
  };
  visit(part);
  return reached;
}

/**
 * A copy with what the validator needs, and no more: it clones and compiles all that it is given.
 * Query values may hold `:` and `@` as they are (RFC 3986), which it refuses unless a parameter says `allowReserved`.
 */
function reduced(value: unknown, omit: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((member) => reduced(member, omit));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !omit.has(key));
  const copy = Object.fromEntries(kept.map(([key, member]) => [key, reduced(member, omit)]));
  return copy.in === 'query' ? { ...copy, allowReserved: true } : copy;
}

/** The document with one path item and only the components that it reaches. */
function documentOfPath(document: ContractDocument, path: string, validateResponses: boolean) {
  const omit = new Set(['examples', 'example', ...(validateResponses ? [] : ['responses'])]);
  const item = reduced(document.paths[path], omit);
  const components = reduced(document.components, omit) as ComponentGroups;
  return {
    openapi: document.openapi,
    info: document.info,
    servers: [{ url: '/' }],
    paths: { [path]: item },
    components: reachedComponents(item, components),
  };
}

interface ValidationOptions {
  formats: Formats | undefined;
  validateResponses: boolean;
  /** Finds all that is wrong with a request. The time for that grows with the square of what there is to find. */
  allErrors: boolean;
}

/**
 * Express middlewares that check requests of one path against the contract and fill its defaults, and check answers too
 * when asked. One validator per path, since express-openapi-validator scans all paths of its document on every request.
 */
export function contractValidation(
  document: ContractDocument,
  path: string,
  { formats = {}, validateResponses, allErrors }: ValidationOptions,
): RequestHandler[] {
  return OpenApiValidator.middleware({
    apiSpec: documentOfPath(document, path, validateResponses) as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: { allErrors },
    validateResponses,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
    formats,
  }) as RequestHandler[];
}
