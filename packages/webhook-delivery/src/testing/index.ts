/** Shared by tests and benchmarks. */
export { createAgents } from '../dispatch/send/agents.ts';
export { type Certificate, receiverCertificate, selfSigned } from './certificate.ts';
export { loopback, secretKey } from './loopback.ts';
export {
  type WorkerOptions,
  type WorkerOrder,
  type WorkerReport,
  workerScript,
} from './worker-orders.ts';
