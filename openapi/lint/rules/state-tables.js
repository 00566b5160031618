import { dirname } from 'node:path';
import { operationsIn } from '../usage.js';

/** Who else can do an action: a periodic task, a provider that reports something, a command of the operator. */
const others = ['clock', 'provider', 'command'];

/**
 * Every action of states.yaml has an outcome in each state: a state of the same record, a code of errors.yaml, or null. Every
 * action belongs to an operation of some document, or is listed under `by: { clock, provider, command }`.
 */
export function stateTables(vocabulary) {
  return {
    Root(_root, { report, location }) {
      const complain = (message) => report({ message: `states.yaml: ${message}`, location });
      const used = new Set(
        operationsIn(dirname(location.source.absoluteRef)).flatMap(({ actions }) => actions),
      );
      for (const [record, { states, actions, by = {} }] of Object.entries(vocabulary.states ?? {})) {
        for (const [who, names] of Object.entries(by)) {
          if (!others.includes(who))
            complain(`by of ${record} has ${who}, which is none of ${others.join(', ')}.`);
          for (const name of names) {
            if (!(name in actions)) complain(`by of ${record} has an unknown action ${name}.`);
            used.add(`${name} of ${record}`);
          }
        }
        for (const [action, outcomes] of Object.entries(actions)) {
          const name = `${action} of ${record}`;
          if (!used.has(name)) complain(`No operation has the action ${name}.`);
          for (const state of Object.keys(states).filter((key) => !(key in outcomes)))
            complain(`${name} lacks the state ${state}.`);
          for (const [state, outcome] of Object.entries(outcomes)) {
            if (!(state in states)) complain(`${name} has an unknown state ${state}.`);
            if (outcome !== null && !(outcome in states) && !(outcome in vocabulary.errors))
              complain(`${name} leads from ${state} to ${outcome}, which is neither a state nor a code.`);
          }
        }
      }
    },
  };
}
