import type { Figure } from '../measure/figure.ts';
import { fairnessCases } from './cases.ts';
import { measureCase } from './fairness-case.ts';
import { slowReceivers } from './slow-receivers.ts';

/** Measures requests and deliveries of one company while another company, or a client without a key, burdens the service. */
export const fairnessParts: Readonly<Record<string, (quick: boolean) => Promise<Figure[]>>> = {
  ...Object.fromEntries(
    Object.entries(fairnessCases).map(([name, one]) => [
      `fairness:${name}`,
      (quick: boolean) => measureCase(quick, one),
    ]),
  ),
  'fairness:slow-receivers': slowReceivers,
};
