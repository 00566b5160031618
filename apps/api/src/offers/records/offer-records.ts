import type { Customer, Offer, Project, VatGroup } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { Updateable } from 'kysely';
import { badRequest } from '../../contract/api-errors.ts';
import { type StateOf, stateAfter } from '../../contract/state-tables.ts';
import { recordSelection } from '../../records/record-selection.ts';
import { type Locked, recordTable } from '../../records/record-table.ts';
import { converted, uuid } from '../../records/stored-values.ts';
import { referencesIn } from '../../references/references.ts';
import { loadLines, type StoredLine } from '../model/line.ts';
import { withinAmounts } from '../pricing/amounts.ts';
import { type OfferSums, sumsOf } from '../pricing/offer-sums.ts';
import { type OfferHeader, shownOffer } from './show-offer.ts';

export const offerReferences = referencesIn({
  projectId: 'project',
  offerRequestId: 'offerRequest',
  siteId: 'site',
  plannerId: 'member',
});

interface Added {
  vatBreakdown: VatGroup[];
  buildingUse: Project['buildingUse'];
  customerType: Customer['type'];
}

export const offerSelection = recordSelection<'offer', 'OfferListItem'>('offer', 'OfferListItem', {});

/** Offers with what their hints depend on. */
const headerSelection = recordSelection<'offer', 'OfferListItem', Added>(
  'offer',
  'OfferListItem',
  {},
  {
    vatBreakdown: ({ ref }) => ref('vatBreakdown').$castTo<VatGroup[]>(),
    buildingUse: ({ selectFrom }) =>
      selectFrom('project')
        .select('buildingUse')
        .whereRef('project.id', '=', 'offer.projectId')
        .$asScalar()
        .$castTo<Project['buildingUse']>(),
    customerType: ({ selectFrom }) =>
      selectFrom('customer')
        .select('type')
        .whereRef('customer.id', '=', 'offer.customerId')
        .$asScalar()
        .$castTo<Customer['type']>(),
  },
);

const offers = recordTable(headerSelection, { vatBreakdown: [], buildingUse: null, customerType: 'PRIVATE' });

type OfferColumns = Updateable<CompanyTables['offer']>;

/** Converts fields of a body to their stored form. */
export function storedOffer<Body extends { plannerId?: string | null }>(body: Body): Body {
  return converted<{ plannerId?: string | null }>(body, { plannerId: uuid }) as Body;
}

/** @throws 404 `not_found` */
export function readHeader(db: CompanyQueries, id: string): Promise<OfferHeader> {
  return offers.read(db, id);
}

/** @throws 404 `not_found` */
export async function readOffer(db: CompanyQueries, id: string): Promise<Offer> {
  const header = await readHeader(db, id);
  return shownOffer(header, await loadLines(db, header.id));
}

/** An offer whose row is locked until the end of the transaction. Its lines and sums change only under this lock. */
export interface LockedOffer {
  header: OfferHeader;
  lines: StoredLine[];
  /** The time of a change made under this lock. */
  changedAt: string;
}

/** Locks the row without reading lines. @throws 404 `not_found` */
export function lockHeader(db: CompanyQueries, id: string): Promise<Locked<OfferHeader>> {
  return offers.lock(db, id);
}

/** @throws 404 `not_found` */
export async function lockOffer(db: CompanyQueries, id: string): Promise<LockedOffer> {
  const { record: header, changedAt } = await lockHeader(db, id);
  return { header, lines: await loadLines(db, header.id), changedAt };
}

/** @throws 409 with the code of the contract's state table */
export function requireState(
  { state }: Pick<Offer, 'state'>,
  action: 'update' | 'plan' | 'changeLines',
): void {
  stateAfter('offer', action, state);
}

export type OfferState = StateOf<'offer'>;

/**
 * The sums of an offer with these lines.
 *
 * @throws 400 `amount_too_large`
 */
export function requireSums(
  lines: readonly StoredLine[],
  settings: Pick<OfferHeader, 'vatMode' | 'createdAt'>,
): OfferSums {
  const sums = sumsOf(lines, settings);
  if (sums) return sums;
  const message = `netPrice and purchasePrice ${withinAmounts}`;
  throw badRequest('amount_too_large', {
    values: { path: 'netPrice' },
    details: [{ in: 'body', path: '', code: 'amount_too_large', message }],
  });
}

export function sumColumns({ vatBreakdown, ...sums }: OfferSums): OfferColumns {
  return { ...sums, vatBreakdown: JSON.stringify(vatBreakdown) };
}

/** Inserts an offer. Returns it with the given hints' reasons. */
export async function insertOffer(
  db: CompanyQueries,
  values: OfferColumns,
  sums: OfferSums,
  { buildingUse, customerType }: Pick<OfferHeader, 'buildingUse' | 'customerType'>,
): Promise<OfferHeader> {
  const row = await offers.insert(db, { ...values, ...sumColumns(sums) } as never);
  return { ...row, vatBreakdown: sums.vatBreakdown, buildingUse, customerType };
}

/** Writes changes and, if lines changed, sums to a locked offer. */
export async function changeHeader(
  db: CompanyQueries,
  { header, changedAt }: Pick<LockedOffer, 'header' | 'changedAt'>,
  changes: OfferColumns,
  sums?: OfferSums,
): Promise<OfferHeader> {
  const values = { ...changes, ...(sums && sumColumns(sums)) };
  const changed = await offers.change(db, { record: header, changedAt }, values);
  return { ...changed, vatBreakdown: sums?.vatBreakdown ?? header.vatBreakdown };
}

/** Removes a locked offer with its lines. */
export const removeOffer = offers.remove;
