import type { Caller } from '@pv-planning/server-kit';
import type { Actor } from '../handler-context.ts';

/** A caller that acts in one company. The company is the tenant. */
export interface CompanyCaller extends Caller {
  readonly actor: Actor;
}
