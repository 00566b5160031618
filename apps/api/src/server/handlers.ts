import { combineHandlers } from '@pv-planning/server-kit';
import { analyticsHandlers } from '../analytics/analytics-handlers.ts';
import { bookingTypeHandlers } from '../appointments/booking-types/booking-type-handlers.ts';
import { bookingHandlers } from '../appointments/bookings/booking-handlers.ts';
import { slotHandlers } from '../appointments/bookings/slot-handlers.ts';
import { manufacturerHandlers } from '../catalog/manufacturers/manufacturer-handlers.ts';
import { materialHandlers } from '../catalog/materials/material-handlers.ts';
import { priceListHandlers } from '../catalog/price-lists/price-list-handlers.ts';
import { serviceHandlers } from '../catalog/services/service-handlers.ts';
import { companyHandlers } from '../company/company-handlers.ts';
import { eventHandlers } from '../company/events/event-handlers.ts';
import { customerHandlers } from '../crm/customers/customer-handlers.ts';
import { projectHandlers } from '../crm/projects/project-handlers.ts';
import { roofHandlers } from '../crm/projects/roof-handlers.ts';
import type { PageHandlers, PublicHandlers } from '../kernel/handler-context.ts';
import { bookingPageHandlers } from '../pages/booking-pages/booking-page-handlers.ts';
import { offerPageHandlers } from '../pages/offer-pages/offer-page-handlers.ts';
import { cancelHandlers } from '../payments/cancel/cancel-handlers.ts';
import { paymentHandlers } from '../payments/inbox/payment-handlers.ts';
import { settleHandlers } from '../payments/settle/settle-handlers.ts';
import { documentHandlers } from '../sales/documents/document-handlers.ts';
import { gridOperatorHandlers } from '../sales/grid-operators/grid-operator-handlers.ts';
import { offerRequestHandlers } from '../sales/offer-requests/offer-request-handlers.ts';
import { offerHandlers } from '../sales/offers/lifecycle/offer-handlers.ts';
import { lineHandlers } from '../sales/offers/line-operations/line-handlers.ts';
import { checkStringsHandlers } from '../sales/offers/strings/check-strings-handler.ts';
import { planStringsHandlers } from '../sales/offers/strings/plan-strings-handler.ts';
import { workflowHandlers } from '../workflows/workflow-handlers.ts';

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
