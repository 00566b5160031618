import type { ContractDocument, Operation } from '../contract/contract.ts';
import type { ErrorDetail } from '../errors/api-error.ts';
import type { RequestQuery } from '../request/request-query.ts';
import { dereferenced } from './document-of-path.ts';
import { didYouMean } from './similar-names.ts';

interface Parameter {
  in: string;
  name: string;
  allowEmptyValue?: boolean;
  /** False: a list of values separated by commas. */
  explode?: boolean;
}

/** The query parameters of an operation by name. */
export type QueryParameters = ReadonlyMap<string, Parameter>;

type Listed = readonly unknown[] | undefined;

function parametersOf(document: ContractDocument, { path, method }: Operation): Parameter[] {
  const item = document.paths[path];
  const operation = item?.[method.toLowerCase()] as { parameters?: Listed } | undefined;
  const all = [(item?.parameters as Listed) ?? [], operation?.parameters ?? []].flat();
  return all.map((parameter) => dereferenced(document, parameter) as Parameter);
}

export function queryParametersOf(document: ContractDocument, operation: Operation): QueryParameters {
  const parameters = parametersOf(document, operation).filter((parameter) => parameter.in === 'query');
  return new Map(parameters.map((parameter) => [parameter.name, parameter]));
}

/** Whether an operation takes a header. */
export function takesHeader(document: ContractDocument, operation: Operation, header: string): boolean {
  return parametersOf(document, operation).some(
    ({ in: location, name }) => location === 'header' && name === header,
  );
}

/** Returns the first parameter that is unknown or empty. */
export function unknownOrEmpty(query: RequestQuery, parameters: QueryParameters): ErrorDetail | undefined {
  for (const [name, value] of Object.entries(query)) {
    const parameter = parameters.get(name);
    const detail = { in: 'query', path: name, code: 'invalid_request' } as const;
    if (!parameter) {
      const hint = didYouMean(name, parameters.keys());
      return { ...detail, message: `is not a parameter of this request${hint}` };
    }
    if (value === '' && !parameter.allowEmptyValue) return { ...detail, message: 'must not be empty' };
  }
  return undefined;
}

/** Reads lists of values that were sent as repeated parameters, `ids=1&ids=2`, like `ids=1,2`. Changes the query. */
export function joinLists(query: RequestQuery, parameters: QueryParameters): void {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value) && parameters.get(name)?.explode === false) query[name] = value.join(',');
  }
}

/** Returns the parameters that were given more than once, after `joinLists`. */
export function repeatedParameters(query: RequestQuery): readonly ErrorDetail[] {
  return Object.entries(query)
    .filter(([, value]) => Array.isArray(value))
    .map(([path]) => ({
      in: 'query',
      path,
      code: 'type',
      message: 'was given more than once',
    }));
}

/** Returns the numbers that are infinite after parsing, such as `1e400`. JSON Schema accepts them. */
export function infiniteNumbers(query: RequestQuery): readonly ErrorDetail[] {
  return Object.entries(query)
    .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
    .map(([path]) => ({ in: 'query', path, code: 'type', message: 'must be a finite number' }));
}
