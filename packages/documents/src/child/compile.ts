import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Job, Outcome } from './messages.ts';

const font = (name: string) => readFileSync(new URL(`../../fonts/${name}.ttf`, import.meta.url));
const workspace = fileURLToPath(new URL('../../layouts', import.meta.url));

/** @throws if there is no binary of Typst for this platform */
async function createCompiler(): Promise<NodeCompiler> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
  return NodeCompiler.create({
    workspace,
    fontArgs: [{ fontBlobs: [font('Inter-Regular'), font('Inter-SemiBold')] }],
  });
}

const compiler = await createCompiler().catch((error: unknown) => ({ missing: messageOf(error) }));

function compile(compiler: NodeCompiler, { layout, data, files, time }: Job): Uint8Array {
  compiler.resetShadow();
  for (const { name, content } of files) compiler.mapShadow(`${workspace}/${name}`, Buffer.from(content));
  const compiled = compiler.compile({
    mainFilePath: `${workspace}/${layout}.typ`,
    inputs: { data },
    resetRead: true,
  });
  if (!compiled.result) {
    const problems: { message: string }[] = compiled.takeError()?.shortDiagnostics ?? [];
    throw new Error(`${layout}: ${problems.map(({ message }) => message).join(', ')}`);
  }
  const options = { creationTimestamp: Math.floor(Date.parse(time) / 1000) };
  try {
    return compiler.pdf(compiled.result, { ...options, pdfStandard: 'ua-1' });
  } catch {
    // PDF/UA does not allow characters that the font lacks, for example.
    return compiler.pdf(compiled.result, options);
  }
}

function outcomeOf(job: Job): Outcome {
  if ('missing' in compiler) return compiler;
  try {
    return { result: compile(compiler, job) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(outcomeOf(job));
  if (!('missing' in compiler)) compiler.evictCache(10);
});
