import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Job, Outcome } from './messages.ts';

const font = (name: string) => readFileSync(new URL(`../../fonts/${name}.ttf`, import.meta.url));
const workspace = fileURLToPath(new URL('../../layouts', import.meta.url));

const compiler = NodeCompiler.create({
  workspace,
  fontArgs: [{ fontBlobs: [font('Inter-Regular'), font('Inter-SemiBold')] }],
});

function render({ layout, data, files, time }: Job): Uint8Array {
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
  return compiler.pdf(compiled.result, { creationTimestamp: Math.floor(Date.parse(time) / 1000) });
}

function outcomeOf(job: Job): Outcome {
  try {
    return { pdf: render(job) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (job: Job) => {
  process.send?.(outcomeOf(job));
  compiler.evictCache(10);
});

// The process that forked this one has ended, however it ended.
process.on('disconnect', () => process.exit());
