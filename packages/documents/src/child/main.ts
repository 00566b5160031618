import { Worker } from 'node:worker_threads';
import type { AnyJob, Outcome } from './messages.ts';

const maxHeapMiB = 256;

function startThread(program: string): Worker {
  const thread = new Worker(new URL(program, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  });
  return thread.on('message', (outcome: Outcome) => process.send?.(outcome));
}

// The work blocks its own thread. This thread detects the end of the parent process.
let compiler: Worker | undefined;
let forms: Worker | undefined;
process.on('message', (job: AnyJob) => {
  if ('layout' in job) {
    compiler ??= startThread('./compile.ts');
    compiler.postMessage(job);
  } else {
    forms ??= startThread('./fill-forms.ts');
    forms.postMessage(job);
  }
});

// `process.exit()` would wait for the threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
