import { type LoadOrder, startLoadGenerator } from '../process/load.ts';
import { repeated } from '../process/requests.ts';
import type { Load } from './fairness-case.ts';

/** Sends an order again and again, from a process of its own. */
export const generated =
  (order: LoadOrder, expected: readonly string[]): Load =>
  async (signal) => {
    await using generator = await startLoadGenerator();
    await repeated(signal, async () => {
      const { statuses } = await generator.send(order);
      if (statuses.length === 0 || statuses.some((status) => !expected.includes(status)))
        throw new Error(`${order.requests[0]?.path} got responses with these statuses: ${statuses}.`);
    });
  };
