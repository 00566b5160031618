import type Stripe from 'stripe';

/** Returns a client of the provider with a key of an account there. */
export type StripeClients = (apiKey: string) => Promise<Stripe>;

const timeoutMs = 8_000;

const maxClients = 1_000;

/** Address of a stand-in that gets the requests. */
function addressOf(stripeUrl: string | undefined): Stripe.StripeConfig {
  if (stripeUrl === undefined) return {};
  const { protocol, hostname: host, port } = new URL(stripeUrl);
  const name = protocol === 'http:' ? 'http' : 'https';
  return { protocol: name, host, port: port || (name === 'http' ? 80 : 443) };
}

/** Loads the SDK, which takes a third of a second. */
export const loadStripe = async () => (await import('stripe')).default;

/** @param stripeUrl the address of a stand-in of the provider */
export function stripeClients(stripeUrl?: string): StripeClients {
  const clients = new Map<string, Promise<Stripe>>();

  async function create(apiKey: string): Promise<Stripe> {
    const Sdk = await loadStripe();
    return new Sdk(apiKey, {
      ...addressOf(stripeUrl),
      timeout: timeoutMs,
      // Callers repeat requests; the SDK would exceed the time limits of theirs.
      maxNetworkRetries: 0,
      telemetry: false,
    });
  }

  return (apiKey) => {
    const known = clients.get(apiKey);
    if (known) return known;
    if (clients.size >= maxClients) clients.clear();
    const created = create(apiKey);
    clients.set(apiKey, created);
    created.catch(() => clients.delete(apiKey));
    return created;
  };
}
