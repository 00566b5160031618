// Generated from openapi/ by "npm run generate". Do not edit.
import type { components } from './api.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Postal address, or null for none. Replaced as a whole: a field left out is stored as null, `country` as `DE`. */
export type AddressInputOrNull = Schema<'AddressInputOrNull'>;

/** Postal address, or null when none is known. */
export type AddressOrNull = Schema<'AddressOrNull'>;

/** Kind of building: detached house (Einfamilienhaus), semi-detached (Doppelhaushälfte), terraced (Reihenhaus), multi-family (Mehrfamilienhaus), commercial, agricultural, public, other. Null when unknown. */
export type BuildingTypeOrNull = Schema<'BuildingTypeOrNull'>;

/** What the building is used for: to live in, commercially, or for activities of public benefit (gemeinwohldienlich). Null when unknown. */
export type BuildingUseOrNull = Schema<'BuildingUseOrNull'>;

/** The profile of your company. It is kept in the planner; the API reads it. */
export interface Company extends Schema<'Company'> {}

/** A person or an organisation that your company plans for, in any number of projects. */
export interface Customer extends Schema<'Customer'> {}

/** A new customer. Every field may be left out, but at least one of `firstName`, `lastName`, `companyName` and `email` must have a value. */
export interface CustomerCreate extends Schema<'CustomerCreate'> {}

/** A customer was added. */
export interface CustomerCreatedEvent extends Schema<'CustomerCreatedEvent'> {}

/** A customer was deleted, and its projects with it. */
export interface CustomerDeletedEvent extends Schema<'CustomerDeletedEvent'> {}

/** Key fields of the customer. Read the rest with `GET /v1/customers/{id}`. */
export interface CustomerEventData extends Schema<'CustomerEventData'> {}

/** One page of customers. */
export interface CustomerList extends Schema<'CustomerList'> {}

/** Kind of customer: private person, company, association (Verein), municipality (Kommune), housing community (Wohnungseigentümergemeinschaft). */
export type CustomerType = Schema<'CustomerType'>;

/** The fields to change. A field left out stays as it is, null clears what can be empty; addresses and tags are replaced as wholes. At least one of `firstName`, `lastName`, `companyName` and `email` must keep a value. An empty object changes nothing. */
export interface CustomerUpdate extends Schema<'CustomerUpdate'> {}

/** A field of a customer changed. */
export interface CustomerUpdatedEvent extends Schema<'CustomerUpdatedEvent'> {}

/** One place in the request that is wrong. */
export interface ErrorDetail extends Schema<'ErrorDetail'> {}

/** Places in the request that are wrong, as many as were found. */
export type ErrorDetails = Schema<'ErrorDetails'>;

/** One page of events. */
export interface EventList extends Schema<'EventList'> {}

/** The kind of event. */
export type EventType = Schema<'EventType'>;

/** How the system feeds in: surplus (Überschusseinspeisung), all of it (Volleinspeisung), nothing (Nulleinspeisung), no grid at all (Inselanlage). Null while undecided. */
export type FeedInTypeOrNull = Schema<'FeedInTypeOrNull'>;

/** Position on the map (WGS 84), or null when unknown. Replaced as a whole. */
export type GeoPointOrNull = Schema<'GeoPointOrNull'>;

/** A manufacturer of products in the catalog. */
export interface Manufacturer extends Schema<'Manufacturer'> {}

/** A new manufacturer. What is left out is null, `materialTypes` is empty. */
export interface ManufacturerCreate extends Schema<'ManufacturerCreate'> {}

/** One page of manufacturers. */
export interface ManufacturerList extends Schema<'ManufacturerList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; `materialTypes` is replaced as a whole. An empty object changes nothing. */
export interface ManufacturerUpdate extends Schema<'ManufacturerUpdate'> {}

/** Kind of product: PV module, battery, inverter (Wechselrichter), wallbox, equipment (Zubehör), miscellaneous, mounting system (Unterkonstruktion), emergency power (Notstrom). */
export type MaterialType = Schema<'MaterialType'>;

/** A member of the team. Projects and customers name one as `plannerId`. */
export interface Member extends Schema<'Member'> {}

/** One page of members. */
export interface MemberList extends Schema<'MemberList'> {}

/** What the member does in the company. */
export type MemberRole = Schema<'MemberRole'>;

/** How the modules lie, upright (hochkant) or across (quer). Null when undecided. */
export type ModuleOrientationOrNull = Schema<'ModuleOrientationOrNull'>;

/** Something on the roof that no module can lie on. Its place is measured from the lower left corner of the roof, seen from the eaves. */
export interface Obstacle extends Schema<'Obstacle'> {}

/** The plan for one place where a customer wants a system, roofs included. */
export interface Project extends Schema<'Project'> {}

/** A new project. Only `customerId` is needed; roofs can be sent along or added later. */
export interface ProjectCreate extends Schema<'ProjectCreate'> {}

/** A project was created. */
export interface ProjectCreatedEvent extends Schema<'ProjectCreatedEvent'> {}

/** A project was deleted. */
export interface ProjectDeletedEvent extends Schema<'ProjectDeletedEvent'> {}

/** Key fields of the project. Read the rest with `GET /v1/projects/{id}`. */
export interface ProjectEventData extends Schema<'ProjectEventData'> {}

/** One page of projects. */
export interface ProjectList extends Schema<'ProjectList'> {}

/** A project as it stands in lists, without its roofs. */
export interface ProjectListItem extends Schema<'ProjectListItem'> {}

/** How far the project has come. Your company sets it, in any order. `LOST` and `ARCHIVED` are for projects that ended without an installation, or are put aside. */
export type ProjectState = Schema<'ProjectState'>;

/** The fields to change. A field left out stays as it is, null clears what can be empty; `address`, `geo` and `tags` are replaced as wholes. An empty object changes nothing. Roofs have operations of their own. */
export interface ProjectUpdate extends Schema<'ProjectUpdate'> {}

/** A field of a project or one of its roofs changed. */
export interface ProjectUpdatedEvent extends Schema<'ProjectUpdatedEvent'> {}

/** A roof of a project, or another area that modules can be put on. */
export interface Roof extends Schema<'Roof'> {}

/** What the roof is covered with: clay tile (Tonziegel), concrete tile (Betondachstein), plain tile (Biberschwanz), slate (Schiefer), trapezoidal sheet (Trapezblech), standing seam (Stehfalz), corrugated fibre cement (Wellfaserzement), sandwich panel, bitumen, membrane (Folie), gravel (Kies), green roof (Gründach), other. Null when unknown. */
export type RoofCoveringOrNull = Schema<'RoofCoveringOrNull'>;

/** A new roof. What is left out is null, `obstacles` is empty. */
export interface RoofCreate extends Schema<'RoofCreate'> {}

/** Shape of the roof, or what stands in for one: pitched (Satteldach), flat (Flachdach), shed (Pultdach), hipped (Walmdach), mansard (Mansarddach), barrel (Tonnendach), facade, carport, on the ground (Freifläche), other. */
export type RoofType = Schema<'RoofType'>;

/** The fields to change. A field left out stays as it is, null clears what can be empty; `obstacles` is replaced as a whole. An empty object changes nothing. */
export interface RoofUpdate extends Schema<'RoofUpdate'> {}

/** Form of address: Frau (`MS`), Herr (`MR`), divers (`DIVERSE`), or null when unknown. */
export type SalutationOrNull = Schema<'SalutationOrNull'>;

/** Work that your company offers, ready to be put on offers. */
export interface Service extends Schema<'Service'> {}

/** Kind of work: installation on the roof, scaffolding (Gerüst), electrical installation, meter cabinet (Zählerschrank), planning, registration with grid operator and authorities, transport, maintenance, other. */
export type ServiceCategory = Schema<'ServiceCategory'>;

/** A new service. What is left out and has no default below is null. */
export interface ServiceCreate extends Schema<'ServiceCreate'> {}

/** One page of services. */
export interface ServiceList extends Schema<'ServiceList'> {}

/** What the price is for: all of it (pauschal), an hour, a day, a module, a kWp, a square metre, a metre. */
export type ServiceUnit = Schema<'ServiceUnit'>;

/** The fields to change. A field left out stays as it is, null clears what can be empty. An empty object changes nothing. */
export interface ServiceUpdate extends Schema<'ServiceUpdate'> {}

/** How much the roof is shaded (Verschattung). Null when unknown. */
export type ShadingOrNull = Schema<'ShadingOrNull'>;

/** A site (Standort) of the company. Customers and projects name one as `siteId`. */
export interface Site extends Schema<'Site'> {}

/** One page of sites. */
export interface SiteList extends Schema<'SiteList'> {}

/** Snow load zone (Schneelastzone) of the place. Null when unknown. */
export type SnowLoadZoneOrNull = Schema<'SnowLoadZoneOrNull'>;

/** Free labels, up to 50 of up to 50 characters each. Replaced as a whole. */
export type Tags = Schema<'Tags'>;

/** Rate of VAT (Umsatzsteuersatz) in percent. */
export type VatRate = Schema<'VatRate'>;

/** An event exactly as it is sent to the endpoints. `type` tells what `data` holds. */
export type WebhookEvent = Schema<'WebhookEvent'>;

/** Wind zone (Windzone) of the place. Null when unknown. */
export type WindZoneOrNull = Schema<'WindZoneOrNull'>;
