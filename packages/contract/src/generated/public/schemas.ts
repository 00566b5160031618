// Generated from openapi/ by "npm run generate". Do not edit.
import type { components } from './api.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A manufacturer added by the import. */
export interface AddedManufacturer extends Schema<'AddedManufacturer'> {}

/** Postal address, or null for none. Replaced in full: omitted fields become null, an omitted `country` becomes `DE`. */
export type AddressInputOrNull = Schema<'AddressInputOrNull'>;

/** Postal address, or null when unknown. */
export type AddressOrNull = Schema<'AddressOrNull'>;

/** A battery (Stromspeicher). */
export interface Battery extends Schema<'Battery'> {}

/** Cell chemistry: lithium iron phosphate, nickel manganese cobalt, lithium titanate, sodium ion, lead, salt water, other. */
export type BatteryChemistry = Schema<'BatteryChemistry'>;

/** Connection of a battery on the grid side (AC) or on the PV side (DC). */
export type BatteryCoupling = Schema<'BatteryCoupling'>;

/** A new battery. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface BatteryCreate extends Schema<'BatteryCreate'> {}

/** Fields specific to batteries. */
export interface BatteryData extends Schema<'BatteryData'> {}

/** One page of batteries. */
export interface BatteryList extends Schema<'BatteryList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Lists are replaced in full. Unchanged fields must be consistent with changed ones. An empty object changes nothing. */
export interface BatteryUpdate extends Schema<'BatteryUpdate'> {}

/** An appointment with a customer. */
export interface Booking extends Schema<'Booking'> {}

/** Who gets a new appointment: `ROUND_ROBIN`, the planner whose turn it is; `CUSTOMER_CHOICE`, the planner whom the customer chooses; `NONE`, nobody. */
export type BookingAssignment = Schema<'BookingAssignment'>;

/** Address of the invoice as confirmed in the checkout. Null for free bookings and for those settled by hand. */
export type BookingBillingAddressOrNull = Schema<'BookingBillingAddressOrNull'>;

/** Why the appointment is cancelled. Without a body, no reason is given, and the money goes back. */
export interface BookingCancel extends Schema<'BookingCancel'> {}

/** An appointment was cancelled. */
export interface BookingCancelledEvent extends Schema<'BookingCancelledEvent'> {}

/** The cancelled booking. Read the rest with `GET /v1/bookings/{id}`. */
export interface BookingCancelledEventData extends Schema<'BookingCancelledEventData'> {}

/** An appointment took place. */
export interface BookingCompletedEvent extends Schema<'BookingCompletedEvent'> {}

/** An appointment that your team enters for a customer. `customer`, `customerId` or both are required. */
export interface BookingCreate extends Schema<'BookingCreate'> {}

/** An appointment was booked. */
export interface BookingCreatedEvent extends Schema<'BookingCreatedEvent'> {}

/** Who comes, and how to reach them. Without an e-mail address, the customer gets no e-mails. */
export interface BookingCustomerInput extends Schema<'BookingCustomerInput'> {}

/** Who booked. Null for an expired booking whose personal data were deleted. */
export type BookingCustomerOrNull = Schema<'BookingCustomerOrNull'>;

/** The last dispute (Rückbuchung) of the payment: the customer's bank takes the money back, or wants to. Null if there was none. */
export type BookingDisputeOrNull = Schema<'BookingDisputeOrNull'>;

/** Key fields of the booking. Read the rest with `GET /v1/bookings/{id}`. */
export interface BookingEventData extends Schema<'BookingEventData'> {}

/** The next appointment of a customer. */
export interface BookingFollowUpCreate extends Schema<'BookingFollowUpCreate'> {}

/** Invoice of the payment provider. Only bookings paid before these invoices were switched off have one. */
export type BookingInvoiceOrNull = Schema<'BookingInvoiceOrNull'>;

/** Language of the e-mails to the customer. */
export type BookingLanguage = Schema<'BookingLanguage'>;

/** One page of bookings. */
export interface BookingList extends Schema<'BookingList'> {}

/** Where the appointment takes place: at the customer's, by video call, by phone, or in the company's office. */
export type BookingLocation = Schema<'BookingLocation'>;

/** The customer did not turn up. */
export interface BookingNoShowEvent extends Schema<'BookingNoShowEvent'> {}

/** `card`, a card; `paypal`, PayPal; `sepa_debit`, a SEPA debit (SEPA-Lastschrift). */
export type BookingPaymentMethod = Schema<'BookingPaymentMethod'>;

/** An appointment was paid. */
export interface BookingPaymentPaidEvent extends Schema<'BookingPaymentPaidEvent'> {}

/** Key fields of the paid booking. Read the rest with `GET /v1/bookings/{id}`. */
export interface BookingPaymentPaidEventData extends Schema<'BookingPaymentPaidEventData'> {}

/** Money went back to the customer. */
export interface BookingPaymentRefundedEvent extends Schema<'BookingPaymentRefundedEvent'> {}

/** Key fields of the refunded booking. Read the rest with `GET /v1/bookings/{id}`. */
export interface BookingPaymentRefundedEventData extends Schema<'BookingPaymentRefundedEventData'> {}

/** `FREE`, nothing is owed; `UNPAID`, not paid yet; `PAID`, paid; `REFUNDED`, the money was given back. */
export type BookingPaymentStatus = Schema<'BookingPaymentStatus'>;

/** The team member who has the appointment. Null while nobody has it. */
export type BookingPlannerOrNull = Schema<'BookingPlannerOrNull'>;

/** Who takes the appointment instead. */
export interface BookingReassign extends Schema<'BookingReassign'> {}

/** An appointment was handed over. */
export interface BookingReassignedEvent extends Schema<'BookingReassignedEvent'> {}

/** The booking with its new and its previous planner. Read the rest with `GET /v1/bookings/{id}`. */
export interface BookingReassignedEventData extends Schema<'BookingReassignedEventData'> {}

/** When the appointment takes place instead. */
export interface BookingReschedule extends Schema<'BookingReschedule'> {}

/** An appointment was moved. */
export interface BookingRescheduledEvent extends Schema<'BookingRescheduledEvent'> {}

/** The booking at its new time, with the previous one. Read the rest with `GET /v1/bookings/{id}`. */
export interface BookingRescheduledEventData extends Schema<'BookingRescheduledEventData'> {}

/** Money that your team has received. */
export interface BookingSettle extends Schema<'BookingSettle'> {}

/** Where the booking was made: `BUILDER`, in the configurator; `BOOKING_PAGE`, with the booking link; `PLANNER`, by your team. */
export type BookingSource = Schema<'BookingSource'>;

/** `CONFIRMED`, the appointment will take place; `COMPLETED`, it has taken place; `NO_SHOW`, the customer did not turn up; `CANCELLED`, it was cancelled. `PENDING_PAYMENT` and `EXPIRED` are not real bookings: a checkout that holds a slot, and one that was not paid, or whose debit took longer than 14 days. */
export type BookingStatus = Schema<'BookingStatus'>;

/** References of the payment provider. Null for a booking that never went through it. */
export type BookingStripeOrNull = Schema<'BookingStripeOrNull'>;

/** A kind of appointment that customers can book. Booking types and working hours are managed in the planner and read-only here. */
export interface BookingType extends Schema<'BookingType'> {}

/** One page of booking types. */
export interface BookingTypeList extends Schema<'BookingTypeList'> {}

/** `BUILDER` is the configurator on your website, `BOOKING_PAGE` the booking link. */
export type BookingTypeSource = Schema<'BookingTypeSource'>;

/** Type of building: detached house (Einfamilienhaus), semi-detached (Doppelhaushälfte), terraced (Reihenhaus), multi-family (Mehrfamilienhaus), commercial, agricultural, public, other. */
export type BuildingKind = Schema<'BuildingKind'>;

/** Whether the person owns, rents or manages the building. */
export type BuildingOwnership = Schema<'BuildingOwnership'>;

/** Use of the building: residential, commercial, or public benefit (gemeinwohldienlich). */
export type BuildingUse = Schema<'BuildingUse'>;

/** Cell technology. */
export type CellTechnology = Schema<'CellTechnology'>;

/** The profile of your company. It is managed in the planner and read-only here. */
export interface Company extends Schema<'Company'> {}

/** Ids of compatible products, in the order in which you send them, without duplicates. A deleted product is removed from the list. */
export type CompatibleIds = Schema<'CompatibleIds'>;

/** An entry of a contractor in the register of installers (Installateurverzeichnis) of a grid operator. */
export interface ContractorRegistration extends Schema<'ContractorRegistration'> {}

/** A report with the figures of each period and of the whole span. */
export interface ConversionAnalytics extends Schema<'ConversionAnalytics'> {}

/** The figures of one period. */
export interface ConversionAnalyticsPeriod extends Schema<'ConversionAnalyticsPeriod'> {}

/** The earlier span with `compare`, otherwise null. With `previous`, a span of whole intervals is shifted by the same number of intervals, any other span by its number of days. With `year`, each period is compared with the same period of the year before. There are as many periods as in `data`, in the same order. */
export type ConversionAnalyticsPreviousOrNull = Schema<'ConversionAnalyticsPreviousOrNull'>;

/** Outcome so far of the offer requests created in the period, in total and by group. */
export interface ConversionFigures extends Schema<'ConversionFigures'> {}

/** The offer requests of one group. */
export interface ConversionGroup extends Schema<'ConversionGroup'> {}

/** Outcome so far of the offer requests created in the period, by `createdAt`. The date of an offer does not matter: an offer accepted in May for a request created in March counts in March. */
export interface ConversionOutcome extends Schema<'ConversionOutcome'> {}

/** Format of the CSV files. Omitted properties are detected. */
export interface CsvFormat extends Schema<'CsvFormat'> {}

/** A person or an organisation that your company plans for. A customer can have any number of projects. */
export interface Customer extends Schema<'Customer'> {}

/** A report with the figures of each period and of the whole span. */
export interface CustomerAnalytics extends Schema<'CustomerAnalytics'> {}

/** The figures of one period. */
export interface CustomerAnalyticsPeriod extends Schema<'CustomerAnalyticsPeriod'> {}

/** The earlier span with `compare`, otherwise null. With `previous`, a span of whole intervals is shifted by the same number of intervals, any other span by its number of days. With `year`, each period is compared with the same period of the year before. There are as many periods as in `data`, in the same order. */
export type CustomerAnalyticsPreviousOrNull = Schema<'CustomerAnalyticsPreviousOrNull'>;

/** A new customer. All fields are optional, but at least one of `firstName`, `lastName`, `companyName` and `email` must have a value that is not blank. */
export interface CustomerCreate extends Schema<'CustomerCreate'> {}

/** A customer was created. */
export interface CustomerCreatedEvent extends Schema<'CustomerCreatedEvent'> {}

/** A customer and its projects were deleted. */
export interface CustomerDeletedEvent extends Schema<'CustomerDeletedEvent'> {}

/** Key fields of the customer. Read the rest with `GET /v1/customers/{id}`. */
export interface CustomerEventData extends Schema<'CustomerEventData'> {}

/** Customers created in the period, by `createdAt`. */
export interface CustomerFigures extends Schema<'CustomerFigures'> {}

/** A group of customers, by `groupBy`. */
export interface CustomerGroup extends Schema<'CustomerGroup'> {}

/** How customers are grouped: `postalCode` by the first digits of the postal code, `state` by federal state (Bundesland), `type` by type of customer, `buildingType` by the types of building of their projects. */
export type CustomerGrouping = Schema<'CustomerGrouping'>;

/** One page of customers. */
export interface CustomerList extends Schema<'CustomerList'> {}

/** Parameters of a report on customers. */
export interface CustomerReportHead extends Schema<'CustomerReportHead'> {}

/** Type of customer: private person, company, association (Verein), municipality (Kommune), homeowners' association (Wohnungseigentümergemeinschaft). Private persons and homeowners' associations are treated as consumers. */
export type CustomerType = Schema<'CustomerType'>;

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Addresses and tags are replaced in full. At least one of `firstName`, `lastName`, `companyName` and `email` must keep a value that is not blank. An empty object changes nothing. */
export interface CustomerUpdate extends Schema<'CustomerUpdate'> {}

/** A field of a customer changed. */
export interface CustomerUpdatedEvent extends Schema<'CustomerUpdatedEvent'> {}

/** A customer by its external id. Omitted fields are unchanged, and null clears a nullable field. Addresses and tags are replaced in full. The customer must have a value that is not blank in at least one of `firstName`, `lastName`, `companyName` and `email`. */
export interface CustomerUpsert extends Schema<'CustomerUpsert'> {}

/** The customers to create or update. */
export interface CustomersUpsert extends Schema<'CustomersUpsert'> {}

/** A reason with the number of offers that were declined for it. */
export interface DeclineReason extends Schema<'DeclineReason'> {}

/** When the system should be installed. */
export type DesiredInstallation = Schema<'DesiredInstallation'>;

/** A document as PDF. */
export interface Document extends Schema<'Document'> {}

/** An electrical contractor (Elektrofachbetrieb) who connects systems to the grid. Contractors are managed in the planner and read-only here. */
export interface ElectricalContractor extends Schema<'ElectricalContractor'> {}

/** One page of electrical contractors. */
export interface ElectricalContractorList extends Schema<'ElectricalContractorList'> {}

/** A product that supplies power during a grid outage, offered together with an inverter. */
export interface EmergencyPower extends Schema<'EmergencyPower'> {}

/** A new emergency power product. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface EmergencyPowerCreate extends Schema<'EmergencyPowerCreate'> {}

/** Fields specific to emergency power products. */
export interface EmergencyPowerData extends Schema<'EmergencyPowerData'> {}

/** One page of emergency power products. */
export interface EmergencyPowerList extends Schema<'EmergencyPowerList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Lists are replaced in full. An empty object changes nothing. */
export interface EmergencyPowerUpdate extends Schema<'EmergencyPowerUpdate'> {}

/** Equipment (Zubehör) for modules, inverters, batteries, wallboxes or mounting systems. */
export interface Equipment extends Schema<'Equipment'> {}

/** A new piece of equipment. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface EquipmentCreate extends Schema<'EquipmentCreate'> {}

/** Fields specific to equipment. */
export interface EquipmentData extends Schema<'EquipmentData'> {}

/** Type of equipment: power optimizer, energy meter, communication dongle, surge protection (Überspannungsschutz), DC cable, cabinet, energy management (EMS), other. */
export type EquipmentKind = Schema<'EquipmentKind'>;

/** One page of equipment. */
export interface EquipmentList extends Schema<'EquipmentList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Lists are replaced in full. An empty object changes nothing. */
export interface EquipmentUpdate extends Schema<'EquipmentUpdate'> {}

/** An invalid part of the request. */
export interface ErrorDetail extends Schema<'ErrorDetail'> {}

/** The invalid parts of the request, as many as were found. `invalid_request` lists up to 100 and says how many more there are. */
export type ErrorDetails = Schema<'ErrorDetails'>;

/** One page of events. */
export interface EventList extends Schema<'EventList'> {}

/** Type of event. */
export type EventType = Schema<'EventType'>;

/** A plant that exists at the site. */
export interface ExistingSystem extends Schema<'ExistingSystem'> {}

/** A plant that exists at the site. Omitted fields are null. */
export interface ExistingSystemInput extends Schema<'ExistingSystemInput'> {}

/** Type of feed-in: surplus (Überschusseinspeisung), full (Volleinspeisung), zero (Nulleinspeisung), off-grid (Inselanlage). */
export type FeedInType = Schema<'FeedInType'>;

/** Where the value is entered. Null if that is no field of a record, such as a value of the electrical contractor without `electronicsFirmId`. */
export type FormFieldSourceOrNull = Schema<'FormFieldSourceOrNull'>;

/** Geographic position (WGS 84), or null when unknown. Replaced in full. */
export type GeoPointOrNull = Schema<'GeoPointOrNull'>;

/** A grid operator (Netzbetreiber). Grid operators are managed in the planner and read-only here. */
export interface GridOperator extends Schema<'GridOperator'> {}

/** A form with which a system is registered with the grid operator. */
export interface GridOperatorForm extends Schema<'GridOperatorForm'> {}

/** Which form it is. `E1`, `E2`, `E3` and `E8` are those of VDE-AR-N 4105, annex E. | Value | Form | |---|---| | `E1` | application (Antragstellung) | | `E2` | data sheet of generators (Datenblatt Erzeugungsanlagen) | | `E3` | data sheet of storage (Datenblatt Speicher) | | `E8` | commissioning report (Inbetriebsetzungsprotokoll) | | `UESB` | single-line diagram (Übersichtsschaltbild) | | `LAGEPLAN` | site plan (Lageplan) | | `VOLLMACHT` | power of attorney (Vollmacht) | | `14A` | controllable consumers (steuerbare Verbrauchseinrichtungen, § 14a EnWG) | | `OTHER` | another form | */
export type GridOperatorFormCode = Schema<'GridOperatorFormCode'>;

/** When the grid operator asks for the form. `APPLICATION` is before the installation, `COMMISSIONING` (Inbetriebsetzung) after it. */
export type GridOperatorFormPhase = Schema<'GridOperatorFormPhase'>;

/** For which systems the grid operator asks for the form. `BATTERY` are those with a battery, `WALLBOX` those with a wallbox. */
export type GridOperatorFormPlants = Schema<'GridOperatorFormPlants'>;

/** One page of grid operators. */
export interface GridOperatorList extends Schema<'GridOperatorList'> {}

/** Earthing system (Netzform) of the house connection. */
export type GroundingSystem = Schema<'GroundingSystem'>;

/** Parameters of a report whose records can be grouped. */
export interface GroupedReportHead extends Schema<'GroupedReportHead'> {}

/** An inverter (Wechselrichter) with its MPP trackers. */
export interface Inverter extends Schema<'Inverter'> {}

/** A new inverter. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface InverterCreate extends Schema<'InverterCreate'> {}

/** Fields specific to inverters. */
export interface InverterData extends Schema<'InverterData'> {}

/** One page of inverters. */
export interface InverterList extends Schema<'InverterList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Lists are replaced in full. Unchanged fields must be consistent with changed ones. An empty object changes nothing. */
export interface InverterUpdate extends Schema<'InverterUpdate'> {}

/** A line to check before the offer is published. */
export interface LineHint extends Schema<'LineHint'> {}

/** A manufacturer of catalog products. */
export interface Manufacturer extends Schema<'Manufacturer'> {}

/** A new manufacturer. Omitted fields are null; `materialTypes` is empty when omitted. */
export interface ManufacturerCreate extends Schema<'ManufacturerCreate'> {}

/** One page of manufacturers. */
export interface ManufacturerList extends Schema<'ManufacturerList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. `materialTypes` is replaced in full. An empty object changes nothing. */
export interface ManufacturerUpdate extends Schema<'ManufacturerUpdate'> {}

/** A manufacturer by its external id. Omitted fields are unchanged, and null clears a nullable field. `materialTypes` is replaced in full. */
export interface ManufacturerUpsert extends Schema<'ManufacturerUpsert'> {}

/** The manufacturers to create or update. */
export interface ManufacturersUpsert extends Schema<'ManufacturersUpsert'> {}

/** Mark-up on purchase prices at one site. */
export interface Markup extends Schema<'Markup'> {}

/** A catalog product with all its fields. `materialType` determines which fields it has. */
export type Material = Schema<'Material'>;

/** A report with the figures of each period and of the whole span. */
export interface MaterialAnalytics extends Schema<'MaterialAnalytics'> {}

/** The figures of one period. */
export interface MaterialAnalyticsPeriod extends Schema<'MaterialAnalyticsPeriod'> {}

/** The earlier span with `compare`, otherwise null. With `previous`, a span of whole intervals is shifted by the same number of intervals, any other span by its number of days. With `year`, each period is compared with the same period of the year before. There are as many periods as in `data`, in the same order. */
export type MaterialAnalyticsPreviousOrNull = Schema<'MaterialAnalyticsPreviousOrNull'>;

/** Fields of all catalog products. */
export interface MaterialCommon extends Schema<'MaterialCommon'> {}

/** A product was created in the catalog. */
export interface MaterialCreatedEvent extends Schema<'MaterialCreatedEvent'> {}

/** A product was deleted. */
export interface MaterialDeletedEvent extends Schema<'MaterialDeletedEvent'> {}

/** Key fields of the product. Read the rest with `GET /v1/materials/{type}/{id}`. */
export interface MaterialEventData extends Schema<'MaterialEventData'> {}

/** Products on the lines of offers. Inactive batteries do not count, nor do services and additional costs. */
export interface MaterialFigures extends Schema<'MaterialFigures'> {}

/** A group of products. */
export interface MaterialGroup extends Schema<'MaterialGroup'> {}

/** Sums of lines of offers with products of one group. */
export interface MaterialGroupSums extends Schema<'MaterialGroupSums'> {}

/** How products are grouped: `materialType` by type of product, `manufacturer` by manufacturer, `material` by product. */
export type MaterialGrouping = Schema<'MaterialGrouping'>;

/** One page of products. */
export interface MaterialList extends Schema<'MaterialList'> {}

/** Products of one group, sold and in open offers. */
export interface MaterialPeriodGroup extends Schema<'MaterialPeriodGroup'> {}

/** Parameters of a report on materials, and the open offers. */
export interface MaterialReportHead extends Schema<'MaterialReportHead'> {}

/** Sums of lines of offers. */
export interface MaterialSums extends Schema<'MaterialSums'> {}

/** Type of product: PV module, battery, inverter (Wechselrichter), wallbox, equipment (Zubehör), miscellaneous, mounting system (Unterkonstruktion), emergency power (Notstrom). */
export type MaterialType = Schema<'MaterialType'>;

/** Unit that the prices refer to: piece, metre, set, lump sum (pauschal). */
export type MaterialUnit = Schema<'MaterialUnit'>;

/** The name, the manufacturer or `archived` of a product changed. */
export interface MaterialUpdatedEvent extends Schema<'MaterialUpdatedEvent'> {}

/** A team member. Projects and customers refer to members by `plannerId`. */
export interface Member extends Schema<'Member'> {}

/** One page of members. */
export interface MemberList extends Schema<'MemberList'> {}

/** Role of the member in the company. */
export type MemberRole = Schema<'MemberRole'>;

/** Metering concept (Messkonzept): bidirectional meter (Zweirichtungszähler), cascade (Kaskade), converter (Wandlermessung), registering power meter (RLM). */
export type MeteringConcept = Schema<'MeteringConcept'>;

/** Miscellaneous material. It needs no manufacturer. */
export interface MiscMaterial extends Schema<'MiscMaterial'> {}

/** A new miscellaneous material. It needs no manufacturer. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface MiscMaterialCreate extends Schema<'MiscMaterialCreate'> {}

/** Fields specific to miscellaneous material. */
export interface MiscMaterialData extends Schema<'MiscMaterialData'> {}

/** One page of misc materials. */
export interface MiscMaterialList extends Schema<'MiscMaterialList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Lists are replaced in full. An empty object changes nothing. */
export interface MiscMaterialUpdate extends Schema<'MiscMaterialUpdate'> {}

/** Basis of the default quantity: a fixed number, per module or per string. */
export type MiscQuantityRule = Schema<'MiscQuantityRule'>;

/** A field of a form that is blank or not as it should be. */
export interface MissingFormField extends Schema<'MissingFormField'> {}

/** Orientation of the modules: portrait (hochkant) or landscape (quer). */
export type ModuleOrientation = Schema<'ModuleOrientation'>;

/** A maximum power point tracker of an inverter. */
export interface MppTracker extends Schema<'MppTracker'> {}

/** A maximum power point tracker of an inverter. Omitted fields are null. */
export interface MppTrackerInput extends Schema<'MppTrackerInput'> {}

/** A sheet of a form as PDF. */
export interface NetworkCarrierDocument extends Schema<'NetworkCarrierDocument'> {}

/** Filled forms. */
export interface NetworkCarrierDocuments extends Schema<'NetworkCarrierDocuments'> {}

/** Which forms of which grid operator to fill. */
export interface NetworkCarrierDocumentsRequest extends Schema<'NetworkCarrierDocumentsRequest'> {}

/** An obstacle on the roof that modules cannot cover. Its position is measured from the lower left corner of the roof, seen from the eaves. */
export interface Obstacle extends Schema<'Obstacle'> {}

/** An offer with all its lines. Each group of lines is sorted by position. */
export interface Offer extends Schema<'Offer'> {}

/** Who accepts the offer. Without a body, your team. */
export interface OfferAccept extends Schema<'OfferAccept'> {}

/** An offer was accepted. */
export interface OfferAcceptedEvent extends Schema<'OfferAcceptedEvent'> {}

/** Key fields of the accepted offer. Read the rest with `GET /v1/offers/{id}`. */
export interface OfferAcceptedEventData extends Schema<'OfferAcceptedEventData'> {}

/** A free line without product or service. With a negative price it is a discount. */
export interface OfferAdditionalCost extends Schema<'OfferAdditionalCost'> {}

/** A new free line. `name` and `price` are required. With a negative price it is a discount. */
export interface OfferAdditionalCostCreate extends Schema<'OfferAdditionalCostCreate'> {}

/** One page of additional costs. */
export interface OfferAdditionalCostList extends Schema<'OfferAdditionalCostList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferAdditionalCostUpdate extends Schema<'OfferAdditionalCostUpdate'> {}

/** A report with the figures of each period and of the whole span. */
export interface OfferAnalytics extends Schema<'OfferAnalytics'> {}

/** The figures of one period. */
export interface OfferAnalyticsPeriod extends Schema<'OfferAnalyticsPeriod'> {}

/** The earlier span with `compare`, otherwise null. With `previous`, a span of whole intervals is shifted by the same number of intervals, any other span by its number of days. With `year`, each period is compared with the same period of the year before. There are as many periods as in `data`, in the same order. */
export type OfferAnalyticsPreviousOrNull = Schema<'OfferAnalyticsPreviousOrNull'>;

/** A battery. At most one battery of an offer is active; the others are alternatives and are excluded from all totals. */
export interface OfferBattery extends Schema<'OfferBattery'> {}

/** A new line with a battery. Only `materialId` is required. */
export interface OfferBatteryCreate extends Schema<'OfferBatteryCreate'> {}

/** One page of batteries. */
export interface OfferBatteryList extends Schema<'OfferBatteryList'> {}

/** Technical data of the product when the line was added. */
export interface OfferBatteryProduct extends Schema<'OfferBatteryProduct'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferBatteryUpdate extends Schema<'OfferBatteryUpdate'> {}

/** A new offer. Only `projectId` is required. Lines can be included or added later. An offer can have up to 500 lines, including those added automatically. */
export interface OfferCreate extends Schema<'OfferCreate'> {}

/** An offer was created as a draft. */
export interface OfferCreatedEvent extends Schema<'OfferCreatedEvent'> {}

/** Who decides on an offer: your team or the customer. */
export type OfferDecider = Schema<'OfferDecider'>;

/** How the offer was accepted or declined, with the evidence of a customer's decision. Null while the offer is not decided. */
export type OfferDecisionOrNull = Schema<'OfferDecisionOrNull'>;

/** Why the offer is declined. Without a body, no reason is given. */
export interface OfferDecline extends Schema<'OfferDecline'> {}

/** An offer was deleted. */
export interface OfferDeletedEvent extends Schema<'OfferDeletedEvent'> {}

/** An offer as PDF. */
export interface OfferDocument extends Schema<'OfferDocument'> {}

/** How to duplicate the offer. Without a body, the new offer is for the same project and has the same prices. */
export interface OfferDuplicate extends Schema<'OfferDuplicate'> {}

/** Emergency or backup power of an inverter (Notstrom, Ersatzstrom). */
export interface OfferEmergencyPower extends Schema<'OfferEmergencyPower'> {}

/** A new line with emergency or backup power of an inverter (Notstrom, Ersatzstrom). `materialId` and `inverterRef` are required. */
export interface OfferEmergencyPowerCreate extends Schema<'OfferEmergencyPowerCreate'> {}

/** One page of emergency power. */
export interface OfferEmergencyPowerList extends Schema<'OfferEmergencyPowerList'> {}

/** Technical data of the product when the line was added. */
export interface OfferEmergencyPowerProduct extends Schema<'OfferEmergencyPowerProduct'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferEmergencyPowerUpdate extends Schema<'OfferEmergencyPowerUpdate'> {}

/** Equipment (Zubehör) for another line or for the entire system. */
export interface OfferEquipment extends Schema<'OfferEquipment'> {}

/** A new line with equipment (Zubehör) for another line or for the entire system. Only `materialId` is required. */
export interface OfferEquipmentCreate extends Schema<'OfferEquipmentCreate'> {}

/** One page of equipment. */
export interface OfferEquipmentList extends Schema<'OfferEquipmentList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferEquipmentUpdate extends Schema<'OfferEquipmentUpdate'> {}

/** Key fields of the offer. Read the rest with `GET /v1/offers/{id}`. */
export interface OfferEventData extends Schema<'OfferEventData'> {}

/** Offers by the date of each step, the reasons of declined offers, and the same by group. */
export interface OfferFigures extends Schema<'OfferFigures'> {}

/** The offers of one group. */
export interface OfferGroup extends Schema<'OfferGroup'> {}

/** Something that your company should complete before an offer is published. It does not prevent it. */
export interface OfferHint extends Schema<'OfferHint'> {}

/** An inverter with the strings connected to it. */
export interface OfferInverter extends Schema<'OfferInverter'> {}

/** A new line with an inverter and the strings connected to it. Only `materialId` is required. */
export interface OfferInverterCreate extends Schema<'OfferInverterCreate'> {}

/** One page of inverters. */
export interface OfferInverterList extends Schema<'OfferInverterList'> {}

/** Technical data of the product when the line was added. */
export interface OfferInverterProduct extends Schema<'OfferInverterProduct'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferInverterUpdate extends Schema<'OfferInverterUpdate'> {}

/** Fields of all lines. */
export interface OfferLine extends Schema<'OfferLine'> {}

/** Unit that the price refers to: piece, metre, set, lump sum (pauschal), hour, day, module, kWp, square metre. */
export type OfferLineUnit = Schema<'OfferLineUnit'>;

/** VAT rates of a line with a product or a service. */
export interface OfferLineVat extends Schema<'OfferLineVat'> {}

/** The link to an offer for its customer. */
export interface OfferLink extends Schema<'OfferLink'> {}

/** How to create the link. Without a body, the present link is returned. */
export interface OfferLinkCreate extends Schema<'OfferLinkCreate'> {}

/** One page of offers. */
export interface OfferList extends Schema<'OfferList'> {}

/** An offer without its lines, as returned in lists. */
export interface OfferListItem extends Schema<'OfferListItem'> {}

/** Fields of lines with a product of the catalog. They are copied when the line is added; later changes of the product do not affect them. */
export interface OfferMaterialLine extends Schema<'OfferMaterialLine'> {}

/** Other material. */
export interface OfferMiscMaterial extends Schema<'OfferMiscMaterial'> {}

/** A new line with other material. Only `materialId` is required. */
export interface OfferMiscMaterialCreate extends Schema<'OfferMiscMaterialCreate'> {}

/** One page of misc materials. */
export interface OfferMiscMaterialList extends Schema<'OfferMiscMaterialList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferMiscMaterialUpdate extends Schema<'OfferMiscMaterialUpdate'> {}

/** PV modules of one type on a roof. */
export interface OfferModule extends Schema<'OfferModule'> {}

/** A new line with PV modules of one type on a roof. `materialId`, `roofId` and `quantity` are required. */
export interface OfferModuleCreate extends Schema<'OfferModuleCreate'> {}

/** One page of lines of modules. */
export interface OfferModuleList extends Schema<'OfferModuleList'> {}

/** Technical data of the product when the line was added. */
export interface OfferModuleProduct extends Schema<'OfferModuleProduct'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferModuleUpdate extends Schema<'OfferModuleUpdate'> {}

/** An offer was published to the customer. */
export interface OfferPublishedEvent extends Schema<'OfferPublishedEvent'> {}

/** Key fields of the published offer. Read the rest with `GET /v1/offers/{id}`. */
export interface OfferPublishedEventData extends Schema<'OfferPublishedEventData'> {}

/** A request (Anfrage) that a person sent before an offer is made. */
export interface OfferRequest extends Schema<'OfferRequest'> {}

/** A report with the figures of each period and of the whole span. */
export interface OfferRequestAnalytics extends Schema<'OfferRequestAnalytics'> {}

/** The figures of one period. */
export interface OfferRequestAnalyticsPeriod extends Schema<'OfferRequestAnalyticsPeriod'> {}

/** The earlier span with `compare`, otherwise null. With `previous`, a span of whole intervals is shifted by the same number of intervals, any other span by its number of days. With `year`, each period is compared with the same period of the year before. There are as many periods as in `data`, in the same order. */
export type OfferRequestAnalyticsPreviousOrNull = Schema<'OfferRequestAnalyticsPreviousOrNull'>;

/** The building, or null when unknown. Replaced in full: omitted fields become null. */
export type OfferRequestBuildingInputOrNull = Schema<'OfferRequestBuildingInputOrNull'>;

/** The building, or null when unknown. */
export type OfferRequestBuildingOrNull = Schema<'OfferRequestBuildingOrNull'>;

/** Who asks for an offer. */
export interface OfferRequestContact extends Schema<'OfferRequestContact'> {}

/** Who asks for an offer. Replaced in full: omitted fields become null. At least one of `firstName`, `lastName`, `companyName` and `email` must have a value. */
export interface OfferRequestContactInput extends Schema<'OfferRequestContactInput'> {}

/** What to create from an offer request. */
export interface OfferRequestConversion extends Schema<'OfferRequestConversion'> {}

/** A converted offer request. */
export interface OfferRequestConverted extends Schema<'OfferRequestConverted'> {}

/** A new offer request. Only `contact` is required. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface OfferRequestCreate extends Schema<'OfferRequestCreate'> {}

/** Offer requests created in the period, by `createdAt`. */
export interface OfferRequestFigures extends Schema<'OfferRequestFigures'> {}

/** What else the person is interested in. */
export interface OfferRequestInterests extends Schema<'OfferRequestInterests'> {}

/** What else the person is interested in. Replaced in full: omitted fields become `false`. */
export interface OfferRequestInterestsInput extends Schema<'OfferRequestInterestsInput'> {}

/** One page of offer requests. */
export interface OfferRequestList extends Schema<'OfferRequestList'> {}

/** An offer request without its roofs, answers and offers, as returned in lists. */
export interface OfferRequestListItem extends Schema<'OfferRequestListItem'> {}

/** A line with PV modules of one type on a roof of the new project. `materialId`, `roofName` and `quantity` are required. */
export interface OfferRequestModule extends Schema<'OfferRequestModule'> {}

/** A first draft. When omitted, no offer is created. */
export interface OfferRequestOffer extends Schema<'OfferRequestOffer'> {}

/** The new project. The address, position, site, planner, type and year of the building, and electricity consumption are taken from the request unless given here. If `roofs` is omitted, the roofs of the request that have a type, a pitch and, unless flat, a direction become roofs of the project, named `Dach 1`, `Dach 2` and so on in the order of the request; incomplete ones are left out, and the response lists them in `roofsNotTaken`. */
export interface OfferRequestProject extends Schema<'OfferRequestProject'> {}

/** A roof as the person described it. */
export interface OfferRequestRoof extends Schema<'OfferRequestRoof'> {}

/** A roof as the person described it. Omitted fields are null. */
export interface OfferRequestRoofInput extends Schema<'OfferRequestRoofInput'> {}

/** Where the request came from: the configurator of your company, this API, entered by hand, a lead portal. Requests can set `API`, `MANUAL` and `PORTAL`; only the service sets `CONFIGURATOR`. */
export type OfferRequestSource = Schema<'OfferRequestSource'>;

/** Status of the offer request: new; in progress; offer created; won, an offer was accepted; lost, all offers were declined; rejected by your company; withdrawn by the customer. */
export type OfferRequestStatus = Schema<'OfferRequestStatus'>;

/** A line with the mounting system (Unterkonstruktion) of a roof of the new project. `materialId` and `roofName` are required. */
export interface OfferRequestSubconstruction extends Schema<'OfferRequestSubconstruction'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Objects and lists are replaced in full. An empty object changes nothing. */
export interface OfferRequestUpdate extends Schema<'OfferRequestUpdate'> {}

/** The requests of one source. */
export interface OfferRequestsOfSource extends Schema<'OfferRequestsOfSource'> {}

/** The requests of one status. */
export interface OfferRequestsOfStatus extends Schema<'OfferRequestsOfStatus'> {}

/** A service, such as installation or scaffolding. */
export interface OfferService extends Schema<'OfferService'> {}

/** A new line with a service. Only `serviceId` is required. */
export interface OfferServiceCreate extends Schema<'OfferServiceCreate'> {}

/** One page of services. */
export interface OfferServiceList extends Schema<'OfferServiceList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferServiceUpdate extends Schema<'OfferServiceUpdate'> {}

/** State of the offer: draft (Entwurf), published to the customer, accepted, declined. */
export type OfferState = Schema<'OfferState'>;

/** The state of an offer changed. */
export interface OfferStateChangedEvent extends Schema<'OfferStateChangedEvent'> {}

/** The offer with its previous and its new state. Read the rest with `GET /v1/offers/{id}`. */
export interface OfferStateChangedEventData extends Schema<'OfferStateChangedEventData'> {}

/** Offers by the date of each step. An offer that was created in March and accepted in May counts in both months. */
export interface OfferSteps extends Schema<'OfferSteps'> {}

/** A string of modules, connected in series to an MPP tracker. */
export interface OfferString extends Schema<'OfferString'> {}

/** A string of modules, connected in series to an MPP tracker. */
export interface OfferStringInput extends Schema<'OfferStringInput'> {}

/** The mounting system (Unterkonstruktion) of a roof. */
export interface OfferSubconstruction extends Schema<'OfferSubconstruction'> {}

/** A new line with the mounting system (Unterkonstruktion) of a roof. `materialId` and `roofId` are required. */
export interface OfferSubconstructionCreate extends Schema<'OfferSubconstructionCreate'> {}

/** One page of mounting systems. */
export interface OfferSubconstructionList extends Schema<'OfferSubconstructionList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferSubconstructionUpdate extends Schema<'OfferSubconstructionUpdate'> {}

/** Number and sums of offers, at their current values. */
export interface OfferSums extends Schema<'OfferSums'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. A group of lines is replaced in full: a line with the `ref` of an existing line and the same `materialId` or `serviceId` changes that line, which keeps the values of the fields that you omit; other lines are added, and existing lines that the group does not contain are removed. Fields that a new line requires are required here, too. An empty object changes nothing. */
export interface OfferUpdate extends Schema<'OfferUpdate'> {}

/** A field of an offer changed, or a PATCH of the offer changed its lines, or the customer withdrew from the contract. */
export interface OfferUpdatedEvent extends Schema<'OfferUpdatedEvent'> {}

/** A charging station for electric vehicles. */
export interface OfferWallbox extends Schema<'OfferWallbox'> {}

/** A new line with a wallbox. Only `materialId` is required. */
export interface OfferWallboxCreate extends Schema<'OfferWallboxCreate'> {}

/** One page of wallboxes. */
export interface OfferWallboxList extends Schema<'OfferWallboxList'> {}

/** Technical data of the product when the line was added. */
export interface OfferWallboxProduct extends Schema<'OfferWallboxProduct'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface OfferWallboxUpdate extends Schema<'OfferWallboxUpdate'> {}

/** The customer's withdrawal from the contract (Widerruf, § 356a BGB). The offer remains accepted. Null unless this happened. */
export type OfferWithdrawalOrNull = Schema<'OfferWithdrawalOrNull'>;

/** Products of one group in open offers. */
export interface OpenMaterialGroup extends Schema<'OpenMaterialGroup'> {}

/** Products in all offers that are open today, independent of the span. */
export interface OpenMaterials extends Schema<'OpenMaterials'> {}

/** Number of phases of the grid connection. */
export type Phases = Schema<'Phases'>;

/** A line whose price you should check. */
export interface PriceHint extends Schema<'PriceHint'> {}

/** A price list file. */
export interface PriceListFile extends Schema<'PriceListFile'> {}

/** A price list and how to import it. Exactly one of `files` and `rows` is required. */
export interface PriceListImport extends Schema<'PriceListImport'> {}

/** Result of an import. */
export interface PriceListResult extends Schema<'PriceListResult'> {}

/** A row of a price list. It must have an article number, a manufacturer with its article number, or a GTIN. Fields that the row does not have are unchanged. An error fails the row, not the import. */
export interface PriceListRow extends Schema<'PriceListRow'> {}

/** Number of rows in total and by status. */
export interface PriceListSummary extends Schema<'PriceListSummary'> {}

/** A project with its roofs and existing plants. It plans the PV system for one installation site of a customer. */
export interface Project extends Schema<'Project'> {}

/** A new project. Only `customerId` is required. Roofs can be included or added later. */
export interface ProjectCreate extends Schema<'ProjectCreate'> {}

/** A project was created. */
export interface ProjectCreatedEvent extends Schema<'ProjectCreatedEvent'> {}

/** A project was deleted. */
export interface ProjectDeletedEvent extends Schema<'ProjectDeletedEvent'> {}

/** Key fields of the project. Read the rest with `GET /v1/projects/{id}`. */
export interface ProjectEventData extends Schema<'ProjectEventData'> {}

/** One page of projects. */
export interface ProjectList extends Schema<'ProjectList'> {}

/** A project without its roofs and existing plants, as returned in lists. */
export interface ProjectListItem extends Schema<'ProjectListItem'> {}

/** State of the project. Your company sets it, in any order. `LOST` and `ARCHIVED` are for projects that ended without an installation or are set aside. */
export type ProjectState = Schema<'ProjectState'>;

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. `address`, `geo`, `tags` and `existingSystems` are replaced in full. An empty object changes nothing. Roofs have their own operations. */
export interface ProjectUpdate extends Schema<'ProjectUpdate'> {}

/** A field of a project or one of its roofs changed. */
export interface ProjectUpdatedEvent extends Schema<'ProjectUpdatedEvent'> {}

/** A project by its external id. Omitted fields are unchanged, and null clears a nullable field. Address, tags and existing plants are replaced in full. */
export interface ProjectUpsert extends Schema<'ProjectUpsert'> {}

/** The projects to create or update. */
export interface ProjectsUpsert extends Schema<'ProjectsUpsert'> {}

/** A PV module with the electrical data for string planning. */
export interface PvModule extends Schema<'PvModule'> {}

/** A new PV module. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface PvModuleCreate extends Schema<'PvModuleCreate'> {}

/** Fields specific to PV modules. */
export interface PvModuleData extends Schema<'PvModuleData'> {}

/** One page of PV modules. */
export interface PvModuleList extends Schema<'PvModuleList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Lists are replaced in full. Unchanged fields must be consistent with changed ones. An empty object changes nothing. */
export interface PvModuleUpdate extends Schema<'PvModuleUpdate'> {}

/** Basis of the default quantity: a fixed number, per product that the equipment is for, per module or per string. */
export type QuantityRule = Schema<'QuantityRule'>;

/** Unit of a quantity of products; of mounting systems, `MODULE`, `KWP` or `FLAT`, as on offers. */
export type QuantityUnit = Schema<'QuantityUnit'>;

/** A column of a CSV file. */
export interface ReadColumn extends Schema<'ReadColumn'> {}

/** How a CSV file was read. */
export interface ReadCsvFile extends Schema<'ReadCsvFile'> {}

/** A group of records, by `groupBy`. */
export interface ReportGroup extends Schema<'ReportGroup'> {}

/** How records are grouped: `planner` by team member, `site` by site (Standort), `source` by the `source` of the offer request. */
export type ReportGrouping = Schema<'ReportGrouping'>;

/** Parameters of a report. */
export interface ReportHead extends Schema<'ReportHead'> {}

/** Length of a period. */
export type ReportInterval = Schema<'ReportInterval'>;

/** A roof of a project, or another area for modules. */
export interface Roof extends Schema<'Roof'> {}

/** Roof covering: clay tile (Tonziegel), concrete tile (Betondachstein), plain tile (Biberschwanz), slate (Schiefer), trapezoidal sheet (Trapezblech), standing seam (Stehfalz), corrugated fibre cement (Wellfaserzement), sandwich panel, bitumen, membrane (Folie), gravel (Kies), green roof (Gründach), other. */
export type RoofCovering = Schema<'RoofCovering'>;

/** A new roof. Omitted fields are null; `obstacles` is empty when omitted. */
export interface RoofCreate extends Schema<'RoofCreate'> {}

/** A roof of an offer request that is too incomplete for a project. */
export interface RoofNotTaken extends Schema<'RoofNotTaken'> {}

/** Type of roof or of another area: gable (Satteldach), flat (Flachdach), shed (Pultdach), hipped (Walmdach), mansard (Mansarddach), barrel (Tonnendach), facade, carport, ground (Freifläche), other. */
export type RoofType = Schema<'RoofType'>;

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. `obstacles` is replaced in full. An empty object changes nothing. */
export interface RoofUpdate extends Schema<'RoofUpdate'> {}

/** A changed field, or a field of a new product. */
export interface RowChange extends Schema<'RowChange'> {}

/** An error or a warning about a row. */
export interface RowProblem extends Schema<'RowProblem'> {}

/** Result of a row. */
export interface RowResult extends Schema<'RowResult'> {}

/** Outcome of a row: product created, product changed, nothing to change, row skipped, row not applied. */
export type RowStatus = Schema<'RowStatus'>;

/** Form of address: Frau (`MS`), Herr (`MR`), divers (`DIVERSE`). */
export type Salutation = Schema<'Salutation'>;

/** Selling price of the product at one site. */
export interface SellingPrice extends Schema<'SellingPrice'> {}

/** Selling price of the product at one site. */
export interface SellingPriceInput extends Schema<'SellingPriceInput'> {}

/** A service that your company offers, ready to add to offers. */
export interface Service extends Schema<'Service'> {}

/** Category of service: roof installation, scaffolding (Gerüst), electrical installation, meter cabinet (Zählerschrank), planning, registration with grid operator and authorities, transport, maintenance, other. */
export type ServiceCategory = Schema<'ServiceCategory'>;

/** A new service. Omitted fields are null unless a default is given below. */
export interface ServiceCreate extends Schema<'ServiceCreate'> {}

/** One page of services. */
export interface ServiceList extends Schema<'ServiceList'> {}

/** Unit that the price refers to: lump sum (pauschal), hour, day, module, kWp, square metre, metre. */
export type ServiceUnit = Schema<'ServiceUnit'>;

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. An empty object changes nothing. */
export interface ServiceUpdate extends Schema<'ServiceUpdate'> {}

/** A service by its external id. Omitted fields are unchanged, and null clears a nullable field. */
export interface ServiceUpsert extends Schema<'ServiceUpsert'> {}

/** The services to create or update. */
export interface ServicesUpsert extends Schema<'ServicesUpsert'> {}

/** Degree of shading (Verschattung). */
export type Shading = Schema<'Shading'>;

/** A site (Standort) of the company. Customers and projects refer to sites by `siteId`. */
export interface Site extends Schema<'Site'> {}

/** One page of sites. */
export interface SiteList extends Schema<'SiteList'> {}

/** A time at which an appointment can take place. */
export interface Slot extends Schema<'Slot'> {}

/** The free slots of a booking type on some days. */
export interface Slots extends Schema<'Slots'> {}

/** Snow load zone (Schneelastzone) of the location. */
export type SnowLoadZone = Schema<'SnowLoadZone'>;

/** Modules and inverters of the catalog, and the strings to check. */
export interface StringCheck extends Schema<'StringCheck'> {}

/** An inverter and the strings connected to it. */
export interface StringCheckInverter extends Schema<'StringCheckInverter'> {}

/** PV modules of one type and orientation. */
export interface StringCheckModule extends Schema<'StringCheckModule'> {}

/** The checks of the strings, the best wiring, and the allowed string lengths. */
export interface StringCheckResult extends Schema<'StringCheckResult'> {}

/** The numbers of modules in a string with which no check of voltages (R1 to R4) fails, or with power optimizers none of R17. If `max` is below `min`, no string fits. */
export interface StringLengths extends Schema<'StringLengths'> {}

/** The strings of an offer with voltages and currents, and the findings of the checks. Voltages, currents and powers have two decimal places. Temperatures and the directions of roofs are the current ones of the project, also for a closed offer. */
export interface StringPlan extends Schema<'StringPlan'> {}

/** A string plan as PDF and as data. */
export interface StringPlanDocument extends Schema<'StringPlanDocument'> {}

/** A finding of a check. `inverterRef`, `mppTracker` and `string` identify its location; they are null if the finding concerns more than one. */
export interface StringPlanFinding extends Schema<'StringPlanFinding'> {}

/** An inverter of a string plan. */
export interface StringPlanInverter extends Schema<'StringPlanInverter'> {}

/** A string of a string plan. Its values are null while it has no modules. */
export interface StringPlanString extends Schema<'StringPlanString'> {}

/** An MPP tracker of a string plan. */
export interface StringPlanTracker extends Schema<'StringPlanTracker'> {}

/** What to do with the proposal. Without a body, nothing is stored. */
export interface StringPlanning extends Schema<'StringPlanning'> {}

/** How far the proposal may be from the best wiring, by the first criterion in which they may differ. */
export interface StringPlanningGap extends Schema<'StringPlanningGap'> {}

/** A reason why modules are not wired, or why the proposal may not be the best. */
export interface StringPlanningReason extends Schema<'StringPlanningReason'> {}

/** The current wiring of an offer, and the best one. */
export interface StringPlanningResult extends Schema<'StringPlanningResult'> {}

/** A mounting system (Unterkonstruktion), usually one per roof type. */
export interface Subconstruction extends Schema<'Subconstruction'> {}

/** A new mounting system. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface SubconstructionCreate extends Schema<'SubconstructionCreate'> {}

/** Fields specific to mounting systems. */
export interface SubconstructionData extends Schema<'SubconstructionData'> {}

/** One page of mounting systems. */
export interface SubconstructionList extends Schema<'SubconstructionList'> {}

/** Basis of the prices on an offer: per module, per kWp or lump sum (pauschal). */
export type SubconstructionPriceBasis = Schema<'SubconstructionPriceBasis'>;

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Lists are replaced in full. An empty object changes nothing. */
export interface SubconstructionUpdate extends Schema<'SubconstructionUpdate'> {}

/** Your own labels, up to 50 with up to 50 characters each. Replaced in full. */
export type Tags = Schema<'Tags'>;

/** A file that could not be read completely. */
export interface UnreadableFile extends Schema<'UnreadableFile'> {}

/** Modules of a line that belong to no string. */
export interface UnwiredModules extends Schema<'UnwiredModules'> {}

/** Why the item failed, like the body of an error response. */
export interface UpsertError extends Schema<'UpsertError'> {}

/** The result of an item that a rule rejects. Nothing of it was applied. */
export interface UpsertFailure extends Schema<'UpsertFailure'> {}

/** The results of an upsert. */
export interface UpsertResult extends Schema<'UpsertResult'> {}

/** The result of an item that was applied. */
export interface UpsertSuccess extends Schema<'UpsertSuccess'> {}

/** The result of one item. `status` determines whether there is an `error`. */
export type UpsertedRecord = Schema<'UpsertedRecord'>;

/** How the customer paid. `manual` is a booking that your team settled outside the payment provider. */
export type UsedPaymentMethod = Schema<'UsedPaymentMethod'>;

/** The lines with one VAT rate. VAT is rounded once per rate. */
export interface VatGroup extends Schema<'VatGroup'> {}

/** A reason to check `vatMode` or the rates of lines. */
export interface VatHint extends Schema<'VatHint'> {}

/** The VAT rate that applies to the lines. `PV_ZERO`: each line its own `vatRate`, which is 0 for most parts of a PV system (§ 12 (3) UStG). `STANDARD`: the standard rate for all lines. `REVERSE_CHARGE`: no VAT, because the customer owes it (§ 13b UStG). The service never changes it; see `vatHints`. */
export type VatMode = Schema<'VatMode'>;

/** VAT rate (Umsatzsteuersatz) in percent. */
export type VatRate = Schema<'VatRate'>;

/** A wallbox. */
export interface Wallbox extends Schema<'Wallbox'> {}

/** Connector for the vehicle: socket or attached cable. */
export type WallboxConnector = Schema<'WallboxConnector'>;

/** A new wallbox. Omitted fields are null unless a default is given below; omitted lists are empty. */
export interface WallboxCreate extends Schema<'WallboxCreate'> {}

/** Fields specific to wallboxes. */
export interface WallboxData extends Schema<'WallboxData'> {}

/** One page of wallboxes. */
export interface WallboxList extends Schema<'WallboxList'> {}

/** The fields to change. Omitted fields are unchanged, and null clears a nullable field. Lists are replaced in full. An empty object changes nothing. */
export interface WallboxUpdate extends Schema<'WallboxUpdate'> {}

/** An event exactly as sent to the endpoints. `type` determines the fields of `data`. */
export type WebhookEvent = Schema<'WebhookEvent'>;

/** Wind zone (Windzone) of the location. */
export type WindZone = Schema<'WindZone'>;
