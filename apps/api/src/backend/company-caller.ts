import type { Caller } from '@pv-planning/server-kit';
import type { Actor } from '../records/context.ts';

/** An actor in one company, which is the tenant. */
export interface CompanyCaller extends Caller {
  readonly actor: Actor;
}
