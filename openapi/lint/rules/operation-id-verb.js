/** Allowed first verbs of an operationId, per method. Add the verb of a POST that is an action (publish, accept) here. */
const verbs = {
  get: ['list', 'get'],
  post: [
    'create',
    'import',
    'publish',
    'accept',
    'decline',
    'plan',
    'check',
    'convert',
    'duplicate',
    'withdraw',
    'upsert',
    'reschedule',
    'reassign',
    'cancel',
    'complete',
    'settle',
    'mark',
    'submit',
    'generate',
    'receive',
    'confirm',
  ],
  patch: ['update'],
  delete: ['delete'],
};

/** An operationId is a verb that fits the method, followed by a noun. */
export function operationIdVerb() {
  return {
    Paths: {
      PathItem: {
        Operation(operation, { report, location, key: method }) {
          const allowed = verbs[method] ?? [];
          const verb = /^([a-z]+)[A-Z]/.exec(operation.operationId ?? '')?.[1];
          if (verb !== undefined && allowed.includes(verb)) return;
          const expected =
            allowed.length > 0 ? `begin with ${allowed.join(' or ')}` : 'not exist: the method is not used';
          const remedy =
            method === 'post' ? ' Add a new verb in openapi/lint/rules/operation-id-verb.js.' : '';
          report({
            message: `The operationId of a ${method.toUpperCase()} should ${expected}.${remedy}`,
            location: location.child('operationId'),
          });
        },
      },
    },
  };
}
