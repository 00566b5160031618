import type { Reply } from './backend.ts';
import type { Caller } from './handler.ts';
import type { Operation } from './operation.ts';
import type { FoundOperation } from './operation-lookup.ts';

/** What the middlewares of one request hand on, in `response.locals`. Each field is set by the one named. */
interface RequestLocals {
  /** requestLog */
  requestId: string;
  /** contractApi */
  operationId: string;
  operation: Operation;
  params: FoundOperation['params'];
  /** admission */
  caller: Caller;
  /** jsonBody; undefined when there was no body */
  bodyBytes: Buffer | undefined;
  /** operationEndpoint; undefined until the handler begins */
  reply: Promise<Reply> | undefined;
}

declare global {
  namespace Express {
    interface Locals extends RequestLocals {}
  }
}
