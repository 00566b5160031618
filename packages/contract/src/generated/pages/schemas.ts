// Generated from openapi/ by "npm run generate". Do not edit.
import type { components } from './api.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Postal address, or null for none. Replaced in full: omitted fields become null, an omitted `country` becomes `DE`. */
export type AddressInputOrNull = Schema<'AddressInputOrNull'>;

/** Postal address, or null when unknown. */
export type AddressOrNull = Schema<'AddressOrNull'>;

/** Where the appointment takes place: at the customer's, by video call, by phone, or in the company's office. */
export type BookingLocation = Schema<'BookingLocation'>;

/** A kind of appointment, as customers see it. */
export interface BookingPage extends Schema<'BookingPage'> {}

/** `BUILDER` is the configurator on your website, `BOOKING_PAGE` the booking link. */
export type BookingTypeSource = Schema<'BookingTypeSource'>;

/** The logo, or null if the company has none. */
export type CompanyLogoOrNull = Schema<'CompanyLogoOrNull'>;

/** A company and the appointments that its customers can book. */
export interface CompanyPage extends Schema<'CompanyPage'> {}

/** An invalid part of the request. */
export interface ErrorDetail extends Schema<'ErrorDetail'> {}

/** The invalid parts of the request, as many as were found. `invalid_request` lists up to 100 and says how many more there are. */
export type ErrorDetails = Schema<'ErrorDetails'>;

/** Orientation of the modules: portrait (hochkant) or landscape (quer). Null while undecided. */
export type ModuleOrientationOrNull = Schema<'ModuleOrientationOrNull'>;

/** Unit that the price refers to: piece, metre, set, lump sum (pauschal), hour, day, module, kWp, square metre. */
export type OfferLineUnit = Schema<'OfferLineUnit'>;

/** A published offer, as its customer sees it. */
export interface OfferPage extends Schema<'OfferPage'> {}

/** The customer's declaration. */
export interface OfferPageAcceptance extends Schema<'OfferPageAcceptance'> {}

/** The company that makes the offer. */
export interface OfferPageCompany extends Schema<'OfferPageCompany'> {}

/** The customer that the offer is for. */
export interface OfferPageCustomer extends Schema<'OfferPageCustomer'> {}

/** What was decided on the offer. The customer's page reads the rest with GET. */
export interface OfferPageDecision extends Schema<'OfferPageDecision'> {}

/** What was decided. Null while the offer is open. */
export type OfferPageDecisionOrNull = Schema<'OfferPageDecisionOrNull'>;

/** Why the customer declines the offer. Without a body, no reason is given. */
export interface OfferPageDecline extends Schema<'OfferPageDecline'> {}

/** The lines of one group, sorted by position. */
export interface OfferPageGroup extends Schema<'OfferPageGroup'> {}

/** A line of the offer. */
export interface OfferPageLine extends Schema<'OfferPageLine'> {}

/** Modules of one type on a roof. */
export interface OfferPageModules extends Schema<'OfferPageModules'> {}

/** A roof with the modules on it. */
export interface OfferPageRoof extends Schema<'OfferPageRoof'> {}

/** State of the offer: published, accepted, declined. */
export type OfferPageState = Schema<'OfferPageState'>;

/** The customer's withdrawal. Both fields can be omitted, and so can the body. */
export interface OfferPageWithdrawal extends Schema<'OfferPageWithdrawal'> {}

/** A person who takes appointments. */
export interface PagePlanner extends Schema<'PagePlanner'> {}

/** A time at which an appointment can take place. */
export interface PageSlot extends Schema<'PageSlot'> {}

/** The free slots of a booking type on some days. */
export interface PageSlots extends Schema<'PageSlots'> {}

/** Type of roof or of another area: gable (Satteldach), flat (Flachdach), shed (Pultdach), hipped (Walmdach), mansard (Mansarddach), barrel (Tonnendach), facade, carport, ground (Freifläche), other. */
export type RoofType = Schema<'RoofType'>;

/** The lines with one VAT rate. VAT is rounded once per rate. */
export interface VatGroup extends Schema<'VatGroup'> {}
