import type { Caller } from '@pv-planning/server-kit';
import type { Actor, PageVisitor } from './handler-context.ts';

/** A caller that acts in one company. The company is the tenant. */
export interface CompanyCaller extends Caller {
  readonly actor: Actor;
}

/** A customer with a link to a record of the company, or on its page. */
export interface PageCaller extends CompanyCaller {
  readonly actor: PageVisitor;
}
