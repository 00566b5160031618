import type { Guard } from './guard.ts';
import { authenticationGuards } from './guards/authentication.ts';
import { bookingPageGuards } from './guards/booking-pages.ts';
import { bookingGuards } from './guards/bookings.ts';
import { catalogGuards } from './guards/catalog.ts';
import { companyGuards } from './guards/company.ts';
import { databaseGuards } from './guards/database.ts';
import { documentGuards } from './guards/documents.ts';
import { mailGuards } from './guards/mails.ts';
import { offerGuards } from './guards/offers.ts';
import { paymentGuards } from './guards/payments.ts';
import { recordGuards } from './guards/records.ts';
import { reportGuards } from './guards/reports.ts';
import { serverKitGuards } from './guards/server-kit.ts';
import { slotGuards } from './guards/slots.ts';
import { upsertGuards } from './guards/upserts.ts';
import { webhookDeliveryGuards } from './guards/webhook-delivery.ts';

export const guards: readonly Guard[] = [
  ...authenticationGuards,
  ...bookingGuards,
  ...bookingPageGuards,
  ...catalogGuards,
  ...companyGuards,
  ...databaseGuards,
  ...documentGuards,
  ...mailGuards,
  ...offerGuards,
  ...recordGuards,
  ...paymentGuards,
  ...reportGuards,
  ...serverKitGuards,
  ...slotGuards,
  ...upsertGuards,
  ...webhookDeliveryGuards,
];
