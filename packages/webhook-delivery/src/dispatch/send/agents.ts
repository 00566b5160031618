import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';

/** Keep-alive connections and cached TLS sessions. */
export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
  /** The trusted authorities, shared by all connections, because loading them is slow. */
  secureContext: SecureContext;
  /** Closes all connections. */
  destroy(): void;
}

const options = {
  keepAlive: true,
  // Milliseconds after which an idle connection is closed.
  timeout: 15_000,
  scheduling: 'lifo',
  // Per host. With Node's default of 256, an endpoint with more attempts in flight would open a new connection for each attempt
  // beyond 256.
  maxFreeSockets: 1_000,
} as const;

/** `ca`: certificates (PEM) to trust instead of the well-known authorities. */
export function createAgents(ca?: string): Agents {
  const http = new HttpAgent(options);
  // A full handshake costs both sides a millisecond of processor time, a resumed one a fraction.
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
