// What the generated types of a document say of one operation or one webhook.

interface TypedOperation {
  parameters: { path?: unknown; query?: unknown };
  responses: object;
}

type Json<Body> = { content: { 'application/json': Body } };

/** Its path parameters. */
export type PathParamsOf<Operation extends TypedOperation> = Given<Operation['parameters']['path']>;

/** Its query parameters as a caller may send them: a list of values, or one of them. */
export type QueryOf<Operation extends TypedOperation> = OneOrSeveral<Given<Operation['parameters']['query']>>;

type OneOrSeveral<Query> = {
  [Name in keyof Query]: Query[Name] extends readonly (infer Value)[] | undefined
    ? Value | readonly Value[]
    : Query[Name];
};

/** Query parameters as a server receives them: `limit` and `offset` have their defaults. */
export type Received<Query> = Query & Required<Pick<Query, keyof Query & ('limit' | 'offset')>>;

/** The JSON body that it takes, also when it may be absent; `undefined` when it takes none. */
export type BodyOf<Operation> = Operation extends { requestBody?: infer Request }
  ? [Exclude<Request, undefined>] extends [never]
    ? undefined
    : Exclude<Request, undefined> extends Json<infer Body>
      ? Body
      : never
  : undefined;

/** Its success with one of some statuses: the status and the JSON body, without a body for 204. */
export type ResultOf<
  Operation extends TypedOperation,
  Status,
> = Operation['responses'] extends infer Responses
  ? { [S in keyof Responses & Status]: StatusAndBody<S, Responses[S]> }[keyof Responses & Status]
  : never;

/** The JSON body that a webhook sends. */
export type EventBodyOf<Webhook> = Webhook extends {
  post: { requestBody: Json<infer Body extends { data: object }> };
}
  ? Body
  : never;

/** The body of an error response. */
export interface ErrorBody<Code, Detail> {
  error: Code;
  message: string;
  details?: Detail[];
}

/** A schema of a document, if it has one of this name. */
export type SchemaNamed<Name extends string, Schemas> =
  Schemas extends Record<Name, infer Schema> ? Schema : never;

type Given<Parameters> = [Exclude<Parameters, undefined>] extends [never]
  ? Record<never, never>
  : Exclude<Parameters, undefined>;
type StatusAndBody<S, Response> =
  Response extends Json<infer Body> ? { status: S; body: Body } : { status: S; body?: undefined };
