import type { DeliveryId, EndpointId } from '@pv-planning/webhook-delivery';
import type { Command } from 'commander';
import { AdministrationError } from '../../company/administration-error.ts';
import type { Session } from '../session.ts';

/** Help of the option that every command on one endpoint or delivery has. */
export const companyGuard = ['--company <id>', 'refuse unless it belongs to this company'] as const;

/** A command on one endpoint, whose id is its argument. */
export function onEndpoint(webhook: Command, name: string, description: string): Command {
  return webhook
    .command(name)
    .description(description)
    .argument('<id>', 'the id of the endpoint, as "webhook list" shows it')
    .option(...companyGuard);
}

/** The endpoint with its company, which its id alone tells. @param companyId refused when it is another */
export async function ownedEndpoint(
  { endpoints }: Session,
  endpointId: string,
  companyId: string | undefined,
): Promise<EndpointId> {
  const owner = await endpoints.companyOf(endpointId);
  if (owner !== undefined && (companyId ?? owner) === owner) return { companyId: owner, endpointId };
  throw new AdministrationError(
    'endpoint_not_found',
    `There is no endpoint ${endpointId}; "webhook list" shows which there are.`,
  );
}

/** The same for a delivery. */
export async function ownedDelivery(
  { deliveries }: Session,
  deliveryId: string,
  companyId: string | undefined,
): Promise<DeliveryId> {
  const owner = await deliveries.companyOf(deliveryId);
  if (owner !== undefined && (companyId ?? owner) === owner) return { companyId: owner, deliveryId };
  throw new AdministrationError(
    'delivery_not_found',
    `There is no delivery ${deliveryId}; "delivery list" shows which there are.`,
  );
}
