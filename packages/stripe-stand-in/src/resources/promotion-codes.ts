import type { CheckoutSession } from '../provider/objects.ts';
import { invalidRequest } from '../provider/provider-error.ts';
import type { PromotionCode } from '../store.ts';
import { type Context, newId } from './context.ts';

/** What the code takes off: a percentage, or an amount in cents. */
export interface PromotionCodeTerms {
  code: string;
  percentOff?: number;
  amountOff?: number;
}

export function createPromotionCode({ store, account }: Context, terms: PromotionCodeTerms): PromotionCode {
  const { code, percentOff = null, amountOff = null } = terms;
  if ((percentOff === null) === (amountOff === null))
    throw new Error('A promotion code takes off a percentage or an amount.');
  const promotion: PromotionCode = { id: newId('promo'), code, percentOff, amountOff };
  store.put(account, 'promotion_code', promotion);
  return promotion;
}

/** Returns the amounts and discounts of the session with the code. */
export function discounted({ store, account }: Context, session: CheckoutSession, code: string) {
  const [promotion] = store.list(account, 'promotion_code', { code });
  if (!session.allow_promotion_codes || !promotion)
    throw invalidRequest('This code is invalid.', { code: 'promotion_code_invalid' });
  const subtotal = session.amount_subtotal ?? 0;
  const percentage = Math.round((subtotal * (promotion.percentOff ?? 0)) / 100);
  const discount = Math.min(subtotal, promotion.amountOff ?? percentage);
  return { discount, discounts: [{ coupon: null, promotion_code: promotion.id }] };
}
