import { combineHandlers } from '@pv-planning/server-kit';
import { analyticsHandlers } from '../analytics/analytics-handlers.ts';
import { appointmentHandlers } from '../appointments/appointment-handlers.ts';
import { catalogHandlers } from '../catalog/catalog-handlers.ts';
import { companyHandlers } from '../company/company-handlers.ts';
import { crmHandlers } from '../crm/crm-handlers.ts';
import type { PageHandlers, PublicHandlers } from '../kernel/handler-context.ts';
import { customerHandlers } from '../pages/page-handlers.ts';
import { paymentHandlers, providerEventHandlers } from '../payments/payment-handlers.ts';
import { salesHandlers } from '../sales/sales-handlers.ts';
import { workflowHandlers } from '../workflows/workflow-handlers.ts';

/** The handlers of all operations of the public API. */
export const handlers: PublicHandlers = combineHandlers(
  crmHandlers,
  catalogHandlers,
  salesHandlers,
  workflowHandlers,
  appointmentHandlers,
  paymentHandlers,
  companyHandlers,
  analyticsHandlers,
);

/** The handlers of all operations of the customers' pages. */
export const pageHandlers: PageHandlers = combineHandlers(customerHandlers, providerEventHandlers);
