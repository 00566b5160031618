import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

/** Directory of the payment provider's stand-in, in the data directory. */
export const standInDirectory = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'stripe');

const addressFile = (settings: Pick<Settings, 'dataDir'>) => join(standInDirectory(settings), 'address');

/** Tells commands the address of the stand-in. Its port changes if the usual one is taken. */
export const storeStandInAddress = (settings: Pick<Settings, 'dataDir'>, url: string) =>
  writeFile(addressFile(settings), url);

/** Address of the payment provider for commands. Undefined: Stripe. */
export async function providerUrl(settings: Settings): Promise<string | undefined> {
  if (settings.stripeUrl !== undefined || settings.production) return settings.stripeUrl;
  return readFile(addressFile(settings), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
