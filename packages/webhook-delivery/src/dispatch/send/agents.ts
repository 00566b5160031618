import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Connections kept to receivers, and what is known of their TLS sessions. */
export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
  /** Certificates to trust instead of the well-known authorities. */
  ca?: string | undefined;
  /** Closes all connections. */
  destroy(): void;
}

const options = {
  keepAlive: true,
  // Milliseconds after which an idle connection is closed.
  timeout: 15_000,
  scheduling: 'lifo',
} as const;

export function createAgents(ca?: string): Agents {
  const http = new HttpAgent(options);
  // A full handshake costs a millisecond of both processors, a resumed one a fraction.
  const https = new HttpsAgent({ ...options, maxCachedSessions: 2_000 });
  return {
    http,
    https,
    ca,
    destroy() {
      http.destroy();
      https.destroy();
    },
  };
}
