import { resolved } from '../resolved.js';

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * A webhook is a POST without security and with the signature headers. `type` of its body is the name of the event, `x-scope`
 * is the scope to read the resource, and the operationId is derived from the name of the event: `onCustomerCreated`.
 */
export function webhookShape(vocabulary) {
  return {
    WebhooksMap: {
      PathItem(pathItem, ctx) {
        const complain = (message) => ctx.report({ message, location: ctx.location });
        const { post } = pathItem;
        if (post === undefined) return complain('A webhook is a POST.');
        const event = String(ctx.key);
        const body = resolved(post.requestBody?.content?.['application/json']?.schema, ctx);
        const headers = (post.parameters ?? []).map((parameter) => resolved(parameter, ctx).name);
        if (post.security?.length !== 0) complain('A webhook has no security.');
        if (!post['x-scope']?.startsWith('read:') || !(post['x-scope'] in (vocabulary.scopes ?? {}))) {
          complain('The x-scope of a webhook is a read: scope of scopes.yaml.');
        }
        if (post.operationId !== operationId(event))
          complain(`The operationId of ${event} is ${operationId(event)}.`);
        if (body?.properties?.type?.const !== event) complain(`The type of the body is the const ${event}.`);
        for (const name of signatureHeaders.filter((header) => !headers.includes(header))) {
          complain(`A webhook has the header parameter ${name}.`);
        }
      },
    },
  };
}

function operationId(event) {
  return `on${event.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())}`;
}
