/** Lets one loop sleep until somebody has news for it. */
export interface Signal {
  /** Wakes the sleeper, or spares the next sleep when nobody sleeps. */
  raise(): void;
  sleep(milliseconds: number): Promise<void>;
}

export function createSignal(): Signal {
  let raised = false;
  let wakeUp = () => {};
  return {
    raise() {
      raised = true;
      wakeUp();
    },
    async sleep(milliseconds) {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      raised = false;
    },
  };
}
