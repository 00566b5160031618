import { contractValidator } from '@pv-planning/server-kit';
import { formatValidators } from '../../kernel/contract/format-validators.ts';
import { publicContract } from '../../kernel/contract/public-contract.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { readClock } from '../../kernel/records/change-time.ts';
import { handlers } from '../../server/handlers.ts';
import type { DemoRequest } from './demo-requests.ts';

const validator = contractValidator(publicContract, { formatValidators });

type AnyHandler = (request: object, context: object) => Promise<{ body?: unknown }>;

const nothing = async () => {};

/** Runs the operation of a request, whose body must satisfy the contract. Nobody receives an event or a mail. */
export async function runOperation(
  { db, links }: Pick<Context, 'db' | 'links'>,
  { operation: operationId, params = {}, body, at }: DemoRequest,
): Promise<unknown> {
  const bytes = Buffer.alloc(0);
  const parts = {
    params,
    query: {},
    headers: {},
    body: body === undefined ? undefined : { value: body, bytes },
  };
  const problems = await validator.problemsOf(operationId, parts);
  if (problems.length > 0) throw new Error(`Invalid ${operationId}: ${JSON.stringify({ problems, body })}`);
  const id = operationId as keyof typeof handlers;
  // Its requests need no accounts at the payment provider, no encryption and no leases.
  const context: Omit<Context, 'box' | 'paymentAccounts' | 'leaseOwner'> = {
    actor: { kind: 'system', id: 'demo' },
    hasScope: () => true,
    db,
    links,
    confirmsBookings: false,
    now: async () => at ?? readClock(db),
    sealResponse() {},
    snapshot: (read) => read(db),
    raise: nothing,
    raiseAll: nothing,
    queueMails: nothing,
  };
  const inContext = <T>(work: (within: typeof context) => Promise<T>) => work(context);
  const steps = { step: inContext, finish: inContext };
  const handle = handlers[id] as unknown as AnyHandler;
  const request = { params, query: {}, body, headers: {}, requireMatch() {} };
  return (await handle(request, publicContract.operations[id].steps ? steps : context)).body;
}
