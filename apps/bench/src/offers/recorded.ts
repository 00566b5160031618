import type { RequestKind } from '../process/load.ts';
import type { ServerProcess } from '../process/server-process.ts';
import type { Statement } from '../process/statement-probe.ts';

/** A statement of a transaction. */
export type TransactionStatement = Pick<Statement, 'text' | 'values'>;

/** The statements of a request, in order, and its response. */
export interface RecordedRequest {
  statements: TransactionStatement[];
  response: Record<string, unknown>;
}

const begins = ({ text }: Statement) => text === 'begin' || text.startsWith('start transaction');
const concernsOffers = ({ text }: Statement) => text.includes('"offer"');

/** Returns the transaction about offers, without the statements of other connections, such as those of webhook delivery. */
function transactionIn(sent: readonly Statement[]): TransactionStatement[] {
  const connection = sent.find(concernsOffers)?.connection;
  const ofConnection = sent.filter((statement) => statement.connection === connection);
  const begin = ofConnection.findIndex(begins);
  const end = ofConnection.findIndex(({ text }, index) => index > begin && text === 'commit');
  if (begin < 0 || end < 0) throw new Error(`No transaction about offers: ${JSON.stringify(ofConnection)}`);
  return ofConnection.slice(begin, end + 1).map(({ text, values }) => ({ text, values }));
}

/** Sends one request, and records its statements and its response. @param service returns the statements that it has sent */
export async function recordRequest(
  service: ServerProcess,
  { method, headers, paths, body }: RequestKind,
): Promise<RecordedRequest> {
  await service.ask({});
  const response = await fetch(service.url + paths[0], { method, headers, ...(body && { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${paths[0]}: ${response.status} ${text}`);
  const sent = (await service.ask({})) as Statement[];
  return { statements: transactionIn(sent), response: JSON.parse(text) };
}
