/** What tests and benchmarks of delivery share. */
export { createAgents } from './dispatch/send/agents.ts';
export { type Certificate, receiverCertificate, selfSigned } from './testing/certificate.ts';
export { loopback, secretKey } from './testing/loopback.ts';
export {
  type WorkerOptions,
  type WorkerOrder,
  type WorkerReport,
  workerScript,
} from './testing/worker-orders.ts';
