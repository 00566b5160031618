import { afterAll, afterEach } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/** A workbench and a receiver for the tests of a file. Both are reset before each test and closed after the last. */
export async function benchAndReceiver(
  options?: WorkbenchOptions,
): Promise<{ bench: Workbench; receiver: Receiver }> {
  const bench = await openWorkbench(options);
  const receiver = await startReceiver();
  afterEach(async () => {
    receiver.reset();
    const forgotten = bench.reset();
    // Nothing is claimed any more. Pending requests end now instead of at their timeout.
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
