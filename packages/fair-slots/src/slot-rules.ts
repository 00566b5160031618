import { availableParallelism } from 'node:os';

/** A number of slots, or a share, rounded up: of all slots, or of the rest that other companies leave. */
export type Amount = number | `${number} %` | `${number} % of the rest`;

/** Limits of concurrent and of waiting work in a process. */
export interface SlotRule {
  slots: number;
  /** Maximum number of slots of a company. Default: all. */
  ofCompany?: Amount;
  /**
   * `ofCompany` while another company is active: it has begun work within the last second or, if this is a share of the rest, has
   * a slot. Default: `ofCompany`.
   */
  whileOthersRun?: Amount;
  /**
   * Maximum number of slots of a company's anonymous requests, separate from its other requests. Default: the limit of its other
   * requests.
   */
  ofAnonymous?: Amount;
  /** Maximum total number of slots of all groups of operations. Default: all. */
  ofGroups?: Amount;
  /** Maximum number of waiting requests: of all companies, and of one. Default: any number. */
  waiting?: number;
  waitingOfCompany?: number;
  /** Maximum wait. Default: until the request is aborted. */
  maxWaitMs?: number;
  /** `Retry-After` of a refusal: 429 `too_many_concurrent` if the company itself has too many, otherwise 503 `service_unavailable`. */
  retryAfterSeconds?: number;
  /**
   * Bytes of responses that clients have not read yet. Above the first limit, for all companies together, requests of companies with such
   * responses do not start; above the second, those of the company. Default: no limit.
   */
  unreadBytes?: number;
  unreadBytesOfCompany?: number;
}

const mebibyte = 1024 * 1024;

/** For requests that find a full queue or wait too long. */
const refused = { maxWaitMs: 5_000, retryAfterSeconds: 5 };

/** All rules of the service. */
export const slotRules = {
  /** Requests, from the parsing of their bodies to the sending of their responses. Each uses at most one connection at a time. */
  requests: {
    slots: 8,
    ofCompany: '75 %',
    whileOthersRun: '25 %',
    ofAnonymous: '25 %',
    ofGroups: '50 %',
    waiting: 500,
    waitingOfCompany: 100,
    ...refused,
    unreadBytes: 128 * mebibyte,
    unreadBytesOfCompany: 32 * mebibyte,
  },
  /**
   * Requests of one group of operations, such as planning and rendering, which can take long. They get the slot before their
   * bodies are read. `x-concurrency` in the contract states the limit of a company and the maximum wait.
   */
  group: {
    slots: 2,
    whileOthersRun: '50 %',
    waiting: 100,
    waitingOfCompany: 10,
    retryAfterSeconds: 10,
    unreadBytes: 64 * mebibyte,
    unreadBytesOfCompany: 32 * mebibyte,
  },
  /**
   * Large bodies, from their first byte until their request gets a slot: clients may send them slowly, and a compressed one is
   * much larger in memory than on the network. Slow clients of one company do not block others.
   */
  largeBodies: {
    slots: Number.POSITIVE_INFINITY,
    ofCompany: 32,
    ofAnonymous: 2,
    waiting: 500,
    waitingOfCompany: 100,
    ...refused,
  },
  /** Lookups of the owner of a key or a link. Each uses a connection. */
  lookUps: { slots: 2, ofCompany: 1, waiting: 1_000, waitingOfCompany: 100, ...refused },
  /** Child processes that render documents. The limits of operation groups apply per company. */
  documents: { slots: Math.max(1, Math.floor(availableParallelism() / 2)) },
  /** Attempts to deliver events. A company that begins to send finds free slots, even if many others hold theirs until a timeout. */
  deliveries: { slots: 1_000, ofCompany: '50 % of the rest', whileOthersRun: '25 % of the rest' },
  /** Batches of attempts with failures that are being saved. Each uses a connection. */
  failedAttempts: { slots: 2, ofCompany: 1 },
} satisfies Record<string, SlotRule>;

/** Returns a function that converts an amount to a number of slots, given the number that other companies leave. */
export function amountOf(amount: Amount, slots: number): (rest: number) => number {
  if (typeof amount === 'number') return () => amount;
  const share = Number.parseFloat(amount) / 100;
  if (amount.endsWith('rest')) return (rest) => Math.ceil(rest * share);
  const count = Math.ceil(slots * share);
  return () => count;
}
