import { combineHandlers } from '@pv-planning/server-kit';
import { documentHandlers } from './documents/document-handlers.ts';
import { gridOperatorHandlers } from './grid-operators/grid-operator-handlers.ts';
import { offerRequestHandlers } from './offer-requests/offer-request-handlers.ts';
import { offerHandlers } from './offers/lifecycle/offer-handlers.ts';
import { lineHandlers } from './offers/line-operations/line-handlers.ts';
import { checkStringsHandlers } from './offers/strings/check-strings-handler.ts';
import { planStringsHandlers } from './offers/strings/plan-strings-handler.ts';

export const salesHandlers = combineHandlers(
  documentHandlers,
  gridOperatorHandlers,
  offerRequestHandlers,
  offerHandlers,
  lineHandlers,
  checkStringsHandlers,
  planStringsHandlers,
);
