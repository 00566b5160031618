import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { FilledTemplate, FillJob } from './child/forms/fill-template.ts';
import type { TakeInJob, TakenIn } from './child/forms/take-in-template.ts';
import type { AnyJob, Job, Outcome } from './child/messages.ts';

export interface RendererLimits {
  /** Processor time for a document, which on a busy machine takes longer (Linux only). A child that exceeds it is killed. */
  maxProcessorMs: number;
  /** Wall-clock limit for a document, in case the child hangs. A child that exceeds it is killed. */
  maxRenderMs: number;
  /** A child is replaced after this number of documents, because Typst leaks memory. */
  maxDocuments: number;
  /**
   * A child that exceeds this memory is killed. A child that retains half of it after a document is replaced, so that leaks of
   * earlier documents do not make a later one fail (Linux only).
   */
  maxMemoryMiB: number;
}

export interface Renderer {
  /**
   * Renders a document in a child process. The same job always has the same bytes.
   *
   * @throws {MissingCompilerError} if there is no binary of Typst for this platform
   * @throws {RenderError} if the document cannot be rendered within the limits; the signal's reason if it is aborted
   */
  render(job: Job, signal: AbortSignal): Promise<Buffer>;
  /** Fills the form of a grid operator. Limits and errors are those of `render`. */
  fill(job: FillJob, signal: AbortSignal): Promise<FilledTemplate>;
  /** Checks the form of a grid operator, which may be malicious. Limits and errors are those of `render`. */
  takeIn(job: TakeInJob, signal: AbortSignal): Promise<TakenIn>;
  /** Kills all children. */
  close(): void;
}

export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/** The document needs more processor time or memory than the limits allow: it would fail again. */
export class DocumentTooLargeError extends RenderError {}

export class MissingCompilerError extends Error {
  override readonly name = 'MissingCompilerError';
}

const watchEveryMs = 100;
const lowPriority = 10;

/**
 * Limits for a command with one job. Processor time counts, so that nothing is rejected on a busy machine; the wall-clock limit
 * is a fallback.
 */
export const oneJobLimits: RendererLimits = {
  maxProcessorMs: 10_000,
  maxRenderMs: 120_000,
  maxDocuments: 1,
  maxMemoryMiB: 400,
};

/**
 * Each document is rendered by a separate child, which is then reused. Children end with this process. They receive neither its
 * environment nor its secrets.
 */
export function createRenderer(limits: RendererLimits): Renderer {
  const idle = new Set<Child>();
  const running = new Set<Child>();

  /** An idle child may have ended, for example because the system ran out of memory. */
  function takeIdle(): Child | undefined {
    for (const child of idle) {
      idle.delete(child);
      if (child.process.connected && child.process.signalCode === null) return child;
    }
    return undefined;
  }

  function end(child: Child): void {
    idle.delete(child);
    child.process.kill('SIGKILL');
  }

  /** Runs a job in a child process. The job determines the type of the result. */
  async function run<Result>(job: AnyJob, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const child = takeIdle() ?? startChild();
    running.add(child);
    try {
      const result = await runJob(child, job, { limits, signal });
      const usage = await usageOf(child.process.pid);
      child.processorMs = usage.processorMs;
      if (isReusable(child, usage, limits)) idle.add(child);
      else end(child);
      return result as Result;
    } catch (error) {
      end(child);
      throw error;
    } finally {
      running.delete(child);
    }
  }

  return {
    async render(job, signal) {
      const { buffer, byteOffset, length } = await run<Uint8Array>(job, signal);
      return Buffer.from(buffer, byteOffset, length);
    },
    fill: (job, signal) => run<FilledTemplate>(job, signal),
    takeIn: (job, signal) => run<TakenIn>(job, signal),

    close() {
      for (const child of [...idle, ...running]) end(child);
    },
  };
}

interface Child {
  process: ChildProcess;
  /** Number of rendered documents. */
  documents: number;
  /** Processor time after the last document. */
  processorMs: number;
}

function startChild(): Child {
  const forked = fork(new URL('./child/main.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (forked.pid !== undefined) setPriority(forked.pid, lowPriority);
  // Without a listener, an error between two jobs would end this process.
  forked.on('error', () => undefined);
  return { process: forked, documents: 0, processorMs: 0 };
}

function isReusable(
  { documents, process: { connected } }: Child,
  { memoryMiB }: Usage,
  { maxDocuments, maxMemoryMiB }: RendererLimits,
): boolean {
  return documents < maxDocuments && memoryMiB < maxMemoryMiB / 2 && connected;
}

async function runJob(
  child: Child,
  job: AnyJob,
  { limits, signal }: { limits: RendererLimits; signal: AbortSignal },
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const receive = (outcome: Outcome) => {
    if ('result' in outcome) resolve(outcome.result);
    else if ('missing' in outcome) reject(new MissingCompilerError(outcome.missing));
    else reject(new RenderError(outcome.error));
  };
  const exit = () => reject(new RenderError('The renderer has ended.'));
  const abort = () => reject(signal.reason);
  async function watch(): Promise<void> {
    const { memoryMiB, processorMs } = await usageOf(child.process.pid);
    if (memoryMiB > limits.maxMemoryMiB)
      reject(new DocumentTooLargeError(`The document needs more than ${limits.maxMemoryMiB} MiB.`));
    if (processorMs - child.processorMs > limits.maxProcessorMs)
      reject(
        new DocumentTooLargeError(
          `The document needs more than ${limits.maxProcessorMs} ms of processor time.`,
        ),
      );
  }
  const timeout = () => reject(new RenderError(`The document takes longer than ${limits.maxRenderMs} ms.`));
  const timer = setTimeout(timeout, limits.maxRenderMs);
  const watcher = setInterval(() => void watch(), watchEveryMs);
  signal.addEventListener('abort', abort);
  child.process.on('message', receive).on('exit', exit).on('error', reject);
  // An idle child does not keep this process running.
  child.process.ref();
  child.process.channel?.ref();
  child.process.send(job);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watcher);
    signal.removeEventListener('abort', abort);
    child.process.off('message', receive).off('exit', exit).off('error', reject);
    child.process.unref();
    child.process.channel?.unref();
    child.documents += 1;
  }
}

interface Usage {
  memoryMiB: number;
  processorMs: number;
}

/** The unit of processor times in /proc. */
const tickMs = 10;

/** Returns the resource usage of a process; 0 if the system does not report it. */
async function usageOf(pid: number | undefined): Promise<Usage> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  );
  const memoryKib = /^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1];
  // The name in brackets is followed by ten fields, then by the user time and the system time.
  const [, user, system] = /\) \S(?: -?\d+){10} (\d+) (\d+)/.exec(stat ?? '') ?? [];
  return {
    memoryMiB: Number(memoryKib ?? 0) / 1024,
    processorMs: (Number(user ?? 0) + Number(system ?? 0)) * tickMs,
  };
}
