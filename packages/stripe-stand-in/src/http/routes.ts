import {
  createSession,
  expireSession,
  getSession,
  noParameters,
  sessionCreation,
} from '../resources/checkout-sessions.ts';
import type { Context } from '../resources/context.ts';
import { checkParameters, type Parameters } from '../resources/parameters.ts';
import { getCharge, getPaymentIntent } from '../resources/payments.ts';
import { createRefund, getRefund, listRefunds, refundCreation, refundListing } from '../resources/refunds.ts';
import { createTaxRate, listTaxRates, taxRateCreation, taxRateListing } from '../resources/tax-rates.ts';

/** What a request brings beside its parameters. */
export interface RouteContext extends Context {
  /** Base address of the pages where sessions are paid. */
  pages: string;
  refundStatus: 'succeeded' | 'pending';
}

/** A request with checked parameters, ready to be carried out. */
export type Execution = (context: RouteContext) => object;

interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  prepare(given: unknown, id: string): Execution;
}

function route<Params>(
  method: Route['method'],
  path: string,
  parameters: Parameters<Params>,
  handle: (context: RouteContext, given: Params, id: string) => object,
): Route {
  return {
    method,
    path: new RegExp(`^/v1/${path.replace('{id}', '([^/]+)')}$`),
    prepare(given, id) {
      const checked = checkParameters(parameters, given);
      return (context) => handle(context, checked, id);
    },
  };
}

/** The operations by their names in the SDK. */
const routes = {
  'checkout.sessions.create': route('POST', 'checkout/sessions', sessionCreation, (context, given) =>
    createSession(context, given, context.pages),
  ),
  'checkout.sessions.retrieve': route('GET', 'checkout/sessions/{id}', noParameters, (context, _, id) =>
    getSession(context, id),
  ),
  'checkout.sessions.expire': route('POST', 'checkout/sessions/{id}/expire', noParameters, (context, _, id) =>
    expireSession(context, id),
  ),
  'paymentIntents.retrieve': route('GET', 'payment_intents/{id}', noParameters, (context, _, id) =>
    getPaymentIntent(context, id),
  ),
  'charges.retrieve': route('GET', 'charges/{id}', noParameters, (context, _, id) => getCharge(context, id)),
  'refunds.create': route('POST', 'refunds', refundCreation, (context, given) =>
    createRefund(context, given, context.refundStatus),
  ),
  'refunds.retrieve': route('GET', 'refunds/{id}', noParameters, (context, _, id) => getRefund(context, id)),
  'refunds.list': route('GET', 'refunds', refundListing, listRefunds),
  'taxRates.create': route('POST', 'tax_rates', taxRateCreation, createTaxRate),
  'taxRates.list': route('GET', 'tax_rates', taxRateListing, listTaxRates),
} as const;

export type Operation = keyof typeof routes;

export interface MatchedRoute {
  operation: Operation;
  prepare(given: unknown): Execution;
}

export function findRoute(method: string, path: string): MatchedRoute | undefined {
  for (const [operation, { method: routeMethod, path: pattern, prepare }] of Object.entries(routes)) {
    const match = method === routeMethod ? pattern.exec(path) : null;
    if (match)
      return { operation: operation as Operation, prepare: (given) => prepare(given, match[1] ?? '') };
  }
  return undefined;
}
