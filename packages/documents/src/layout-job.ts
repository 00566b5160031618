import type { Job } from './child/messages.ts';
import { loadToPrintable } from './printable-text.ts';

/** Returns the job to render a layout with data, in which all characters can be printed. */
export async function layoutJob(
  layout: Job['layout'],
  data: object,
  { time, files = [] }: { time: string; files?: Job['files'] },
): Promise<Job> {
  const toPrintable = await loadToPrintable();
  return { layout, data: toPrintable(JSON.stringify(data)).text, files, time };
}
