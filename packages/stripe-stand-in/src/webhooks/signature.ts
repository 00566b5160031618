import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature`. */
export function signature(payload: string, secret: string, timestamp: number): string {
  const hash = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${hash}`;
}
