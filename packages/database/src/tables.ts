import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { WebhookTables } from './webhook-tables.ts';

/** bigint: digits in a string. Made by the database unless given. */
type Id = Generated<string>;

/** UTC, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
type Timestamp = string;

/** An object stored whole in a json column. Written as the object itself. */
type JsonObject = Record<string, unknown>;

/** An array stored in a json column. Written as JSON text: the driver would make a PostgreSQL array of an array. */
type JsonArray = ColumnType<JsonObject[], string | undefined, string>;

interface Stamped {
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
}

export interface CompanyTable extends Stamped {
  companyId: Id;
  name: string;
  legalForm: string | null;
  address: JsonObject | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  vatId: string | null;
  taxNumber: string | null;
  registerCourt: string | null;
  registerNumber: string | null;
  managingDirectors: Generated<string[]>;
  iban: string | null;
  bic: string | null;
  bankName: string | null;
  logoUrl: string | null;
  /** Percent. */
  defaultVatRate: number | null;
  defaultOfferValidityDays: number | null;
  /** °C, coldest outside air. */
  designTempMin: number | null;
  /** °C, hottest cell. */
  designTempMax: number | null;
}

export interface ApiKeyTable {
  companyId: string;
  id: Id;
  name: string;
  /** The beginning of the key, shown to tell keys apart. */
  prefix: string;
  /** SHA-256 of the whole key, 32 bytes. */
  hash: Buffer;
  scopes: string[];
  createdAt: Generated<Timestamp>;
  lastUsedAt: Timestamp | null;
  revokedAt: Timestamp | null;
}

export interface SiteTable extends Stamped {
  companyId: string;
  id: Id;
  name: string;
  address: JsonObject | null;
  geo: JsonObject | null;
  phone: string | null;
  email: string | null;
  /** At most one a company. */
  isDefault: Generated<boolean>;
  active: Generated<boolean>;
}

export interface MemberTable extends Stamped {
  companyId: string;
  /** UUIDv7. */
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  role: string;
  active: Generated<boolean>;
  avatarUrl: string | null;
}

export interface MemberSiteTable {
  companyId: string;
  memberId: string;
  siteId: string;
}

export interface CustomerTable extends Stamped {
  companyId: string;
  id: Id;
  customerNumber: string | null;
  externalId: string | null;
  type: string;
  salutation: string | null;
  title: string | null;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  address: JsonObject | null;
  billingAddress: JsonObject | null;
  /** `YYYY-MM-DD`. */
  dateOfBirth: string | null;
  vatId: string | null;
  taxNumber: string | null;
  registerCourt: string | null;
  registerNumber: string | null;
  leadSource: string | null;
  language: string | null;
  privacyConsentAt: Timestamp | null;
  marketingConsent: Generated<boolean>;
  marketingConsentAt: Timestamp | null;
  siteId: string | null;
  plannerId: string | null;
  notes: string | null;
  tags: Generated<string[]>;
  /** First and last name, firm, e-mail and number, for a search by a part of them (`ilike`, indexed). */
  searchText: GeneratedAlways<string>;
}

export interface ProjectTable extends Stamped {
  companyId: string;
  id: Id;
  customerId: string;
  externalId: string | null;
  name: string | null;
  state: string;
  address: JsonObject | null;
  geo: JsonObject | null;
  siteId: string | null;
  plannerId: string | null;
  buildingType: string | null;
  buildingUse: string | null;
  constructionYear: number | null;
  annualConsumptionKwh: number | null;
  heatPumpConsumptionKwh: number | null;
  evConsumptionKwh: number | null;
  feedInType: string | null;
  /** °C. */
  designTempMin: number | null;
  /** °C. */
  designTempMax: number | null;
  /** `YYYY-MM-DD`. */
  plannedCommissioningOn: string | null;
  notes: string | null;
  tags: Generated<string[]>;
  /** The name, for a search by a part of it (`ilike`, indexed). */
  searchText: GeneratedAlways<string>;
}

export interface RoofTable extends Stamped {
  companyId: string;
  id: Id;
  projectId: string;
  name: string;
  roofType: string;
  covering: string | null;
  /** Degrees clockwise from north, 180 = south. */
  azimuth: number | null;
  /** Degrees. */
  tilt: number;
  /** m². */
  area: number | null;
  /** m². */
  usableArea: number | null;
  /** m, along the eaves. */
  width: number | null;
  /** m, along the rafters. */
  length: number | null;
  /** m. */
  eavesHeight: number | null;
  /** m. */
  ridgeHeight: number | null;
  /** mm. */
  rafterSpacing: number | null;
  /** mm. */
  rafterWidth: number | null;
  obstacles: JsonArray;
  shading: string | null;
  shadingLossPercent: number | null;
  maxModuleCount: number | null;
  moduleOrientation: string | null;
  snowLoadZone: string | null;
  windZone: string | null;
  subconstructionId: string | null;
  asbestos: boolean | null;
  notes: string | null;
}

export interface ManufacturerTable extends Stamped {
  companyId: string;
  id: Id;
  /** Unique, upper and lower case alike. */
  name: string;
  shortName: string | null;
  website: string | null;
  supportEmail: string | null;
  supportPhone: string | null;
  country: string | null;
  materialTypes: Generated<string[]>;
  logoUrl: string | null;
  externalId: string | null;
  /** Name and short name, for a search by a part of them (`ilike`, indexed). */
  searchText: GeneratedAlways<string>;
}

export interface MaterialTable extends Stamped {
  companyId: string;
  id: Id;
  materialType: string;
  name: string;
  archived: Generated<boolean>;
  manufacturerId: string | null;
  /** Together with the supplier unique, upper and lower case alike. */
  articleNumber: string | null;
  supplier: string | null;
  manufacturerArticleNumber: string | null;
  gtin: string | null;
  description: string | null;
  unit: string;
  /** Percent. */
  vatRate: number;
  /** Net euros of one unit. */
  purchasePrice: number;
  purchasePriceUpdatedAt: Timestamp | null;
  datasheetUrl: string | null;
  imageUrl: string | null;
  warrantyYears: number | null;
  externalId: string | null;
  /** What only products of this type have. */
  data: JsonObject;
  /** Name, article numbers and GTIN in small letters, for a search by a part of them (`like`, indexed). */
  searchText: GeneratedAlways<string>;
}

export interface MaterialSellingPriceTable {
  companyId: string;
  materialId: string;
  siteId: string;
  /** Euros of one unit. */
  net: number;
  /** Percent. */
  vatRate: number;
  /** Euros of one unit, rounded to cents. */
  gross: GeneratedAlways<number>;
}

/** A product and one that it works with. */
export interface MaterialCompatibilityTable {
  companyId: string;
  materialId: string;
  compatibleId: string;
}

export interface ServiceTable extends Stamped {
  companyId: string;
  id: Id;
  name: string;
  description: string | null;
  category: string;
  unit: string;
  /** Net euros of one unit. */
  price: number;
  /** Net euros of one unit. */
  purchasePrice: number;
  /** Percent. */
  vatRate: number;
  archived: Generated<boolean>;
  externalId: string | null;
  /** The name, for a search by a part of it (`ilike`, indexed). */
  searchText: GeneratedAlways<string>;
}

export interface IdempotencyKeyTable {
  companyId: string;
  apiKeyId: string;
  key: string;
  fingerprint: string;
  /** Null until the request has succeeded. */
  status: number | null;
  /** The exact text of the first answer. */
  body: string | null;
  location: string | null;
  etag: string | null;
  createdAt: Generated<Timestamp>;
}

/** Every table, with company_id visible: for administration and delivery, which work across companies. */
export interface Tables extends WebhookTables {
  company: CompanyTable;
  apiKey: ApiKeyTable;
  site: SiteTable;
  member: MemberTable;
  memberSite: MemberSiteTable;
  customer: CustomerTable;
  project: ProjectTable;
  roof: RoofTable;
  manufacturer: ManufacturerTable;
  material: MaterialTable;
  materialSellingPrice: MaterialSellingPriceTable;
  materialCompatibility: MaterialCompatibilityTable;
  service: ServiceTable;
  idempotencyKey: IdempotencyKeyTable;
}

/** A table inside one company: company_id can be read, never set or changed. */
type WithinCompany<Table> = Omit<Table, 'companyId'> & { companyId: ColumnType<string, never, never> };

/** Every table as seen from inside one company. */
export type CompanyTables = { [Name in keyof Tables]: WithinCompany<Tables[Name]> };
