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
 * Facts about a kind of record that tests of all operations need and that the contract states in words only. Each file of
 * `test/resources` describes one kind, or several similar ones.
 */
export interface Resource {
  /** The path of the collection in the contract. Parts of a record have their own collection. */
  path: string;
  /** The records of the company in the contract's examples. */
  exampleRecords?: () => readonly ExampleRecord[];
  /** Stores an example record with its parts. */
  store?: (kysely: Kysely<Tables>, companyId: string, record: never) => Promise<void>;
  /** Fields of any record that contain the id of such a record, or several ids. */
  referencedBy?: readonly string[];
  /** Collections whose records this collection contains. */
  combines?: readonly string[];
  /** Fields whose values are unique in the company. */
  unique?: readonly UniqueField[];
  /** A text that can be changed freely. */
  text?: string;
  /** The fields whose changes raise an event; true for all. */
  raisesEvents?: boolean | readonly string[];
  /** Number of events that the operation at this path raises. Default: 1 if it raises any. */
  events?: number;
  /** Fields of responses that are calculated from others. */
  calculated?: readonly string[];
  /** Fields of bodies whose changes tests of their own try: much follows from them. New records have those in `values`. */
  testedElsewhere?: readonly string[];
  /** Fields of bodies that no response has. */
  requestOnly?: readonly string[];
  /** Numbers that the service assigns: field → the number with this count. */
  generatedNumbers?: Readonly<Record<string, (count: number) => string>>;
  /** Values of fields with rules that concern several of them. Together they are valid. */
  consistentValues?: Readonly<Record<string, unknown>>;
  /** Values of fields whose schema does not state all rules. Each is valid together with `consistentValues`. */
  values?: Readonly<Record<string, readonly unknown[]>>;
  /** The value in the response, for fields whose values are returned differently from how they were sent. */
  answers?: Readonly<Record<string, (sent: never) => unknown>>;
  /** Field → the field with the time of its last change. */
  changeTimes?: Readonly<Record<string, string>>;
}
