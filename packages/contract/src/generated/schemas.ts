// Generated from openapi/ by "npm run generate". Do not edit.
import type { components } from './api.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Postal address, or null for none. Replaced as a whole: a field left out is stored as null, `country` as `DE`. */
export type AddressInputOrNull = Schema<'AddressInputOrNull'>;

/** Postal address, or null when none is known. */
export type AddressOrNull = Schema<'AddressOrNull'>;

/** A person or organisation that photovoltaic systems are planned for. A customer can have several projects. */
export interface Customer extends Schema<'Customer'> {}

/** A new customer. Every field may be left out or null, but at least one of `firstName`, `lastName`, `companyName` and `email` must have a value. */
export interface CustomerCreate extends Schema<'CustomerCreate'> {}

/** A customer was added. */
export interface CustomerCreatedEvent extends Schema<'CustomerCreatedEvent'> {}

/** Key fields of the customer. Read the rest with `GET /v1/customers/{id}`. */
export interface CustomerEventData extends Schema<'CustomerEventData'> {}

/** One page of customers. */
export interface CustomerList extends Schema<'CustomerList'> {}

/** Kind of customer: private person, company, association (Verein), municipality (Kommune), housing community (Wohnungseigentümergemeinschaft). */
export type CustomerType = Schema<'CustomerType'>;

/** The fields to change. A field left out stays as it is, null clears it; addresses and tags are replaced as wholes. At least one of `firstName`, `lastName`, `companyName` and `email` must keep a value. An empty object changes nothing. */
export interface CustomerUpdate extends Schema<'CustomerUpdate'> {}

/** One place in the request that is wrong. */
export interface ErrorDetail extends Schema<'ErrorDetail'> {}

/** One entry for each place in the request that is wrong. */
export type ErrorDetails = Schema<'ErrorDetails'>;

/** Form of address: Frau (`MS`), Herr (`MR`), divers (`DIVERSE`), or null when unknown. */
export type SalutationOrNull = Schema<'SalutationOrNull'>;

/** Free labels, up to 50 of up to 50 characters each. Replaced as a whole. */
export type Tags = Schema<'Tags'>;
