// Loaded into a measured server with --import. Returns its usage over the IPC channel; costs nothing in between.
import type { Usage } from './node-process.ts';

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    peakResidentBytes: process.resourceUsage().maxRSS * 1024,
  };
  process.send?.(usage);
});
// The bench has died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
