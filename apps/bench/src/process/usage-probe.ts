// Loaded into a measured server with --import. It answers the bench over the IPC channel, and costs nothing in between.
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
// The bench died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
