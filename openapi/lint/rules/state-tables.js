/**
 * Every action of states.yaml has an outcome in each state: a state of the same record, a code of errors.yaml, or null. Every
 * action belongs to an operation.
 */
export function stateTables(vocabulary) {
  const used = new Set();
  return {
    Root: {
      leave(_root, { report, location }) {
        const complain = (message) => report({ message: `states.yaml: ${message}`, location });
        for (const [record, { states, actions }] of Object.entries(vocabulary.states ?? {})) {
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
    },
    Operation({ 'x-actions': actions = {} }) {
      for (const [record, names] of Object.entries(actions))
        for (const name of names) used.add(`${name} of ${record}`);
    },
  };
}
