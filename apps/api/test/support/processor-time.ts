/** Returns the processor time in ms that this process has used since a `process.cpuUsage()`. Other processes do not add to it. */
export function processorMsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
