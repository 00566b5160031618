import { states } from '@pv-planning/contract';
import { type ConflictCode, conflict } from './api-errors.ts';

type Tables = typeof states;
type Kind = keyof Tables;

/** A state of a kind of record, such as `DRAFT`. */
export type StateOf<K extends Kind> = keyof Tables[K]['states'] & string;

/** An action of the contract's state table, such as `publish`. */
export type ActionOf<K extends Kind> = keyof Tables[K]['actions'] & string;

function isState(kind: Kind, outcome: string): boolean {
  return Object.hasOwn(states[kind].states, outcome);
}

/**
 * Returns the state of a record after an action, or null if the action deletes it.
 *
 * @throws 409 with the code in the contract's state table, if the action is not possible in this state
 */
export function stateAfter<K extends Kind>(
  kind: K,
  action: ActionOf<K>,
  state: StateOf<K>,
): StateOf<K> | null {
  const actions: Record<string, Record<string, string | null>> = states[kind].actions;
  const outcome = actions[action]?.[state];
  if (outcome === undefined)
    throw new Error(`The state table of ${kind} has no action ${action} in state ${state}.`);
  if (outcome === null || isState(kind, outcome)) return outcome as StateOf<K> | null;
  throw conflict(outcome as ConflictCode, { values: { state } });
}
