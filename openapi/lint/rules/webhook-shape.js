/**
 * `x-scope` of a webhook is the scope to read the resource, and the operationId is derived from the name of the event:
 * `onCustomerCreated`.
 */
export function webhookShape(vocabulary) {
  return {
    WebhooksMap: {
      PathItem({ post }, { key, report, location }) {
        const complain = (message) => report({ message, location });
        const expected = operationId(String(key));
        if (!post['x-scope']?.startsWith('read:') || !(post['x-scope'] in (vocabulary.scopes ?? {})))
          complain('The x-scope of a webhook is a read: scope of scopes.yaml.');
        if (post.operationId !== expected) complain(`The operationId of ${key} is ${expected}.`);
      },
    },
  };
}

function operationId(event) {
  return `on${event.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())}`;
}
