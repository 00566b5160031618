import type { Offer, OfferUpdate } from '@pv-planning/contract';
import type { CompanyQueries, CompanyTables } from '@pv-planning/database';
import type { Insertable, Updateable } from 'kysely';
import { stateAfter } from '../../../kernel/contract/state-tables.ts';
import { recordId } from '../../../kernel/identifiers/record-id.ts';
import type { Locked } from '../../../kernel/records/record-table.ts';
import { converted, uuid } from '../../../kernel/records/stored-values.ts';
import { referencesIn } from '../../../kernel/references/references.ts';
import { readLines, readLinesOfOffers } from '../lines/line-records.ts';
import type { Line } from '../model/line.ts';
import type { OfferSums } from '../pricing/offer-sums.ts';
import { type OfferHeader, offerHeaders, type RelatedFields, readHeaders } from './offer-header.ts';
import { type StoredOffer, shownOffer } from './show-offer.ts';

type Table = CompanyTables['offer'];

export const offerReferences = referencesIn({
  projectId: 'project',
  offerRequestId: 'offerRequest',
  siteId: 'site',
  plannerId: 'member',
});

type Stored = Pick<OfferUpdate, 'plannerId' | 'isIndicationPrice'>;

/** Converts fields of a body to their stored form: lowercase UUIDs, and no unknown `isIndicationPrice`. */
export function storedOffer<Body extends Stored>(body: Body): Body {
  const { isIndicationPrice } = body;
  return {
    ...(converted<Stored>(body, { plannerId: uuid }) as Body),
    ...(isIndicationPrice === null && { isIndicationPrice: false }),
  };
}

/** @throws 404 `not_found` */
export function readHeader(db: CompanyQueries, id: string): Promise<OfferHeader> {
  return offerHeaders.read(db, id);
}

/** @throws 404 `not_found` */
export async function readOffer(db: CompanyQueries, id: string): Promise<StoredOffer> {
  const header = await readHeader(db, id);
  return { header, lines: await readLines(db, header.id) };
}

/** Reads offers with their lines, in the order of the ids. */
export async function readOffers(db: CompanyQueries, ids: readonly string[]): Promise<Offer[]> {
  const headers = new Map((await readHeaders(db, ids)).map((header) => [header.id, header]));
  const lines = await readLinesOfOffers(db, ids);
  return ids.flatMap((id) => {
    const header = headers.get(id);
    return header ? [shownOffer(header, lines.get(id) ?? [])] : [];
  });
}

/** An offer whose row is locked until the end of the transaction. Its lines and sums change only under this lock. */
export interface LockedOffer extends StoredOffer {
  lines: Line[];
  /** The time of a change made under this lock. */
  changedAt: string;
}

/** Locks the row without reading lines. @throws 404 `not_found` */
export function lockHeader(db: CompanyQueries, id: string): Promise<Locked<OfferHeader>> {
  return offerHeaders.lock(db, id);
}

/** @throws 404 `not_found` */
export async function lockOffer(db: CompanyQueries, id: string): Promise<LockedOffer> {
  const { record: header, changedAt } = await lockHeader(db, id);
  return { header, lines: await readLines(db, header.id), changedAt };
}

/** Locks the project of an offer against changes of its roofs. Projects are locked before offers. */
export async function shareProject(db: CompanyQueries, offerId: string): Promise<void> {
  await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('offer').select('projectId').where('id', '=', recordId(offerId)).$asScalar(),
    )
    .forShare()
    .execute();
}

/** @throws 409 with the code of the contract's state table */
export function requireState(
  { state }: Pick<Offer, 'state'>,
  action: 'setExternalId' | 'update' | 'plan' | 'changeLines',
): void {
  stateAfter('offer', action, state);
}

/** The driver expects JSON arrays as text. */
function sumColumns({ vatBreakdown, ...sums }: OfferSums) {
  return { ...sums, vatBreakdown: JSON.stringify(vatBreakdown) };
}

/** The columns that are not calculated from lines. */
type OfferValues = Omit<Insertable<Table>, keyof OfferSums>;

/** Inserts an offer without its lines. Returns it with the fields of related records. */
export async function insertOffer(
  db: CompanyQueries,
  values: OfferValues,
  sums: OfferSums,
  related: RelatedFields,
): Promise<OfferHeader> {
  const row = await offerHeaders.insert(db, { ...values, ...sumColumns(sums) });
  return { ...row, vatBreakdown: sums.vatBreakdown, ...related };
}

/** Writes changes and, if lines changed, sums to a locked offer. */
export async function changeHeader(
  db: CompanyQueries,
  { header, changedAt }: Pick<LockedOffer, 'header' | 'changedAt'>,
  changes: Updateable<Table>,
  sums?: OfferSums,
): Promise<OfferHeader> {
  const values = { ...changes, ...(sums && sumColumns(sums)) };
  const changed = await offerHeaders.change(db, { record: header, changedAt }, values);
  return { ...changed, vatBreakdown: sums?.vatBreakdown ?? header.vatBreakdown };
}

/** Removes a locked offer with its lines. */
export const removeOffer = offerHeaders.remove;
