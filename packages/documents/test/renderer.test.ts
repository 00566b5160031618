import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createRenderer, type Job, RenderError, type RendererLimits } from '../src/index.ts';

const limits: RendererLimits = {
  maxChildren: 1,
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

test.runIf(process.platform === 'linux')('a document that needs too much memory ends', async () => {
  await withRenderer({ maxMemoryMiB: 400 }, async (render) => {
    const bomb = jobOf(
      '#let many = range(30000000)\n#many.len()\n#for i in range(9000) { many = many + many }',
    );
    await expect(render(bomb)).rejects.toThrow('needs more than 400 MiB');
    expect((await render(page)).subarray(0, 5).toString()).toBe('%PDF-');
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

const script = `
  import { createRenderer } from ${JSON.stringify(fileURLToPath(new URL('../src/index.ts', import.meta.url)))};
  const renderer = createRenderer(${JSON.stringify(limits)});
  await renderer.render(${JSON.stringify({ ...page, files: [] })}, new AbortController().signal).catch(() => {});
  process.stdout.write('rendered');
  process.stdin.resume();
`;

/** Returns the ids of the children of a process. */
async function childrenOf(pid: number): Promise<string[]> {
  const list = spawn('ps', ['-A', '-o', 'ppid=,pid=,args=']);
  const lines = (await list.stdout.toArray()).join('').split('\n');
  return lines.flatMap((line) => {
    const [parent, child] = line.trim().split(/\s+/);
    return parent === String(pid) && child && line.includes('child/main.ts') ? [child] : [];
  });
}

test.each(['SIGTERM', 'SIGKILL'] as const)('no child outlives its process after %s', async (signal) => {
  const service = spawn(process.execPath, ['--conditions=pv-source', '--input-type=module', '-e', script]);
  const { pid = 0 } = service;
  await once(service.stdout, 'data');
  // A document that failed has ended its child.
  const children = await childrenOf(pid);
  service.kill(signal);
  await once(service, 'exit');
  await expect.poll(() => children.filter(isAlive)).toEqual([]);
});

function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
