import type { Contract, OperationId, TypesOf } from './contract.ts';

/** The part of a list that was asked for; absent parameters are filled from the contract. */
export interface Page<SortField extends string = string> {
  limit: number;
  offset: number;
  sort: {
    field: SortField;
    direction: 'asc' | 'desc';
    /** Whether records can be without a value; those come last in both directions. */
    nullable: boolean;
  };
}

type SortField<C extends Contract, O extends OperationId<C>> = C['operations'][O]['sortable'][number];

type PageOf<Field extends string> = [Field] extends [never] ? undefined : Page<Field>;

/** A request that satisfies the contract, as plain data. */
export interface OperationRequest<C extends Contract, O extends OperationId<C>> {
  params: TypesOf<C, O>['params'];
  query: TypesOf<C, O>['query'];
  body: TypesOf<C, O>['body'];
  page: PageOf<SortField<C, O>>;
  /**
   * Refuses the change with 409 `version_conflict` when the caller's `If-Match` names another version than this
   * one. Call it with the record as a read would answer it, after its row is locked.
   */
  requireMatch(representation: unknown): void;
  /** Aborted when the caller has gone or the time is over. It ends reads and waiting; a change that has begun is finished. */
  signal: AbortSignal;
}

/** Answers one operation. Throws `ApiError`; anything else becomes 500 `internal_error`. */
export type Handler<C extends Contract, O extends OperationId<C>, Context> = (
  request: OperationRequest<C, O>,
  context: Context,
) => Promise<TypesOf<C, O>['result']>;

/** A handler for each operation of the contract: one too few, or a wrong result, does not compile. */
export type Handlers<C extends Contract, Context> = { [O in OperationId<C>]: Handler<C, O, Context> };
