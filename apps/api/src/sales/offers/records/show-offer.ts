import type { Offer } from '@pv-planning/contract';
import { compareIds } from '../../../kernel/identifiers/record-id.ts';
import { shownLine } from '../lines/show-lines.ts';
import type { Line } from '../model/line.ts';
import { groupNames, type LineGroup } from '../model/line-groups.ts';
import { gridHints } from './hints/grid-hints.ts';
import { lineHints, priceHints } from './hints/line-hints.ts';
import { offerHints } from './hints/offer-hints.ts';
import { roofHints, wiringHints } from './hints/site-hints.ts';
import { vatHints } from './hints/vat-hints.ts';
import type { OfferHeader } from './offer-header.ts';

/** Sorts lines by position, and lines with the same position by id. */
export function byPosition(one: Line, other: Line): number {
  return one.position - other.position || compareIds(one.id, other.id);
}

function shownWithdrawal({ clientAddress, ...withdrawal }: NonNullable<OfferHeader['withdrawal']>) {
  return { ...withdrawal, ipAddress: clientAddress };
}

/** Returns how an offer was decided, or null if it is not. */
function decisionOf({ storedDecision, withdrawal, ...offer }: OfferHeader): Offer['decision'] {
  const { acceptedAt, declinedAt, acceptedBy } = offer;
  const decidedAt = storedDecision?.decidedAt ?? acceptedAt ?? declinedAt;
  if (decidedAt === null) return null;
  return {
    state: acceptedAt === null ? 'DECLINED' : 'ACCEPTED',
    decidedAt,
    by: acceptedBy ?? storedDecision?.decidedBy ?? 'TEAM',
    name: storedDecision?.name ?? null,
    reason: offer.declineReason,
    price: storedDecision?.offerPrice ?? offer.offerPrice,
    termsVersion: storedDecision?.termsVersion ?? null,
    startBeforeWithdrawalEnds: storedDecision?.startBeforeWithdrawalEnds ?? false,
    ipAddress: storedDecision?.clientAddress ?? null,
    userAgent: storedDecision?.userAgent ?? null,
    withdrawal: withdrawal && shownWithdrawal(withdrawal),
  };
}

/** An offer with its lines, as stored. */
export interface StoredOffer {
  header: OfferHeader;
  lines: readonly Line[];
}

/**
 * Returns the result of an operation whose response is an offer. The version of an offer is its header: lines change only together
 * with the `updatedAt` of the header. The header also contains the inputs of hints.
 */
export function offerResult<Status extends number>(status: Status, { header, lines }: StoredOffer) {
  return { status, body: shownOffer(header, lines), version: header };
}

/** Returns the representation of an offer in the contract. */
export function shownOffer(header: OfferHeader, lines: readonly Line[]): Offer {
  const { vatBreakdown, buildingUse: _use, customerType: _type, companyLacks: _lacks, ...rest } = header;
  const {
    existingSystems: _systems,
    storedDecision: _evidence,
    withdrawal: _withdrawal,
    companyHasWithdrawal: _instructs,
    companyLacksPartner: _partner,
    site,
    ...fields
  } = rest;
  const ordered = lines.toSorted(byPosition);
  const byGroup = Map.groupBy(ordered, ({ lineGroup }) => lineGroup);
  const shown = groupNames.map((group) => [group, (byGroup.get(group) ?? []).map(shownLine(group, header))]);
  const groups = Object.fromEntries(shown) as Pick<Offer, LineGroup>;
  return {
    ...fields,
    decision: decisionOf(header),
    vatBreakdown,
    offerHints: [...offerHints(header), ...gridHints(groups, header)],
    vatHints: vatHints(header, ordered),
    priceHints: priceHints(ordered),
    lineHints: [...lineHints(ordered), ...roofHints(groups, site), ...wiringHints(groups, site)],
    ...groups,
  };
}
