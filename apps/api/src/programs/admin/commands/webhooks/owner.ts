import { type DeliveryId, type EndpointId, WebhookAdministrationError } from '@pv-planning/webhook-delivery';
import type { Command } from 'commander';
import type { Session } from '../../session.ts';

/** The `--company` option of all commands that take an endpoint or a delivery. */
export const companyGuard = [
  '--company <id>',
  'fail unless the endpoint or delivery belongs to this company',
] as const;

/** Adds a command whose argument is the id of an endpoint. */
export function onEndpoint(webhook: Command, name: string, description: string): Command {
  return webhook
    .command(name)
    .description(description)
    .argument('<id>', 'id of the endpoint, see "webhook list"')
    .option(...companyGuard);
}

/** Finds the company of an endpoint. @param companyId if given, must be the company of the endpoint */
export async function ownedEndpoint(
  { endpoints }: Session,
  endpointId: string,
  companyId: string | undefined,
): Promise<EndpointId> {
  const owner = await endpoints.companyOf(endpointId);
  if (owner !== undefined && (companyId ?? owner) === owner) return { companyId: owner, endpointId };
  throw new WebhookAdministrationError('endpoint_not_found', `There is no endpoint ${endpointId}.`);
}

/** Finds the company of a delivery. @param companyId if given, must be the company of the delivery */
export async function ownedDelivery(
  { deliveries }: Session,
  deliveryId: string,
  companyId: string | undefined,
): Promise<DeliveryId> {
  const owner = await deliveries.companyOf(deliveryId);
  if (owner !== undefined && (companyId ?? owner) === owner) return { companyId: owner, deliveryId };
  throw new WebhookAdministrationError('delivery_not_found', `There is no delivery ${deliveryId}.`);
}
