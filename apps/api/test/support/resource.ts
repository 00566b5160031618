import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';

/** A record as the contract shows it. */
export interface ExampleRecord {
  id: string;
}

export interface UniqueField {
  name: string;
  ignoresCase?: boolean;
}

/**
 * What tests that run through all operations must know of a kind of record, and the contract says in words only. Each file of
 * `test/resources` has those of one kind, or of several that are alike.
 */
export interface Resource {
  /** Of the collection, as the contract names it. A part of a record has that of its own collection. */
  path: string;
  /** The records of the company that the contract's examples tell of. */
  exampleRecords?: () => readonly ExampleRecord[];
  /** Writes a record of the exampleCompany, its parts included. */
  store?: (kysely: Kysely<Tables>, companyId: string, record: never) => Promise<void>;
  /** Fields of any record that hold the id of one of these, or several ids. */
  referencedBy?: readonly string[];
  /** Collections whose records this one shows together. */
  combines?: readonly string[];
  /** Fields whose value no other record of the company may have. */
  unique?: readonly UniqueField[];
  /** A text that can be changed freely. */
  text?: string;
  /** The fields whose change raises an event; true for all of them. */
  raisesEvents?: boolean | readonly string[];
  /** How many events the operation at this path raises; 1 if it raises any. */
  events?: number;
  /** Fields of answers that follow from others. */
  calculated?: readonly string[];
  /** Fields of bodies whose changes tests of their own try: much follows from them. New records have those in `values`. */
  testedElsewhere?: readonly string[];
  /** Fields of bodies that no response has. */
  requestOnly?: readonly string[];
  /** Numbers that the service gives: field → the number with this count. */
  generatedNumbers?: Readonly<Record<string, (count: number) => string>>;
  /** Values of fields that are held against each other. Together they break no rule. */
  consistentValues?: Readonly<Record<string, unknown>>;
  /** Values for fields of which the schema does not tell enough; two of `consistentValues` fit all others of it. */
  values?: Readonly<Record<string, readonly unknown[]>>;
  /** How a value comes back that is answered differently from how it was sent. */
  answers?: Readonly<Record<string, (sent: never) => unknown>>;
  /** Field → the field with the time of its last change. */
  changeTimes?: Readonly<Record<string, string>>;
}
