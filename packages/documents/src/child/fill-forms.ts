import { parentPort } from 'node:worker_threads';
import { type FillJob, fillTemplate } from './forms/fill-template.ts';
import { type TakeInJob, takeInTemplate } from './forms/take-in-template.ts';
import type { Outcome } from './messages.ts';

async function outcomeOf(job: FillJob | TakeInJob): Promise<Outcome> {
  try {
    return { result: await (job.kind === 'fill' ? fillTemplate(job) : takeInTemplate(job)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (job: FillJob | TakeInJob) => {
  parentPort?.postMessage(await outcomeOf(job));
});
