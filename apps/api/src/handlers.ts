import { combineHandlers } from '@pv-planning/server-kit';
import { analyticsHandlers } from './analytics/analytics-handlers.ts';
import { bookingPageHandlers } from './booking-pages/booking-page-handlers.ts';
import { bookingTypeHandlers } from './booking-types/booking-type-handlers.ts';
import { bookingHandlers } from './bookings/booking-handlers.ts';
import { slotHandlers } from './bookings/slot-handlers.ts';
import { companyHandlers } from './company/company-handlers.ts';
import { customerHandlers } from './customers/customer-handlers.ts';
import { documentHandlers } from './documents/document-handlers.ts';
import { eventHandlers } from './events/event-handlers.ts';
import { gridOperatorHandlers } from './grid-operators/grid-operator-handlers.ts';
import type { PageHandlers, PublicHandlers } from './handler-context.ts';
import { manufacturerHandlers } from './manufacturers/manufacturer-handlers.ts';
import { materialHandlers } from './materials/material-handlers.ts';
import { offerPageHandlers } from './offer-pages/offer-page-handlers.ts';
import { offerRequestHandlers } from './offer-requests/offer-request-handlers.ts';
import { offerHandlers } from './offers/lifecycle/offer-handlers.ts';
import { lineHandlers } from './offers/line-operations/line-handlers.ts';
import { checkStringsHandlers } from './offers/strings/check-strings-handler.ts';
import { planStringsHandlers } from './offers/strings/plan-strings-handler.ts';
import { cancelHandlers } from './payments/cancel/cancel-handlers.ts';
import { paymentHandlers } from './payments/inbox/payment-handlers.ts';
import { settleHandlers } from './payments/settle/settle-handlers.ts';
import { priceListHandlers } from './price-lists/price-list-handlers.ts';
import { projectHandlers } from './projects/project-handlers.ts';
import { roofHandlers } from './projects/roof-handlers.ts';
import { serviceHandlers } from './services/service-handlers.ts';
import { workflowHandlers } from './workflows/workflow-handlers.ts';

/** The handlers of all operations of the public API. */
export const handlers: PublicHandlers = combineHandlers(
  customerHandlers,
  projectHandlers,
  roofHandlers,
  materialHandlers,
  priceListHandlers,
  manufacturerHandlers,
  serviceHandlers,
  offerHandlers,
  lineHandlers,
  offerRequestHandlers,
  planStringsHandlers,
  checkStringsHandlers,
  workflowHandlers,
  bookingHandlers,
  cancelHandlers,
  settleHandlers,
  bookingTypeHandlers,
  slotHandlers,
  companyHandlers,
  gridOperatorHandlers,
  documentHandlers,
  eventHandlers,
  analyticsHandlers,
);

/** The handlers of all operations of the customers' pages. */
export const pageHandlers: PageHandlers = combineHandlers(
  offerPageHandlers,
  bookingPageHandlers,
  paymentHandlers,
);
