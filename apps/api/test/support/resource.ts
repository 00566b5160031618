import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';

/** An example record of the contract. */
export interface ExampleRecord {
  id: string;
}

export interface UniqueField {
  name: string;
  ignoresCase?: boolean;
}

/**
 * Facts about a resource that tests of all operations need and that the contract states only in words. Each file of
 * `test/resources` describes one resource, or several similar ones.
 */
export interface Resource {
  /** The path of the collection in the contract. Parts of a record have their own collection. */
  path: string;
  /** Names resources whose operations share their handlers. */
  alike?: string;
  /** The records of the company in the contract's examples. */
  exampleRecords?: () => readonly ExampleRecord[];
  /** Stores an example record with its parts. */
  store?: (kysely: Kysely<Tables>, companyId: string, record: never) => Promise<void>;
  /** Fields, in records of any kind, that hold one or more ids of this resource's records. */
  referencedBy?: readonly string[];
  /** Other collections whose records this collection also contains. */
  combines?: readonly string[];
  /** Fields whose values are unique in the company. */
  unique?: readonly UniqueField[];
  /** A text field that can be changed freely. */
  text?: string;
  /** The fields whose changes raise an event; true for all fields. */
  raisesEvents?: boolean | readonly string[];
  /** Number of events that the operation at this path raises. Default: 1 if it raises any. */
  events?: number;
  /** Fields of responses that are calculated from others. */
  calculated?: readonly string[];
  /** Fields of bodies whose changes are tested separately because they have many effects. New records take their values from `values`. */
  testedElsewhere?: readonly string[];
  /** Fields of bodies that no response contains. */
  requestOnly?: readonly string[];
  /** For each field, a function that returns the number that the service assigns for a count. */
  generatedNumbers?: Readonly<Record<string, (count: number) => string>>;
  /** Values of fields that rules relate to each other. Together they are valid. */
  consistentValues?: Readonly<Record<string, unknown>>;
  /** Values of fields whose schema does not state all rules. Each is valid together with `consistentValues`. */
  values?: Readonly<Record<string, readonly unknown[]>>;
  /** Functions that return the value in the response, for fields whose values are not returned as they were sent. */
  answers?: Readonly<Record<string, (sent: never) => unknown>>;
  /** For each field, the field with the time of its last change. */
  changeTimes?: Readonly<Record<string, string>>;
}
