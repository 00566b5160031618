// Generated from openapi/ by "npm run generate". Do not edit.
import type { components } from './api.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Postal address, or null when unknown. */
export type AddressOrNull = Schema<'AddressOrNull'>;

/** Language of the e-mails to the customer. */
export type BookingLanguage = Schema<'BookingLanguage'>;

/** Where the appointment takes place: at the customer's, by video call, by phone, or in the company's office. */
export type BookingLocation = Schema<'BookingLocation'>;

/** A kind of appointment, as customers see it. */
export interface BookingPage extends Schema<'BookingPage'> {}

/** `FREE`, nothing is owed; `UNPAID`, not paid yet; `PAID`, paid; `REFUNDED`, the money was given back. */
export type BookingPaymentStatus = Schema<'BookingPaymentStatus'>;

/** `CONFIRMED`, the appointment will take place; `COMPLETED`, it has taken place; `NO_SHOW`, the customer did not turn up; `CANCELLED`, it was cancelled. `PENDING_PAYMENT` and `EXPIRED` are not real bookings: a checkout that holds a slot, and one that was not paid, or whose debit took longer than 14 days. */
export type BookingStatus = Schema<'BookingStatus'>;

/** `BUILDER` is the configurator on your website, `BOOKING_PAGE` the booking link. */
export type BookingTypeSource = Schema<'BookingTypeSource'>;

/** Type of building: detached house (Einfamilienhaus), semi-detached (Doppelhaushälfte), terraced (Reihenhaus), multi-family (Mehrfamilienhaus), commercial, agricultural, public, other. */
export type BuildingKind = Schema<'BuildingKind'>;

/** Whether the person owns, rents or manages the building. */
export type BuildingOwnership = Schema<'BuildingOwnership'>;

/** An appointment as a file for a calendar (iCalendar, RFC 5545). */
export interface CalendarFile extends Schema<'CalendarFile'> {}

/** What became of a checkout. */
export interface Checkout extends Schema<'Checkout'> {}

/** The logo, or null if the company has none. */
export type CompanyLogoOrNull = Schema<'CompanyLogoOrNull'>;

/** A company and the appointments that its customers can book. */
export interface CompanyPage extends Schema<'CompanyPage'> {}

/** An appointment that the customer can confirm by the link in an e-mail. It has nothing that was typed, because anybody can have entered the address. */
export interface Confirmation extends Schema<'Confirmation'> {}

/** An appointment, as its customer sees it. */
export interface CustomerBooking extends Schema<'CustomerBooking'> {}

/** The booking. Null until it is confirmed and paid. */
export type CustomerBookingOrNull = Schema<'CustomerBookingOrNull'>;

/** Type of customer: private person, company, association (Verein), municipality (Kommune), homeowners' association (Wohnungseigentümergemeinschaft). Private persons and homeowners' associations are treated as consumers. */
export type CustomerType = Schema<'CustomerType'>;

/** When the system should be installed. */
export type DesiredInstallation = Schema<'DesiredInstallation'>;

/** A document as PDF. */
export interface Document extends Schema<'Document'> {}

/** An invalid part of the request. */
export interface ErrorDetail extends Schema<'ErrorDetail'> {}

/** The invalid parts of the request, as many as were found. `invalid_request` lists up to 100 and says how many more there are. */
export type ErrorDetails = Schema<'ErrorDetails'>;

/** Geographic position (WGS 84), or null when unknown. Replaced in full. */
export type GeoPointOrNull = Schema<'GeoPointOrNull'>;

/** Who sends the invoice. `COMPANY`: the company, outside this service. Neither the payment provider nor the e-mails contain one. */
export type InvoiceIssuer = Schema<'InvoiceIssuer'>;

/** Why the customer cancels. Without a body, no reason is given. */
export interface LinkCancellation extends Schema<'LinkCancellation'> {}

/** When the appointment is to take place instead. */
export interface LinkReschedule extends Schema<'LinkReschedule'> {}

/** A withdrawal by the customer. All fields can be omitted, and so can the body. */
export interface LinkWithdrawal extends Schema<'LinkWithdrawal'> {}

/** An appointment with the company, as its customer sees it. */
export interface LinkedBooking extends Schema<'LinkedBooking'> {}

/** Orientation of the modules: portrait (hochkant) or landscape (quer). */
export type ModuleOrientation = Schema<'ModuleOrientation'>;

/** An obstacle on the roof that modules cannot cover. Its position is measured from the lower left corner of the roof, seen from the eaves. */
export interface Obstacle extends Schema<'Obstacle'> {}

/** Unit that the price refers to: piece, metre, set, lump sum (pauschal), hour, day, module, kWp, square metre. */
export type OfferLineUnit = Schema<'OfferLineUnit'>;

/** A published offer, as its customer sees it. */
export interface OfferPage extends Schema<'OfferPage'> {}

/** The customer's declaration. */
export interface OfferPageAcceptance extends Schema<'OfferPageAcceptance'> {}

/** The company that makes the offer. */
export interface OfferPageCompany extends Schema<'OfferPageCompany'> {}

/** The contact person at the company, with the telephone number and the e-mail address of the person, or else of the site (Standort). Null if the offer has neither a planner nor a site. */
export type OfferPageContactOrNull = Schema<'OfferPageContactOrNull'>;

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

/** A part of the price. */
export interface OfferPageInstalment extends Schema<'OfferPageInstalment'> {}

/** A line of the offer. */
export interface OfferPageLine extends Schema<'OfferPageLine'> {}

/** Modules of one type on a roof. */
export interface OfferPageModules extends Schema<'OfferPageModules'> {}

/** A roof with the modules on it. */
export interface OfferPageRoof extends Schema<'OfferPageRoof'> {}

/** State of the offer: published, accepted, declined. */
export type OfferPageState = Schema<'OfferPageState'>;

/** The texts of the company for consumers, as they were when the offer was published. Null if the customer is no consumer, or the company has none. */
export type OfferPageTextsOrNull = Schema<'OfferPageTextsOrNull'>;

/** The customer's withdrawal. All fields can be omitted, and so can the body. */
export interface OfferPageWithdrawal extends Schema<'OfferPageWithdrawal'> {}

/** The building, or null when unknown. Replaced in full: omitted fields become null. */
export type OfferRequestBuildingInputOrNull = Schema<'OfferRequestBuildingInputOrNull'>;

/** What else the person is interested in. Replaced in full: omitted fields become `false`. */
export interface OfferRequestInterestsInput extends Schema<'OfferRequestInterestsInput'> {}

/** A roof as the person described it. Omitted fields are null. */
export interface OfferRequestRoofInput extends Schema<'OfferRequestRoofInput'> {}

/** Address of the installation site. Omitted fields become null; an omitted `country` becomes `DE`. Null for none. */
export type PageAddressOrNull = Schema<'PageAddressOrNull'>;

/** An appointment that is booked with the request, for its `contact`, which then needs a name and an e-mail address, and at its `address`. Null for none. */
export type PageAppointmentOrNull = Schema<'PageAppointmentOrNull'>;

/** A booking by a customer. */
export interface PageBookingCreate extends Schema<'PageBookingCreate'> {}

/** What became of a booking. */
export interface PageBookingCreated extends Schema<'PageBookingCreated'> {}

/** The company whose pages customers see. */
export interface PageCompany extends Schema<'PageCompany'> {}

/** A person who takes appointments. */
export interface PagePlanner extends Schema<'PagePlanner'> {}

/** Who asks for an offer. Omitted fields are null. At least one of `firstName`, `lastName`, `companyName` and `email` must have a value. */
export interface PageRequestContact extends Schema<'PageRequestContact'> {}

/** What a customer enters in a configurator. Only `contact` is required. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface PageRequestCreate extends Schema<'PageRequestCreate'> {}

/** What became of a request. */
export interface PageRequestCreated extends Schema<'PageRequestCreated'> {}

/** A time at which an appointment can take place. */
export interface PageSlot extends Schema<'PageSlot'> {}

/** The free slots of a booking type on some days. */
export interface PageSlots extends Schema<'PageSlots'> {}

/** Texts of the company for consumers who book a paid appointment. */
export type PageTextsOrNull = Schema<'PageTextsOrNull'>;

/** An event of the payment provider, with the fields that are used. The provider documents all of them. */
export interface PaymentEvent extends Schema<'PaymentEvent'> {}

/** The receipt of an event. */
export interface PaymentEventReceipt extends Schema<'PaymentEventReceipt'> {}

/** Roof covering: clay tile (Tonziegel), concrete tile (Betondachstein), plain tile (Biberschwanz), slate (Schiefer), trapezoidal sheet (Trapezblech), standing seam (Stehfalz), corrugated fibre cement (Wellfaserzement), sandwich panel, bitumen, membrane (Folie), gravel (Kies), green roof (Gründach), other. */
export type RoofCovering = Schema<'RoofCovering'>;

/** Type of roof or of another area: gable (Satteldach), flat (Flachdach), shed (Pultdach), hipped (Walmdach), mansard (Mansarddach), barrel (Tonnendach), facade, carport, ground (Freifläche), other. */
export type RoofType = Schema<'RoofType'>;

/** Form of address: Frau (`MS`), Herr (`MR`), divers (`DIVERSE`). */
export type Salutation = Schema<'Salutation'>;

/** The lines with one VAT rate. VAT is rounded once per rate. */
export interface VatGroup extends Schema<'VatGroup'> {}
