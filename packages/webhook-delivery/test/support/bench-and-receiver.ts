import { afterAll, afterEach } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/** For the tests of a file. Each begins with nothing queued and nothing received; after the last one both are closed. */
export async function benchAndReceiver(
  options?: WorkbenchOptions,
): Promise<{ bench: Workbench; receiver: Receiver }> {
  const bench = await openWorkbench(options);
  const receiver = await startReceiver();
  afterEach(async () => {
    receiver.reset();
    const forgotten = bench.reset();
    // No delivery is claimed any more. Unanswered requests end now instead of at their timeout.
    receiver.hangUp();
    await forgotten;
    receiver.reset();
  });
  afterAll(async () => {
    await bench.close();
    await receiver.close();
  });
  return { bench, receiver };
}
