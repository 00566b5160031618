import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';

/** Connections kept to receivers, and what is known of their TLS sessions. */
export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
  /** The trusted authorities, shared by all connections: loading them for each one is slow. */
  secureContext: SecureContext;
  /** Closes all connections. */
  destroy(): void;
}

const options = {
  keepAlive: true,
  // Milliseconds after which an idle connection is closed.
  timeout: 15_000,
  scheduling: 'lifo',
  // Of a host. Beyond Node's 256, an endpoint that is sent more at once would get a new connection for each.
  maxFreeSockets: 1_000,
} as const;

/** `ca`: certificates (PEM) to trust instead of the well-known authorities. */
export function createAgents(ca?: string): Agents {
  const http = new HttpAgent(options);
  // A full handshake costs a millisecond of both processors, a resumed one a fraction.
  const https = new HttpsAgent({ ...options, maxCachedSessions: 2_000 });
  return {
    http,
    https,
    secureContext: createSecureContext({ ca }),
    destroy() {
      http.destroy();
      https.destroy();
    },
  };
}
