import { type Figure, figure } from '../measure/figure.ts';
import type { ServerProcess } from '../process/server-process.ts';
import { inEachGroup } from './bodies.ts';
import { type Kind, labels, requestOf } from './cases.ts';
import type { OfferCompany } from './dataset.ts';
import { type RecordedRequest, recordRequest } from './recorded.ts';

export type RecordedRequests = Record<Kind, RecordedRequest>;

/** Lines in each of the ten groups. */
const few = 1;
const many = 20;

/** Records a request of each kind. @param service returns the statements that it has sent */
async function recordedWith(
  service: ServerProcess,
  company: OfferCompany,
  linesInGroup: number,
): Promise<RecordedRequests> {
  const counts = inEachGroup(linesInGroup);
  const create = await recordRequest(service, requestOf('create', { company, counts, offerIds: [] }));
  const made = { company, counts, offerIds: [String(create.response.id)] };
  const read = await recordRequest(service, requestOf('read', made));
  return { create, read, addLine: await recordRequest(service, requestOf('addLine', made)) };
}

/** Records the statements of offers with 10 and with 200 lines, and compares their numbers. */
export async function recordedRequests(
  service: ServerProcess,
  company: OfferCompany,
): Promise<{ recorded: RecordedRequests; figures: Figure[] }> {
  const [recorded, larger] = [
    await recordedWith(service, company, few),
    await recordedWith(service, company, many),
  ];
  const figures = (Object.keys(recorded) as Kind[]).map((kind) => {
    const name = `offers: ${labels[kind](`${10 * many} lines`)}, compared with ${10 * few}`;
    const [ours, yardstick] = [larger, recorded].map((requests) => [requests[kind].statements.length]);
    return figure(
      { name, unit: 'statements', better: 'less' },
      { ours: ours ?? [], yardstick: yardstick ?? [] },
      ({ median }) => ({ text: 'no more', reached: median >= 1 }),
    );
  });
  return { recorded, figures };
}
