import { startNode } from '../process/node-process.ts';

/** Requests without a key, one a second over each connection. */
export interface Flood {
  url: string;
  /** One for each connection, which has a network address of its own. */
  paths: readonly string[];
}

export type FloodCommand = Flood | { stop: true };

/**
 * Starts the flood in a process of its own.
 *
 * @returns a function that stops it and returns the number of responses by status
 */
export async function startFlood(flood: Flood): Promise<() => Promise<Record<string, number>>> {
  const script = new URL('flood-generator.ts', import.meta.url);
  const generator = await startNode({ script, core: 'others' });
  await generator.ask(flood);
  return async () => {
    const statuses = (await generator.ask({ stop: true })) as Record<string, number>;
    await generator.stop();
    return statuses;
  };
}
