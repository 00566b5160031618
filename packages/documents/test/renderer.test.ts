import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createRenderer, type Job, RenderError, type RendererLimits } from '../src/index.ts';
import { isAlive, renderersOf, withoutCompiler } from '../src/testing.ts';

const limits: RendererLimits = {
  maxProcessorMs: 60_000,
  maxRenderMs: 60_000,
  maxDocuments: 500,
  maxMemoryMiB: 1_000,
};

/** A document with this source as its layout. */
function jobOf(source: string): Job {
  const files = [{ name: 'tried.typ', content: Buffer.from(source) }];
  return { layout: 'tried', data: '{}', files, time: '2026-03-01T10:00:00.000Z' };
}

const page = jobOf('Seite');
const endless = jobOf('#for i in range(10000) { for j in range(10000) { let root = calc.sqrt(j) } }');

async function withRenderer(
  changed: Partial<RendererLimits>,
  work: (render: (job: Job, signal?: AbortSignal) => Promise<Buffer>) => Promise<void>,
): Promise<void> {
  const renderer = createRenderer({ ...limits, ...changed });
  try {
    await work((job, signal = new AbortController().signal) => renderer.render(job, signal));
  } finally {
    renderer.close();
  }
}

test('a document that takes too long ends, and those that wait for it follow', async () => {
  await withRenderer({ maxRenderMs: 1_500 }, async (render) => {
    const results = await Promise.allSettled([render(endless), render(page), render(page)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(results[0]).toMatchObject({ reason: { message: 'The document takes longer than 1500 ms.' } });
  });
});

test.runIf(process.platform === 'linux')(
  'the limit counts what a document makes the processor work, not how long it takes',
  async () => {
    const maxProcessorMs = 2_500;
    await withRenderer({ maxProcessorMs, maxRenderMs: 170_000 }, async (render) => {
      await expect(render(endless)).rejects.toThrow('needs more than 2500 ms of processor time');
      await render(page);
      const [child = 0] = await renderersOf(process.pid);
      process.kill(child, 'SIGSTOP');
      const stoppedAt = performance.now();
      const result = render(page);
      const passedMs = () => performance.now() - stoppedAt;
      await expect.poll(passedMs, { timeout: 60_000 }).toBeGreaterThan(maxProcessorMs);
      process.kill(child, 'SIGCONT');
      expect((await result).subarray(0, 5).toString()).toBe('%PDF-');
    });
  },
);

test.runIf(process.platform === 'linux')('a document that needs too much memory ends', async () => {
  await withRenderer({ maxMemoryMiB: 400 }, async (render) => {
    const bomb = jobOf(
      '#let many = range(30000000)\n#many.len()\n#for i in range(9000) { many = many + many }',
    );
    await expect(render(bomb)).rejects.toThrow('needs more than 400 MiB');
    expect((await render(page)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test.runIf(process.platform === 'linux')('a child that keeps much memory is replaced', async () => {
  await withRenderer({ maxMemoryMiB: 150 }, async (render) => {
    await render(page);
    await expect.poll(() => renderersOf(process.pid)).toEqual([]);
  });
});

test('a document that is no longer wanted ends, also while it waits', async () => {
  await withRenderer({}, async (render) => {
    const [running, waiting] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([render(endless, running.signal), render(page, waiting.signal)]);
    waiting.abort('not waiting');
    running.abort('gone');
    expect((await outcomes).map((outcome) => Reflect.get(outcome, 'reason'))).toEqual([
      'gone',
      'not waiting',
    ]);
    await render(page);
  });
});

test('a layout with an error fails without ending the renderer, which replaces its children', async () => {
  await withRenderer({ maxDocuments: 2 }, async (render) => {
    await expect(render(jobOf('#missing'))).rejects.toThrow('unknown variable: missing');
    await expect(render(jobOf('#read("/etc/passwd")'))).rejects.toThrow(RenderError);
    const [one, ...others] = await Promise.all(Array.from({ length: 5 }, () => render(page)));
    expect(others.every((other) => one?.equals(other))).toBe(true);
  });
});

test('a child process that has ended between two documents is replaced', async () => {
  await withRenderer({}, async (render) => {
    await render(page);
    const [child = 0] = await renderersOf(process.pid);
    process.kill(child, 'SIGKILL');
    await expect.poll(() => isAlive(child)).toBe(false);
    await render(page);
  });
});

test('without a compiler for the platform, the renderer says so', async () => {
  const child = fork(new URL('../src/child/main.ts', import.meta.url), { execArgv: [withoutCompiler] });
  child.send(page);
  const [outcome] = await once(child, 'message');
  expect(outcome).toEqual({ missing: 'no binary' });
  child.kill();
});

/** Renders documents one after the other. */
const scriptOf = (...jobs: Job[]) => `
  import { createRenderer } from ${JSON.stringify(fileURLToPath(new URL('../src/index.ts', import.meta.url)))};
  const renderer = createRenderer(${JSON.stringify(limits)});
  for (const { files, ...job } of ${JSON.stringify(jobs)}) {
    const contents = files.map(({ name, content }) => ({ name, content: Buffer.from(content) }));
    await renderer.render({ ...job, files: contents }, new AbortController().signal);
    process.stdout.write('rendered');
  }
  process.stdin.resume();
`;

/** Starts a process that renders these documents. Returns it with its child once the first document is rendered. */
async function startService(...jobs: Job[]): Promise<{ service: ChildProcess; child: number }> {
  const code = ['--conditions=pv-source', '--input-type=module', '-e', scriptOf(...jobs)];
  const service = spawn(process.execPath, code);
  await once(service.stdout, 'data');
  const [child = 0] = await renderersOf(Number(service.pid));
  return { service, child };
}

test.each(['SIGTERM', 'SIGKILL'] as const)('no child outlives its process after %s', async (signal) => {
  const { service, child } = await startService(page);
  expect(isAlive(child)).toBe(true);
  service.kill(signal);
  await expect.poll(() => isAlive(child)).toBe(false);
});

/** Returns the processor time of a process in units of 10 ms (Linux only). */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
  return Number(fields[12]);
}

test.runIf(process.platform === 'linux')('no child outlives its process while it compiles', async () => {
  const { service, child } = await startService(page, endless);
  const before = await processorTime(child);
  await expect.poll(async () => (await processorTime(child)) - before).toBeGreaterThan(20);
  service.kill('SIGKILL');
  await expect.poll(() => isAlive(child)).toBe(false);
});
