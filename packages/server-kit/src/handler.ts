import type {
  Body,
  OperationId,
  operations,
  PathParams,
  ReceivedQuery,
  Result,
  Scope,
} from '@pv-planning/contract';

/** Who calls: one API key of one company. */
export interface Caller {
  companyId: string;
  keyId: string;
  /** With what each `write:` scope includes already added. */
  scopes: ReadonlySet<Scope>;
}

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

type SortField<O extends OperationId> = (typeof operations)[O]['sortable'][number];

type PageOf<O extends OperationId> = [SortField<O>] extends [never] ? undefined : Page<SortField<O>>;

/** A request that satisfies the contract, as plain data. */
export interface OperationRequest<O extends OperationId> {
  params: PathParams<O>;
  query: ReceivedQuery<O>;
  body: Body<O>;
  page: PageOf<O>;
  /**
   * Refuses the change with 409 `version_conflict` when the caller's `If-Match` names another version than this
   * one. Call it with the record as a read would answer it, after its row is locked.
   */
  requireMatch(representation: unknown): void;
}

/** Answers one operation. Throws `ApiError`; anything else becomes 500 `internal_error`. */
export type Handler<O extends OperationId, Context> = (
  request: OperationRequest<O>,
  context: Context,
) => Promise<Result<O>>;

/** A handler for each operation of the contract: one too few, or a wrong result, does not compile. */
export type Handlers<Context> = { [O in OperationId]: Handler<O, Context> };
