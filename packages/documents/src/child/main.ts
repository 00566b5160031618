import { Worker } from 'node:worker_threads';
import type { Job, Outcome } from './messages.ts';

const maxHeapMiB = 256;

// Typst occupies its thread for as long as it compiles. This one notices meanwhile that the parent process has ended.
const compiler = new Worker(new URL('./compile.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
});
compiler.on('message', (outcome: Outcome) => process.send?.(outcome));
process.on('message', (job: Job) => compiler.postMessage(job));

// `process.exit()` would wait for the compiler.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
