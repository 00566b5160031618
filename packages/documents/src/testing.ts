import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of a PDF, with single spaces. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

/** Returns the ids of the children of a process that render documents. */
export async function renderersOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,pid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [parent, child] = line.trim().split(/\s+/);
    return Number(parent) === pid && line.includes('documents/src/child/main.ts') ? [Number(child)] : [];
  });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** An option of Node with which no compiler is found, as on a platform for which it has no binary. */
export const withoutCompiler = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    if (name.startsWith('@myriaddreamin/')) throw new Error('no binary');
    return next(name, context);
  } });
`)}`;
