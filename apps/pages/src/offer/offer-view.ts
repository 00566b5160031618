import type { OfferPage } from '@pv-planning/contract/pages';
import { isConsumer } from '@pv-planning/documents/consumers';
import type { Reachable } from '../shared/components/contact.tsx';
import { germanDay } from '../shared/german-days.ts';

/** The views of an offer. Without one, the page shows the offer or what was decided. */
const views = [
  'offer',
  'accept',
  'order',
  'decline',
  'withdraw',
  'confirm',
  'withdrawalInstruction',
  'withdrawalForm',
  'termsAndConditions',
] as const;

export type View = (typeof views)[number];

export const isView = (name: string | null): name is View => views.some((view) => view === name);

/** Whether the last day on which an open offer can be accepted is over in Germany. */
export function isExpired({ state, validTo }: OfferPage, now = Date.now()): boolean {
  return state === 'PUBLISHED' && validTo !== null && validTo < germanDay(now);
}

/** Whether the customer can decide by the page. */
export const canAccept = (offer: OfferPage) =>
  offer.state === 'PUBLISHED' && offer.isIndicationPrice !== true && !isExpired(offer);

/** Only consumers have a right of withdrawal (§ 355 BGB). */
export const canWithdraw = ({ state, decision, customer }: OfferPage) =>
  state === 'ACCEPTED' && decision?.withdrawnAt === null && isConsumer(customer.type);

/** Whom the customer asks: the contact person, else the company. */
export const reachableOf = ({ contact, company }: OfferPage): Reachable => ({
  phone: contact?.phone ?? company.phone,
  email: contact?.email ?? company.email,
});
