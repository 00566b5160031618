/** Returns the processor time in ms that this process has used since an earlier `process.cpuUsage()`. Unlike elapsed time, it is not affected by other processes. */
export function processorMsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
