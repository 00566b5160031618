// Generated from migrations/ by "npm run generate". Do not edit.
import type { Generated, GeneratedAlways } from 'kysely';
import type { JsonArray, JsonObject, Timestamp } from '../column-types.ts';

/** Names in SQL. */
export const tableNames = [
  'company',
  'api_key',
  'site',
  'member',
  'member_site',
  'customer',
  'project',
  'roof',
  'idempotency_key',
  'manufacturer',
  'service',
  'material',
  'material_selling_price',
  'material_compatibility',
  'record_counter',
  'offer_request',
  'offer',
  'offer_line',
  'offer_decision',
  'offer_withdrawal',
  'company_task',
  'booking_type',
  'booking_type_member',
  'booking_type_site',
  'schedule',
  'schedule_rule',
  'schedule_override',
  'absence',
  'booking',
  'booking_log',
  'mail',
  'grid_operator',
  'contractor',
  'contractor_registration',
  'checkout',
  'refund',
  'provider_event',
  'payment_account',
  'payment_tax_rate',
  'grid_operator_form',
  'link',
  'kept_slot',
  'offer_terms',
  'company_texts',
  'offer_letter',
] as const;

/** Types of the columns in SQL. */
export const columnTypes = {
  company: {
    companyId: 'bigint',
    name: 'text',
    legalForm: 'text',
    address: 'json',
    phone: 'text',
    email: 'text',
    website: 'text',
    vatId: 'text',
    taxNumber: 'text',
    registerCourt: 'text',
    registerNumber: 'text',
    managingDirectors: 'text[]',
    iban: 'text',
    bic: 'text',
    bankName: 'text',
    logoUrl: 'text',
    defaultVatRate: 'double precision',
    defaultOfferValidityDays: 'integer',
    designTempMin: 'double precision',
    designTempMax: 'double precision',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    logo: 'bytea',
    slug: 'text',
    generalPartner: 'text',
    brandColor: 'text',
    imprintUrl: 'text',
    privacyUrl: 'text',
    embedOrigins: 'text[]',
  },
  apiKey: {
    companyId: 'bigint',
    id: 'bigint',
    name: 'text',
    prefix: 'text',
    hash: 'bytea',
    scopes: 'text[]',
    createdAt: 'timestamptz',
    lastUsedAt: 'timestamptz',
    revokedAt: 'timestamptz',
    secretFingerprint: 'text',
  },
  site: {
    companyId: 'bigint',
    id: 'bigint',
    name: 'text',
    address: 'json',
    geo: 'json',
    phone: 'text',
    email: 'text',
    isDefault: 'boolean',
    active: 'boolean',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  member: {
    companyId: 'bigint',
    id: 'uuid',
    firstName: 'text',
    lastName: 'text',
    email: 'text',
    phone: 'text',
    role: 'text',
    active: 'boolean',
    avatarUrl: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  memberSite: {
    companyId: 'bigint',
    memberId: 'uuid',
    siteId: 'bigint',
  },
  customer: {
    companyId: 'bigint',
    id: 'bigint',
    customerNumber: 'text',
    externalId: 'text',
    type: 'text',
    salutation: 'text',
    title: 'text',
    firstName: 'text',
    lastName: 'text',
    companyName: 'text',
    email: 'text',
    phone: 'text',
    mobile: 'text',
    address: 'json',
    billingAddress: 'json',
    dateOfBirth: 'date',
    vatId: 'text',
    taxNumber: 'text',
    registerCourt: 'text',
    registerNumber: 'text',
    leadSource: 'text',
    language: 'text',
    privacyConsentAt: 'timestamptz',
    marketingConsent: 'boolean',
    marketingConsentAt: 'timestamptz',
    siteId: 'bigint',
    plannerId: 'uuid',
    notes: 'text',
    tags: 'text[]',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searchText: 'text',
  },
  project: {
    companyId: 'bigint',
    id: 'bigint',
    customerId: 'bigint',
    externalId: 'text',
    name: 'text',
    state: 'text',
    address: 'json',
    geo: 'json',
    siteId: 'bigint',
    plannerId: 'uuid',
    buildingType: 'text',
    buildingUse: 'text',
    constructionYear: 'integer',
    annualConsumptionKwh: 'double precision',
    heatPumpConsumptionKwh: 'double precision',
    evConsumptionKwh: 'double precision',
    feedInType: 'text',
    designTempMin: 'double precision',
    designTempMax: 'double precision',
    plannedCommissioningOn: 'date',
    notes: 'text',
    tags: 'text[]',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searchText: 'text',
    commissionedOn: 'date',
    mastrNumber: 'text',
    networkCarrierId: 'bigint',
    meterNumber: 'text',
    meterLocation: 'text',
    meteringPointId: 'text',
    marketLocationId: 'text',
    meteringConcept: 'text',
    mainFuseA: 'integer',
    groundingSystem: 'text',
    connectionPowerKw: 'double precision',
    cadastralDistrict: 'text',
    cadastralSection: 'text',
    parcelNumber: 'text',
    isOwner: 'boolean',
    ownerName: 'text',
    ownerConsent: 'boolean',
    existingSystems: 'json',
  },
  roof: {
    companyId: 'bigint',
    id: 'bigint',
    projectId: 'bigint',
    name: 'text',
    roofType: 'text',
    covering: 'text',
    azimuth: 'double precision',
    tilt: 'double precision',
    area: 'double precision',
    usableArea: 'double precision',
    width: 'double precision',
    length: 'double precision',
    eavesHeight: 'double precision',
    ridgeHeight: 'double precision',
    rafterSpacing: 'double precision',
    rafterWidth: 'double precision',
    obstacles: 'json',
    shading: 'text',
    shadingLossPercent: 'double precision',
    maxModuleCount: 'integer',
    moduleOrientation: 'text',
    snowLoadZone: 'text',
    windZone: 'text',
    asbestos: 'boolean',
    notes: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    subconstructionId: 'bigint',
  },
  idempotencyKey: {
    companyId: 'bigint',
    key: 'text',
    fingerprint: 'text',
    status: 'integer',
    body: 'text',
    location: 'text',
    etag: 'text',
    createdAt: 'timestamptz',
    owner: 'text',
    bodyBytes: 'integer',
    lease: 'uuid',
    leasedBy: 'integer',
  },
  manufacturer: {
    companyId: 'bigint',
    id: 'bigint',
    name: 'text',
    shortName: 'text',
    website: 'text',
    supportEmail: 'text',
    supportPhone: 'text',
    country: 'text',
    materialTypes: 'text[]',
    logoUrl: 'text',
    externalId: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searchText: 'text',
  },
  service: {
    companyId: 'bigint',
    id: 'bigint',
    name: 'text',
    description: 'text',
    category: 'text',
    unit: 'text',
    price: 'numeric',
    purchasePrice: 'numeric',
    vatRate: 'smallint',
    archived: 'boolean',
    externalId: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searchText: 'text',
  },
  material: {
    companyId: 'bigint',
    id: 'bigint',
    materialType: 'text',
    name: 'text',
    archived: 'boolean',
    manufacturerId: 'bigint',
    supplier: 'text',
    articleNumber: 'text',
    manufacturerArticleNumber: 'text',
    gtin: 'text',
    description: 'text',
    unit: 'text',
    vatRate: 'smallint',
    purchasePrice: 'numeric',
    purchasePriceUpdatedAt: 'timestamptz',
    datasheetUrl: 'text',
    imageUrl: 'text',
    warrantyYears: 'integer',
    externalId: 'text',
    data: 'json',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searchText: 'text',
  },
  materialSellingPrice: {
    companyId: 'bigint',
    materialId: 'bigint',
    siteId: 'bigint',
    net: 'numeric',
    vatRate: 'smallint',
  },
  materialCompatibility: {
    companyId: 'bigint',
    materialId: 'bigint',
    compatibleId: 'bigint',
  },
  recordCounter: {
    companyId: 'bigint',
    kind: 'text',
    year: 'integer',
    lastNumber: 'integer',
  },
  offerRequest: {
    companyId: 'bigint',
    id: 'bigint',
    number: 'text',
    status: 'text',
    source: 'text',
    externalId: 'text',
    customerId: 'bigint',
    projectId: 'bigint',
    contact: 'json',
    address: 'json',
    geo: 'json',
    building: 'json',
    roofs: 'json',
    annualConsumptionKwh: 'double precision',
    electricityPrice: 'double precision',
    interests: 'json',
    desiredPowerKwp: 'double precision',
    desiredInstallation: 'text',
    message: 'text',
    indicationPrice: 'numeric',
    answers: 'json',
    siteId: 'bigint',
    plannerId: 'uuid',
    convertedAt: 'timestamptz',
    rejectedAt: 'timestamptz',
    rejectReason: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searchText: 'text',
    emailVerified: 'boolean',
  },
  offer: {
    companyId: 'bigint',
    id: 'bigint',
    number: 'text',
    projectId: 'bigint',
    customerId: 'bigint',
    offerRequestId: 'bigint',
    externalId: 'text',
    name: 'text',
    state: 'text',
    isIndicationPrice: 'boolean',
    validTo: 'date',
    siteId: 'bigint',
    plannerId: 'uuid',
    introText: 'text',
    closingText: 'text',
    vatMode: 'text',
    netPrice: 'numeric',
    vatAmount: 'numeric',
    offerPrice: 'numeric',
    purchasePrice: 'numeric',
    marginPercent: 'numeric',
    vatBreakdown: 'json',
    systemPowerKwp: 'numeric',
    moduleCount: 'integer',
    inverterPowerKw: 'numeric',
    batteryCapacityKwh: 'numeric',
    publishedAt: 'timestamptz',
    acceptedAt: 'timestamptz',
    acceptedBy: 'text',
    declinedAt: 'timestamptz',
    declineReason: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searchText: 'text',
    duplicateOfId: 'bigint',
    yieldKwh: 'double precision',
    selfConsumptionPercent: 'double precision',
    autarkyPercent: 'double precision',
    yieldSource: 'text',
  },
  offerLine: {
    companyId: 'bigint',
    id: 'bigint',
    offerId: 'bigint',
    lineGroup: 'text',
    ref: 'text',
    position: 'integer',
    name: 'text',
    description: 'text',
    unit: 'text',
    quantity: 'numeric',
    price: 'numeric',
    totalPrice: 'numeric',
    vatRate: 'smallint',
    purchasePrice: 'numeric',
    materialId: 'bigint',
    materialType: 'text',
    articleNumber: 'text',
    manufacturerName: 'text',
    product: 'json',
    serviceId: 'bigint',
    roofId: 'bigint',
    orientation: 'text',
    rows: 'integer',
    columns: 'integer',
    offsetX: 'double precision',
    offsetY: 'double precision',
    strings: 'json',
    active: 'boolean',
    moduleCount: 'integer',
    coupling: 'text',
    targetRef: 'text',
    autoAdded: 'boolean',
    priceMissing: 'boolean',
    powerKw: 'numeric',
    capacityKwh: 'numeric',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    quantityThousandths: 'bigint',
    totalPriceCents: 'bigint',
    modulePowerMilliwatts: 'bigint',
    capacityWattHours: 'bigint',
    quantityIsAutomatic: 'boolean',
    quantityFrozen: 'boolean',
    priceFromCatalog: 'boolean',
    supplier: 'text',
    gtin: 'text',
    manufacturerArticleNumber: 'text',
    unitBit: 'smallint',
    standardRated: 'boolean',
    purchasePriceFromCatalog: 'boolean',
  },
  offerDecision: {
    companyId: 'bigint',
    offerId: 'bigint',
    decidedAt: 'timestamptz',
    termsVersion: 'text',
    offerPrice: 'numeric',
    name: 'text',
    clientAddress: 'text',
    userAgent: 'text',
    state: 'text',
    decidedBy: 'text',
    startBeforeWithdrawalEnds: 'boolean',
  },
  offerWithdrawal: {
    companyId: 'bigint',
    offerId: 'bigint',
    withdrawnAt: 'timestamptz',
    name: 'text',
    note: 'text',
    clientAddress: 'text',
    userAgent: 'text',
  },
  companyTask: {
    companyId: 'bigint',
    id: 'text',
    dueAt: 'timestamptz',
    status: 'text',
    lane: 'text',
    attempts: 'integer',
    leaseToken: 'uuid',
    leasedBy: 'integer',
    leasedAt: 'timestamptz',
    leaseUntil: 'timestamptz',
    lastError: 'text',
    createdAt: 'timestamptz',
    finishedAt: 'timestamptz',
  },
  bookingType: {
    companyId: 'bigint',
    id: 'bigint',
    slug: 'text',
    name: 'text',
    description: 'text',
    durationMinutes: 'integer',
    stepMinutes: 'integer',
    bufferBeforeMinutes: 'integer',
    bufferAfterMinutes: 'integer',
    minNoticeMinutes: 'integer',
    maxAdvanceDays: 'integer',
    rescheduleNoticeMinutes: 'integer',
    cancelNoticeMinutes: 'integer',
    location: 'text',
    requiresAddress: 'boolean',
    assignment: 'text',
    capacity: 'integer',
    priceCents: 'integer',
    taxRate: 'double precision',
    sources: 'text[]',
    reminder: 'boolean',
    active: 'boolean',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    holdMinutes: 'integer',
    paymentMethods: 'text[]',
    promotionCodes: 'boolean',
    refundNoticeMinutes: 'integer',
  },
  bookingTypeMember: {
    companyId: 'bigint',
    bookingTypeId: 'bigint',
    memberId: 'uuid',
    priority: 'integer',
    weight: 'integer',
  },
  bookingTypeSite: {
    companyId: 'bigint',
    bookingTypeId: 'bigint',
    siteId: 'bigint',
  },
  schedule: {
    companyId: 'bigint',
    id: 'bigint',
    memberId: 'uuid',
    updatedAt: 'timestamptz',
  },
  scheduleRule: {
    companyId: 'bigint',
    scheduleId: 'bigint',
    weekday: 'integer',
    starts: 'text',
    ends: 'text',
  },
  scheduleOverride: {
    companyId: 'bigint',
    scheduleId: 'bigint',
    date: 'date',
    ranges: 'json',
  },
  absence: {
    companyId: 'bigint',
    id: 'bigint',
    memberId: 'uuid',
    kind: 'text',
    startsAt: 'timestamptz',
    endsAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
  booking: {
    companyId: 'bigint',
    id: 'uuid',
    source: 'text',
    status: 'text',
    typeSlug: 'text',
    typeName: 'text',
    location: 'text',
    startsAt: 'timestamptz',
    endsAt: 'timestamptz',
    blockedFrom: 'timestamptz',
    blockedTo: 'timestamptz',
    resource: 'text',
    lane: 'integer',
    plannerId: 'uuid',
    siteId: 'bigint',
    holdUntil: 'timestamptz',
    paymentStatus: 'text',
    priceCents: 'integer',
    taxRate: 'double precision',
    customerId: 'bigint',
    name: 'text',
    forename: 'text',
    surname: 'text',
    email: 'text',
    phone: 'text',
    address: 'text',
    language: 'text',
    note: 'text',
    offerRequestId: 'bigint',
    followUpOf: 'uuid',
    cancelledAt: 'timestamptz',
    cancellationReason: 'text',
    calendarSequence: 'integer',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    amountPaidCents: 'integer',
    refundedCents: 'integer',
    paidAt: 'timestamptz',
    paymentMethod: 'text',
    billingName: 'text',
    billingAddress: 'json',
    paymentAccountId: 'uuid',
    checkoutSessionId: 'text',
    stripeCustomerId: 'text',
    paymentIntentId: 'text',
    stripeInvoiceId: 'text',
    cancelIntent: 'json',
    cancelRequestedAt: 'timestamptz',
    rescheduleNoticeMinutes: 'integer',
    cancelNoticeMinutes: 'integer',
    refundNoticeMinutes: 'integer',
    refundUntil: 'timestamptz',
    dispute: 'json',
    emailProof: 'text',
    clientNetwork: 'text',
    consumerTextsVersion: 'integer',
    startBeforeWithdrawalEnds: 'boolean',
    withdrawnAt: 'timestamptz',
    withdrawnBeforeStart: 'boolean',
  },
  bookingLog: {
    companyId: 'bigint',
    bookingId: 'uuid',
    id: 'bigint',
    action: 'text',
    actorKind: 'text',
    actorId: 'text',
    previousStatus: 'text',
    status: 'text',
    previous: 'json',
    changed: 'json',
    changedAt: 'timestamptz',
  },
  mail: {
    companyId: 'bigint',
    id: 'uuid',
    kind: 'text',
    offerId: 'bigint',
    bookingId: 'uuid',
    dedupeKey: 'text',
    toAddress: 'text',
    isAnonymous: 'boolean',
    content: 'text',
    status: 'text',
    lane: 'text',
    attempts: 'integer',
    dueAt: 'timestamptz',
    leaseToken: 'uuid',
    leaseUntil: 'timestamptz',
    lastError: 'text',
    createdAt: 'timestamptz',
    finishedAt: 'timestamptz',
    webhookEndpointId: 'uuid',
    leasedBy: 'integer',
    leasedAt: 'timestamptz',
    keptSlotId: 'uuid',
  },
  gridOperator: {
    companyId: 'bigint',
    id: 'bigint',
    name: 'text',
    shortName: 'text',
    mastrNumber: 'text',
    bdewCode: 'text',
    address: 'json',
    email: 'text',
    phone: 'text',
    portalUrl: 'text',
    postalCodes: 'text[]',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  contractor: {
    companyId: 'bigint',
    id: 'bigint',
    name: 'text',
    address: 'json',
    phone: 'text',
    email: 'text',
    contactPerson: 'text',
    responsiblePerson: 'text',
    registrationNumber: 'text',
    registeredWith: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  contractorRegistration: {
    companyId: 'bigint',
    contractorId: 'bigint',
    gridOperatorId: 'bigint',
    number: 'text',
  },
  checkout: {
    companyId: 'bigint',
    id: 'uuid',
    requestKey: 'text',
    request: 'json',
    url: 'text',
    expiresAt: 'timestamptz',
    clientAddress: 'text',
    isProcessing: 'boolean',
    status: 'text',
    lane: 'text',
    attempts: 'integer',
    dueAt: 'timestamptz',
    leaseToken: 'uuid',
    leaseUntil: 'timestamptz',
    lastError: 'text',
    createdAt: 'timestamptz',
    finishedAt: 'timestamptz',
    settlingUntil: 'timestamptz',
    leasedBy: 'integer',
    leasedAt: 'timestamptz',
  },
  refund: {
    companyId: 'bigint',
    id: 'uuid',
    bookingId: 'uuid',
    cause: 'text',
    amountCents: 'integer',
    keyNumber: 'integer',
    providerRefundId: 'text',
    outcome: 'text',
    refundedAt: 'timestamptz',
    status: 'text',
    lane: 'text',
    attempts: 'integer',
    dueAt: 'timestamptz',
    leaseToken: 'uuid',
    leaseUntil: 'timestamptz',
    lastError: 'text',
    createdAt: 'timestamptz',
    finishedAt: 'timestamptz',
    requestKey: 'text',
    leasedBy: 'integer',
    leasedAt: 'timestamptz',
  },
  providerEvent: {
    companyId: 'bigint',
    id: 'text',
    paymentAccountId: 'uuid',
    type: 'text',
    objectId: 'text',
    paymentIntentId: 'text',
    status: 'text',
    lane: 'text',
    attempts: 'integer',
    dueAt: 'timestamptz',
    leaseToken: 'uuid',
    leaseUntil: 'timestamptz',
    lastError: 'text',
    createdAt: 'timestamptz',
    finishedAt: 'timestamptz',
    leasedBy: 'integer',
    leasedAt: 'timestamptz',
    dispute: 'json',
  },
  paymentAccount: {
    companyId: 'bigint',
    id: 'uuid',
    apiKey: 'text',
    apiKeyEnd: 'text',
    isLive: 'boolean',
    webhookSecret: 'text',
    previousWebhookSecret: 'text',
    previousWebhookSecretUntil: 'timestamptz',
    refusedAt: 'timestamptz',
    refusal: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    removedAt: 'timestamptz',
  },
  paymentTaxRate: {
    companyId: 'bigint',
    accountId: 'uuid',
    percentage: 'double precision',
    providerId: 'text',
  },
  gridOperatorForm: {
    companyId: 'bigint',
    id: 'bigint',
    gridOperatorId: 'bigint',
    position: 'integer',
    code: 'text',
    name: 'text',
    version: 'text',
    phase: 'text',
    appliesTo: 'text',
    layout: 'text',
    map: 'json',
    template: 'bytea',
    pageCount: 'integer',
  },
  link: {
    companyId: 'bigint',
    id: 'bigint',
    offerId: 'bigint',
    bookingId: 'uuid',
    version: 'integer',
    endsAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
  keptSlot: {
    companyId: 'bigint',
    id: 'uuid',
    content: 'text',
    resource: 'text',
    lane: 'integer',
    blockedFrom: 'timestamptz',
    blockedTo: 'timestamptz',
    keptUntil: 'timestamptz',
    createdAt: 'timestamptz',
    clientNetwork: 'text',
  },
  offerTerms: {
    companyId: 'bigint',
    offerId: 'bigint',
    revision: 'integer',
    createdAt: 'timestamptz',
    version: 'text',
    text: 'text',
  },
  companyTexts: {
    companyId: 'bigint',
    version: 'integer',
    createdAt: 'timestamptz',
    withdrawal: 'text',
    termsAndConditions: 'text',
    paymentPlan: 'json',
    deliveryTime: 'text',
    guarantee: 'text',
  },
  offerLetter: {
    companyId: 'bigint',
    offerId: 'bigint',
    revision: 'integer',
    state: 'text',
    pdf: 'bytea',
  },
} as const;

export interface ResourceTables {
  company: {
    companyId: Generated<string>;
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
    defaultVatRate: number | null;
    defaultOfferValidityDays: number | null;
    designTempMin: number | null;
    designTempMax: number | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    logo: Buffer | null;
    slug: Generated<string>;
    generalPartner: string | null;
    brandColor: string | null;
    imprintUrl: string | null;
    privacyUrl: string | null;
    embedOrigins: Generated<string[]>;
  };
  apiKey: {
    companyId: string;
    id: Generated<string>;
    name: string;
    prefix: string;
    hash: Buffer;
    scopes: string[];
    createdAt: Generated<Timestamp>;
    lastUsedAt: Timestamp | null;
    revokedAt: Timestamp | null;
    secretFingerprint: string | null;
  };
  site: {
    companyId: string;
    id: Generated<string>;
    name: string;
    address: JsonObject | null;
    geo: JsonObject | null;
    phone: string | null;
    email: string | null;
    isDefault: Generated<boolean>;
    active: Generated<boolean>;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
  };
  member: {
    companyId: string;
    id: string;
    firstName: string;
    lastName: string;
    email: string;
    phone: string | null;
    role: string;
    active: Generated<boolean>;
    avatarUrl: string | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
  };
  memberSite: {
    companyId: string;
    memberId: string;
    siteId: string;
  };
  customer: {
    companyId: string;
    id: Generated<string>;
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
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    searchText: GeneratedAlways<string>;
  };
  project: {
    companyId: string;
    id: Generated<string>;
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
    designTempMin: number | null;
    designTempMax: number | null;
    plannedCommissioningOn: string | null;
    notes: string | null;
    tags: Generated<string[]>;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    searchText: GeneratedAlways<string>;
    commissionedOn: string | null;
    mastrNumber: string | null;
    networkCarrierId: string | null;
    meterNumber: string | null;
    meterLocation: string | null;
    meteringPointId: string | null;
    marketLocationId: string | null;
    meteringConcept: string | null;
    mainFuseA: number | null;
    groundingSystem: string | null;
    connectionPowerKw: number | null;
    cadastralDistrict: string | null;
    cadastralSection: string | null;
    parcelNumber: string | null;
    isOwner: boolean | null;
    ownerName: string | null;
    ownerConsent: boolean | null;
    existingSystems: JsonArray;
  };
  roof: {
    companyId: string;
    id: Generated<string>;
    projectId: string;
    name: string;
    roofType: string;
    covering: string | null;
    azimuth: number | null;
    tilt: number;
    area: number | null;
    usableArea: number | null;
    width: number | null;
    length: number | null;
    eavesHeight: number | null;
    ridgeHeight: number | null;
    rafterSpacing: number | null;
    rafterWidth: number | null;
    obstacles: JsonArray;
    shading: string | null;
    shadingLossPercent: number | null;
    maxModuleCount: number | null;
    moduleOrientation: string | null;
    snowLoadZone: string | null;
    windZone: string | null;
    asbestos: boolean | null;
    notes: string | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    subconstructionId: string | null;
  };
  idempotencyKey: {
    companyId: string;
    key: string;
    fingerprint: string;
    status: number | null;
    body: string | null;
    location: string | null;
    etag: string | null;
    createdAt: Generated<Timestamp>;
    owner: string;
    bodyBytes: GeneratedAlways<number>;
    lease: string | null;
    leasedBy: number | null;
  };
  manufacturer: {
    companyId: string;
    id: Generated<string>;
    name: string;
    shortName: string | null;
    website: string | null;
    supportEmail: string | null;
    supportPhone: string | null;
    country: string | null;
    materialTypes: Generated<string[]>;
    logoUrl: string | null;
    externalId: string | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    searchText: GeneratedAlways<string>;
  };
  service: {
    companyId: string;
    id: Generated<string>;
    name: string;
    description: string | null;
    category: string;
    unit: string;
    price: number;
    purchasePrice: number;
    vatRate: number;
    archived: Generated<boolean>;
    externalId: string | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    searchText: GeneratedAlways<string>;
  };
  material: {
    companyId: string;
    id: Generated<string>;
    materialType: string;
    name: string;
    archived: Generated<boolean>;
    manufacturerId: string | null;
    supplier: string | null;
    articleNumber: string | null;
    manufacturerArticleNumber: string | null;
    gtin: string | null;
    description: string | null;
    unit: string;
    vatRate: number;
    purchasePrice: number;
    purchasePriceUpdatedAt: Timestamp | null;
    datasheetUrl: string | null;
    imageUrl: string | null;
    warrantyYears: number | null;
    externalId: string | null;
    data: JsonObject;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    searchText: GeneratedAlways<string>;
  };
  materialSellingPrice: {
    companyId: string;
    materialId: string;
    siteId: string;
    net: number;
    vatRate: number | null;
  };
  materialCompatibility: {
    companyId: string;
    materialId: string;
    compatibleId: string;
  };
  recordCounter: {
    companyId: string;
    kind: string;
    year: number;
    lastNumber: number;
  };
  offerRequest: {
    companyId: string;
    id: Generated<string>;
    number: string;
    status: string;
    source: string;
    externalId: string | null;
    customerId: string | null;
    projectId: string | null;
    contact: JsonObject;
    address: JsonObject | null;
    geo: JsonObject | null;
    building: JsonObject | null;
    roofs: JsonArray;
    annualConsumptionKwh: number | null;
    electricityPrice: number | null;
    interests: JsonObject;
    desiredPowerKwp: number | null;
    desiredInstallation: string | null;
    message: string | null;
    indicationPrice: number | null;
    answers: Generated<JsonObject>;
    siteId: string | null;
    plannerId: string | null;
    convertedAt: Timestamp | null;
    rejectedAt: Timestamp | null;
    rejectReason: string | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    searchText: GeneratedAlways<string>;
    emailVerified: Generated<boolean>;
  };
  offer: {
    companyId: string;
    id: Generated<string>;
    number: string;
    projectId: string;
    customerId: string;
    offerRequestId: string | null;
    externalId: string | null;
    name: string | null;
    state: string;
    isIndicationPrice: boolean | null;
    validTo: string | null;
    siteId: string | null;
    plannerId: string | null;
    introText: string | null;
    closingText: string | null;
    vatMode: string;
    netPrice: number;
    vatAmount: number;
    offerPrice: number;
    purchasePrice: number;
    marginPercent: number | null;
    vatBreakdown: JsonArray;
    systemPowerKwp: number;
    moduleCount: number;
    inverterPowerKw: number;
    batteryCapacityKwh: number;
    publishedAt: Timestamp | null;
    acceptedAt: Timestamp | null;
    acceptedBy: string | null;
    declinedAt: Timestamp | null;
    declineReason: string | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    searchText: GeneratedAlways<string>;
    duplicateOfId: string | null;
    yieldKwh: number | null;
    selfConsumptionPercent: number | null;
    autarkyPercent: number | null;
    yieldSource: string | null;
  };
  offerLine: {
    companyId: string;
    id: Generated<string>;
    offerId: string;
    lineGroup: string;
    ref: string;
    position: number;
    name: string;
    description: string | null;
    unit: string;
    quantity: number;
    price: number;
    totalPrice: number;
    vatRate: number | null;
    purchasePrice: number;
    materialId: string | null;
    materialType: string | null;
    articleNumber: string | null;
    manufacturerName: string | null;
    product: JsonObject | null;
    serviceId: string | null;
    roofId: string | null;
    orientation: string | null;
    rows: number | null;
    columns: number | null;
    offsetX: number | null;
    offsetY: number | null;
    strings: JsonArray | null;
    active: boolean | null;
    moduleCount: number | null;
    coupling: string | null;
    targetRef: string | null;
    autoAdded: boolean | null;
    priceMissing: boolean | null;
    powerKw: number | null;
    capacityKwh: number | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    quantityThousandths: GeneratedAlways<string>;
    totalPriceCents: GeneratedAlways<string>;
    modulePowerMilliwatts: GeneratedAlways<string>;
    capacityWattHours: GeneratedAlways<string>;
    quantityIsAutomatic: Generated<boolean>;
    quantityFrozen: Generated<boolean>;
    priceFromCatalog: Generated<boolean>;
    supplier: string | null;
    gtin: string | null;
    manufacturerArticleNumber: string | null;
    unitBit: GeneratedAlways<number>;
    standardRated: Generated<boolean>;
    purchasePriceFromCatalog: Generated<boolean>;
  };
  offerDecision: {
    companyId: string;
    offerId: string;
    decidedAt: Timestamp;
    termsVersion: string;
    offerPrice: number;
    name: string | null;
    clientAddress: string | null;
    userAgent: string | null;
    state: string;
    decidedBy: string;
    startBeforeWithdrawalEnds: Generated<boolean>;
  };
  offerWithdrawal: {
    companyId: string;
    offerId: string;
    withdrawnAt: Timestamp;
    name: string | null;
    note: string | null;
    clientAddress: string | null;
    userAgent: string | null;
  };
  companyTask: {
    companyId: string;
    id: string;
    dueAt: Timestamp;
    status: string;
    lane: string;
    attempts: Generated<number>;
    leaseToken: string | null;
    leasedBy: number | null;
    leasedAt: Timestamp | null;
    leaseUntil: Timestamp | null;
    lastError: string | null;
    createdAt: Timestamp;
    finishedAt: Timestamp | null;
  };
  bookingType: {
    companyId: string;
    id: Generated<string>;
    slug: string;
    name: string;
    description: string | null;
    durationMinutes: number;
    stepMinutes: Generated<number>;
    bufferBeforeMinutes: Generated<number>;
    bufferAfterMinutes: Generated<number>;
    minNoticeMinutes: Generated<number>;
    maxAdvanceDays: Generated<number>;
    rescheduleNoticeMinutes: Generated<number>;
    cancelNoticeMinutes: Generated<number>;
    location: string;
    requiresAddress: Generated<boolean>;
    assignment: string;
    capacity: Generated<number>;
    priceCents: Generated<number>;
    taxRate: number | null;
    sources: Generated<string[]>;
    reminder: Generated<boolean>;
    active: Generated<boolean>;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    holdMinutes: Generated<number>;
    paymentMethods: Generated<string[]>;
    promotionCodes: Generated<boolean>;
    refundNoticeMinutes: Generated<number>;
  };
  bookingTypeMember: {
    companyId: string;
    bookingTypeId: string;
    memberId: string;
    priority: Generated<number>;
    weight: Generated<number>;
  };
  bookingTypeSite: {
    companyId: string;
    bookingTypeId: string;
    siteId: string;
  };
  schedule: {
    companyId: string;
    id: Generated<string>;
    memberId: string | null;
    updatedAt: Generated<Timestamp>;
  };
  scheduleRule: {
    companyId: string;
    scheduleId: string;
    weekday: number;
    starts: string;
    ends: string;
  };
  scheduleOverride: {
    companyId: string;
    scheduleId: string;
    date: string;
    ranges: JsonArray;
  };
  absence: {
    companyId: string;
    id: Generated<string>;
    memberId: string;
    kind: string;
    startsAt: Timestamp;
    endsAt: Timestamp;
    createdAt: Generated<Timestamp>;
  };
  booking: {
    companyId: string;
    id: string;
    source: string;
    status: string;
    typeSlug: string | null;
    typeName: string | null;
    location: string | null;
    startsAt: Timestamp;
    endsAt: Timestamp;
    blockedFrom: Timestamp;
    blockedTo: Timestamp;
    resource: string;
    lane: Generated<number>;
    plannerId: string | null;
    siteId: string | null;
    holdUntil: Timestamp | null;
    paymentStatus: string;
    priceCents: number;
    taxRate: number | null;
    customerId: string | null;
    name: string | null;
    forename: string | null;
    surname: string | null;
    email: string | null;
    phone: string | null;
    address: string | null;
    language: Generated<string>;
    note: string | null;
    offerRequestId: string | null;
    followUpOf: string | null;
    cancelledAt: Timestamp | null;
    cancellationReason: string | null;
    calendarSequence: Generated<number>;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
    amountPaidCents: number | null;
    refundedCents: Generated<number>;
    paidAt: Timestamp | null;
    paymentMethod: string | null;
    billingName: string | null;
    billingAddress: JsonObject | null;
    paymentAccountId: string | null;
    checkoutSessionId: string | null;
    stripeCustomerId: string | null;
    paymentIntentId: string | null;
    stripeInvoiceId: string | null;
    cancelIntent: JsonObject | null;
    cancelRequestedAt: Timestamp | null;
    rescheduleNoticeMinutes: number;
    cancelNoticeMinutes: number;
    refundNoticeMinutes: number;
    refundUntil: Timestamp | null;
    dispute: JsonObject | null;
    emailProof: string | null;
    clientNetwork: string | null;
    consumerTextsVersion: number | null;
    startBeforeWithdrawalEnds: Generated<boolean>;
    withdrawnAt: Timestamp | null;
    withdrawnBeforeStart: Generated<boolean>;
  };
  bookingLog: {
    companyId: string;
    bookingId: string;
    id: Generated<string>;
    action: string;
    actorKind: string;
    actorId: string;
    previousStatus: string | null;
    status: string;
    previous: JsonObject | null;
    changed: JsonObject | null;
    changedAt: Timestamp;
  };
  mail: {
    companyId: string;
    id: string;
    kind: string;
    offerId: string | null;
    bookingId: string | null;
    dedupeKey: string;
    toAddress: string;
    isAnonymous: boolean;
    content: string | null;
    status: string;
    lane: string;
    attempts: Generated<number>;
    dueAt: Timestamp;
    leaseToken: string | null;
    leaseUntil: Timestamp | null;
    lastError: string | null;
    createdAt: Timestamp;
    finishedAt: Timestamp | null;
    webhookEndpointId: string | null;
    leasedBy: number | null;
    leasedAt: Timestamp | null;
    keptSlotId: string | null;
  };
  gridOperator: {
    companyId: string;
    id: Generated<string>;
    name: string;
    shortName: string | null;
    mastrNumber: string | null;
    bdewCode: string | null;
    address: JsonObject | null;
    email: string | null;
    phone: string | null;
    portalUrl: string | null;
    postalCodes: Generated<string[]>;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
  };
  contractor: {
    companyId: string;
    id: Generated<string>;
    name: string;
    address: JsonObject | null;
    phone: string | null;
    email: string | null;
    contactPerson: string | null;
    responsiblePerson: string | null;
    registrationNumber: string | null;
    registeredWith: string | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
  };
  contractorRegistration: {
    companyId: string;
    contractorId: string;
    gridOperatorId: string;
    number: string;
  };
  checkout: {
    companyId: string;
    id: string;
    requestKey: string | null;
    request: JsonObject | null;
    url: string | null;
    expiresAt: Timestamp;
    clientAddress: string | null;
    isProcessing: Generated<boolean>;
    status: string;
    lane: string;
    attempts: Generated<number>;
    dueAt: Timestamp;
    leaseToken: string | null;
    leaseUntil: Timestamp | null;
    lastError: string | null;
    createdAt: Timestamp;
    finishedAt: Timestamp | null;
    settlingUntil: Timestamp | null;
    leasedBy: number | null;
    leasedAt: Timestamp | null;
  };
  refund: {
    companyId: string;
    id: string;
    bookingId: string;
    cause: string;
    amountCents: number;
    keyNumber: Generated<number>;
    providerRefundId: string | null;
    outcome: string | null;
    refundedAt: Timestamp | null;
    status: string;
    lane: string;
    attempts: Generated<number>;
    dueAt: Timestamp;
    leaseToken: string | null;
    leaseUntil: Timestamp | null;
    lastError: string | null;
    createdAt: Timestamp;
    finishedAt: Timestamp | null;
    requestKey: string | null;
    leasedBy: number | null;
    leasedAt: Timestamp | null;
  };
  providerEvent: {
    companyId: string;
    id: string;
    paymentAccountId: string;
    type: string;
    objectId: string;
    paymentIntentId: string | null;
    status: string;
    lane: string;
    attempts: Generated<number>;
    dueAt: Timestamp;
    leaseToken: string | null;
    leaseUntil: Timestamp | null;
    lastError: string | null;
    createdAt: Timestamp;
    finishedAt: Timestamp | null;
    leasedBy: number | null;
    leasedAt: Timestamp | null;
    dispute: JsonObject | null;
  };
  paymentAccount: {
    companyId: string;
    id: string;
    apiKey: string | null;
    apiKeyEnd: string;
    isLive: boolean;
    webhookSecret: string | null;
    previousWebhookSecret: string | null;
    previousWebhookSecretUntil: Timestamp | null;
    refusedAt: Timestamp | null;
    refusal: string | null;
    createdAt: Timestamp;
    updatedAt: Timestamp;
    removedAt: Timestamp | null;
  };
  paymentTaxRate: {
    companyId: string;
    accountId: string;
    percentage: number;
    providerId: string;
  };
  gridOperatorForm: {
    companyId: string;
    id: Generated<string>;
    gridOperatorId: string;
    position: number;
    code: string;
    name: string;
    version: string | null;
    phase: string;
    appliesTo: string;
    layout: string | null;
    map: JsonObject | null;
    template: Buffer | null;
    pageCount: number | null;
  };
  link: {
    companyId: string;
    id: Generated<string>;
    offerId: string | null;
    bookingId: string | null;
    version: number;
    endsAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
  };
  keptSlot: {
    companyId: string;
    id: string;
    content: string;
    resource: string | null;
    lane: number;
    blockedFrom: Timestamp;
    blockedTo: Timestamp;
    keptUntil: Timestamp;
    createdAt: Timestamp;
    clientNetwork: string | null;
  };
  offerTerms: {
    companyId: string;
    offerId: string;
    revision: number;
    createdAt: Timestamp;
    version: string;
    text: string;
  };
  companyTexts: {
    companyId: string;
    version: number;
    createdAt: Generated<Timestamp>;
    withdrawal: string | null;
    termsAndConditions: string | null;
    paymentPlan: JsonArray | null;
    deliveryTime: string | null;
    guarantee: string | null;
  };
  offerLetter: {
    companyId: string;
    offerId: string;
    revision: number;
    state: string;
    pdf: Buffer;
  };
}
