// Generated from openapi/ by "npm run generate". Do not edit.
import type { components } from './api.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A manufacturer that was added. */
export interface AddedManufacturer extends Schema<'AddedManufacturer'> {}

/** Postal address, or null for none. Replaced as a whole: a field left out is stored as null, `country` as `DE`. */
export type AddressInputOrNull = Schema<'AddressInputOrNull'>;

/** Postal address, or null when none is known. */
export type AddressOrNull = Schema<'AddressOrNull'>;

/** A battery (Stromspeicher). */
export interface Battery extends Schema<'Battery'> {}

/** A new battery. What is left out and has no default below is null, lists are empty. */
export interface BatteryCreate extends Schema<'BatteryCreate'> {}

/** What is particular to batteries. */
export interface BatteryData extends Schema<'BatteryData'> {}

/** One page of batteries. */
export interface BatteryList extends Schema<'BatteryList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; lists are replaced as wholes. An empty object changes nothing. Fields that stay must fit those that change. */
export interface BatteryUpdate extends Schema<'BatteryUpdate'> {}

/** Kind of building: detached house (Einfamilienhaus), semi-detached (Doppelhaushälfte), terraced (Reihenhaus), multi-family (Mehrfamilienhaus), commercial, agricultural, public, other. Null when unknown. */
export type BuildingTypeOrNull = Schema<'BuildingTypeOrNull'>;

/** What the building is used for: to live in, commercially, or for activities of public benefit (gemeinwohldienlich). Null when unknown. */
export type BuildingUseOrNull = Schema<'BuildingUseOrNull'>;

/** The profile of your company. It is kept in the planner; the API reads it. */
export interface Company extends Schema<'Company'> {}

/** Ids of the products that it works with, in their order, each once. Products that are deleted disappear from it. */
export type CompatibleIds = Schema<'CompatibleIds'>;

/** How CSV files are written. What is left out is detected. */
export interface CsvFormat extends Schema<'CsvFormat'> {}

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

/** A product that supplies power when the grid fails, offered together with an inverter. */
export interface EmergencyPower extends Schema<'EmergencyPower'> {}

/** A new product for emergency power. What is left out and has no default below is null, lists are empty. */
export interface EmergencyPowerCreate extends Schema<'EmergencyPowerCreate'> {}

/** What is particular to emergency power products. */
export interface EmergencyPowerData extends Schema<'EmergencyPowerData'> {}

/** One page of emergency power products. */
export interface EmergencyPowerList extends Schema<'EmergencyPowerList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; lists are replaced as wholes. An empty object changes nothing. */
export interface EmergencyPowerUpdate extends Schema<'EmergencyPowerUpdate'> {}

/** Equipment (Zubehör) that goes with modules, inverters, batteries, wallboxes or mounting systems. */
export interface Equipment extends Schema<'Equipment'> {}

/** A new piece of equipment. What is left out and has no default below is null, lists are empty. */
export interface EquipmentCreate extends Schema<'EquipmentCreate'> {}

/** What is particular to equipment. */
export interface EquipmentData extends Schema<'EquipmentData'> {}

/** What it is: power optimizer, energy meter, communication dongle, surge protection (Überspannungsschutz), DC cable, cabinet, energy management (EMS), other. */
export type EquipmentKind = Schema<'EquipmentKind'>;

/** One page of equipment. */
export interface EquipmentList extends Schema<'EquipmentList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; lists are replaced as wholes. An empty object changes nothing. */
export interface EquipmentUpdate extends Schema<'EquipmentUpdate'> {}

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

/** An inverter (Wechselrichter) with its MPP trackers. */
export interface Inverter extends Schema<'Inverter'> {}

/** A new inverter. What is left out and has no default below is null, lists are empty. */
export interface InverterCreate extends Schema<'InverterCreate'> {}

/** What is particular to inverters. */
export interface InverterData extends Schema<'InverterData'> {}

/** One page of inverters. */
export interface InverterList extends Schema<'InverterList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; lists are replaced as wholes. An empty object changes nothing. Fields that stay must fit those that change. */
export interface InverterUpdate extends Schema<'InverterUpdate'> {}

/** A manufacturer of products in the catalog. */
export interface Manufacturer extends Schema<'Manufacturer'> {}

/** A new manufacturer. What is left out is null, `materialTypes` is empty. */
export interface ManufacturerCreate extends Schema<'ManufacturerCreate'> {}

/** One page of manufacturers. */
export interface ManufacturerList extends Schema<'ManufacturerList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; `materialTypes` is replaced as a whole. An empty object changes nothing. */
export interface ManufacturerUpdate extends Schema<'ManufacturerUpdate'> {}

/** How much is added to purchase prices at one site. */
export interface Markup extends Schema<'Markup'> {}

/** A product of the catalog, whole. `materialType` tells which fields it has. */
export type Material = Schema<'Material'>;

/** What all products of the catalog have. */
export interface MaterialCommon extends Schema<'MaterialCommon'> {}

/** A product was added to the catalog. */
export interface MaterialCreatedEvent extends Schema<'MaterialCreatedEvent'> {}

/** A product was deleted. */
export interface MaterialDeletedEvent extends Schema<'MaterialDeletedEvent'> {}

/** Key fields of the product. Read the rest with `GET /v1/materials/{type}/{id}`. */
export interface MaterialEventData extends Schema<'MaterialEventData'> {}

/** One page of products. */
export interface MaterialList extends Schema<'MaterialList'> {}

/** Kind of product: PV module, battery, inverter (Wechselrichter), wallbox, equipment (Zubehör), miscellaneous, mounting system (Unterkonstruktion), emergency power (Notstrom). */
export type MaterialType = Schema<'MaterialType'>;

/** What the prices are for: a piece, a metre, a set, all of it (pauschal). */
export type MaterialUnit = Schema<'MaterialUnit'>;

/** The name, the manufacturer or `archived` of a product changed. */
export interface MaterialUpdatedEvent extends Schema<'MaterialUpdatedEvent'> {}

/** A member of the team. Projects and customers name one as `plannerId`. */
export interface Member extends Schema<'Member'> {}

/** One page of members. */
export interface MemberList extends Schema<'MemberList'> {}

/** What the member does in the company. */
export type MemberRole = Schema<'MemberRole'>;

/** Other material. It needs no manufacturer. */
export interface MiscMaterial extends Schema<'MiscMaterial'> {}

/** New other material. It needs no manufacturer. What is left out and has no default below is null, lists are empty. */
export interface MiscMaterialCreate extends Schema<'MiscMaterialCreate'> {}

/** What is particular to other material. */
export interface MiscMaterialData extends Schema<'MiscMaterialData'> {}

/** One page of misc materials. */
export interface MiscMaterialList extends Schema<'MiscMaterialList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; lists are replaced as wholes. An empty object changes nothing. */
export interface MiscMaterialUpdate extends Schema<'MiscMaterialUpdate'> {}

/** How many are needed by default: a fixed number, so many for each module, for each string. */
export type MiscQuantityRule = Schema<'MiscQuantityRule'>;

/** How the modules lie, upright (hochkant) or across (quer). Null when undecided. */
export type ModuleOrientationOrNull = Schema<'ModuleOrientationOrNull'>;

/** A maximum power point tracker of an inverter. */
export interface MppTracker extends Schema<'MppTracker'> {}

/** A maximum power point tracker of an inverter. What is left out is null. */
export interface MppTrackerInput extends Schema<'MppTrackerInput'> {}

/** Something on the roof that no module can lie on. Its place is measured from the lower left corner of the roof, seen from the eaves. */
export interface Obstacle extends Schema<'Obstacle'> {}

/** Number of phases of the grid connection. */
export type Phases = Schema<'Phases'>;

/** Number of phases of the grid connection, or null when unknown. */
export type PhasesOrNull = Schema<'PhasesOrNull'>;

/** A file of a price list. */
export interface PriceListFile extends Schema<'PriceListFile'> {}

/** A price list and how to import it. Exactly one of `files` and `rows` is required. */
export interface PriceListImport extends Schema<'PriceListImport'> {}

/** Result of an import. */
export interface PriceListResult extends Schema<'PriceListResult'> {}

/** A row of a price list. It needs an article number, a manufacturer with its article number, or a GTIN. What it does not have stays as it is. An error fails the row, not the import. */
export interface PriceListRow extends Schema<'PriceListRow'> {}

/** Number of rows in total and by status. */
export interface PriceListSummary extends Schema<'PriceListSummary'> {}

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

/** A PV module with the data that strings are planned with. */
export interface PvModule extends Schema<'PvModule'> {}

/** A new PV module. What is left out and has no default below is null, lists are empty. */
export interface PvModuleCreate extends Schema<'PvModuleCreate'> {}

/** What is particular to PV modules. */
export interface PvModuleData extends Schema<'PvModuleData'> {}

/** One page of PV modules. */
export interface PvModuleList extends Schema<'PvModuleList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; lists are replaced as wholes. An empty object changes nothing. Fields that stay must fit those that change. */
export interface PvModuleUpdate extends Schema<'PvModuleUpdate'> {}

/** How many are needed by default: a fixed number, so many for each product that it goes with, for each module, for each string. */
export type QuantityRule = Schema<'QuantityRule'>;

/** A column of a CSV file. */
export interface ReadColumn extends Schema<'ReadColumn'> {}

/** How a CSV file was read. */
export interface ReadCsvFile extends Schema<'ReadCsvFile'> {}

/** A roof of a project, or another area that modules can be put on. */
export interface Roof extends Schema<'Roof'> {}

/** What a roof is covered with: clay tile (Tonziegel), concrete tile (Betondachstein), plain tile (Biberschwanz), slate (Schiefer), trapezoidal sheet (Trapezblech), standing seam (Stehfalz), corrugated fibre cement (Wellfaserzement), sandwich panel, bitumen, membrane (Folie), gravel (Kies), green roof (Gründach), other. */
export type RoofCovering = Schema<'RoofCovering'>;

/** What the roof is covered with: clay tile (Tonziegel), concrete tile (Betondachstein), plain tile (Biberschwanz), slate (Schiefer), trapezoidal sheet (Trapezblech), standing seam (Stehfalz), corrugated fibre cement (Wellfaserzement), sandwich panel, bitumen, membrane (Folie), gravel (Kies), green roof (Gründach), other. Null when unknown. */
export type RoofCoveringOrNull = Schema<'RoofCoveringOrNull'>;

/** A new roof. What is left out is null, `obstacles` is empty. */
export interface RoofCreate extends Schema<'RoofCreate'> {}

/** Shape of the roof, or what stands in for one: gable (Satteldach), flat (Flachdach), shed (Pultdach), hipped (Walmdach), mansard (Mansarddach), barrel (Tonnendach), facade, carport, on the ground (Freifläche), other. */
export type RoofType = Schema<'RoofType'>;

/** The fields to change. A field left out stays as it is, null clears what can be empty; `obstacles` is replaced as a whole. An empty object changes nothing. */
export interface RoofUpdate extends Schema<'RoofUpdate'> {}

/** A field that changed. */
export interface RowChange extends Schema<'RowChange'> {}

/** An error or a warning of a row. */
export interface RowProblem extends Schema<'RowProblem'> {}

/** Result of a row. */
export interface RowResult extends Schema<'RowResult'> {}

/** Outcome of a row: product created, product changed, nothing to change, row skipped, row not applied. */
export type RowStatus = Schema<'RowStatus'>;

/** Form of address: Frau (`MS`), Herr (`MR`), divers (`DIVERSE`), or null when unknown. */
export type SalutationOrNull = Schema<'SalutationOrNull'>;

/** What the product is sold for at one site. */
export interface SellingPrice extends Schema<'SellingPrice'> {}

/** What the product is sold for at one site. */
export interface SellingPriceInput extends Schema<'SellingPriceInput'> {}

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

/** A mounting system (Unterkonstruktion), usually one for each kind of roof. */
export interface Subconstruction extends Schema<'Subconstruction'> {}

/** A new mounting system. What is left out and has no default below is null, lists are empty. */
export interface SubconstructionCreate extends Schema<'SubconstructionCreate'> {}

/** What is particular to mounting systems. */
export interface SubconstructionData extends Schema<'SubconstructionData'> {}

/** One page of mounting systems. */
export interface SubconstructionList extends Schema<'SubconstructionList'> {}

/** What the prices are for on an offer: a module, a kWp or all of it. */
export type SubconstructionPriceBasis = Schema<'SubconstructionPriceBasis'>;

/** The fields to change. A field left out stays as it is, null clears what can be empty; lists are replaced as wholes. An empty object changes nothing. */
export interface SubconstructionUpdate extends Schema<'SubconstructionUpdate'> {}

/** Free labels, up to 50 of up to 50 characters each. Replaced as a whole. */
export type Tags = Schema<'Tags'>;

/** A file that could not be read, or not to its end. */
export interface UnreadableFile extends Schema<'UnreadableFile'> {}

/** Rate of VAT (Umsatzsteuersatz) in percent. */
export type VatRate = Schema<'VatRate'>;

/** A wallbox. */
export interface Wallbox extends Schema<'Wallbox'> {}

/** A new wallbox. What is left out and has no default below is null, lists are empty. */
export interface WallboxCreate extends Schema<'WallboxCreate'> {}

/** What is particular to wallboxes. */
export interface WallboxData extends Schema<'WallboxData'> {}

/** One page of wallboxes. */
export interface WallboxList extends Schema<'WallboxList'> {}

/** The fields to change. A field left out stays as it is, null clears what can be empty; lists are replaced as wholes. An empty object changes nothing. */
export interface WallboxUpdate extends Schema<'WallboxUpdate'> {}

/** An event exactly as it is sent to the endpoints. `type` tells what `data` holds. */
export type WebhookEvent = Schema<'WebhookEvent'>;

/** Wind zone (Windzone) of the place. Null when unknown. */
export type WindZoneOrNull = Schema<'WindZoneOrNull'>;
