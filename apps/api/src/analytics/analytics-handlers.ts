import type { ResourceHandlers } from '../kernel/handler-context.ts';
import { conversionReport } from './conversion-report.ts';
import { customerReport } from './customer-report.ts';
import { materialReport } from './material-report.ts';
import { offerReport } from './offer-report.ts';
import { offerRequestReport } from './offer-request-report.ts';
import { runReport } from './run-report.ts';

export const analyticsHandlers = {
  async getOfferAnalytics({ query }, context) {
    return { status: 200, body: await runReport(context, query, offerReport) };
  },

  async getOfferRequestAnalytics({ query }, context) {
    return { status: 200, body: await runReport(context, query, offerRequestReport) };
  },

  async getConversionAnalytics({ query }, context) {
    return { status: 200, body: await runReport(context, query, conversionReport) };
  },

  async getCustomerAnalytics({ query }, context) {
    return { status: 200, body: await runReport(context, query, customerReport) };
  },

  async getMaterialAnalytics({ query }, context) {
    return { status: 200, body: await runReport(context, query, materialReport) };
  },
} satisfies ResourceHandlers;
