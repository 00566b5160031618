// Loaded into a measured server with --import. Reports its usage over the IPC channel; has no cost between messages.
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
// The parent process has died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
