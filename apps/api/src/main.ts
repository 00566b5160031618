import { createDemoCompany, type DemoCompany } from './demo-company.ts';
import { serviceLog } from './log.ts';
import { readRole, UsageError } from './role.ts';
import { type Service, startService } from './service.ts';
import { readSettings, SettingsError } from './settings.ts';

/** Stops the service once; a second signal ends the process at once. */
function onStopSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
}

function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const isForOperator = error instanceof SettingsError || error instanceof UsageError;
  process.stderr.write(`${isForOperator ? message : ((error as Error).stack ?? message)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

function greeting({ url, metricsUrl }: Service, demo: DemoCompany | undefined): string {
  const lines = url ? [`ready ${url}`, `reference: ${url}/docs/`] : ['ready: sending webhooks'];
  if (metricsUrl) lines.push(`metrics: ${metricsUrl}/metrics`);
  if (demo) {
    lines.push(
      `demo company ${demo.companyId}, API key (shown once): ${demo.apiKey}`,
      `try: curl -s -H 'Authorization: Bearer ${demo.apiKey}' ${url}/v1/company`,
    );
  }
  return `${lines.join('\n')}\n`;
}

try {
  const role = readRole(process.argv.slice(2));
  const settings = readSettings(process.env);
  const service = await startService(settings, serviceLog(settings), role);
  onStopSignal(service.close);
  const wantsDemo = role !== 'dispatcher' && !settings.production;
  const demo = wantsDemo ? await createDemoCompany(service.database) : undefined;
  process.stdout.write(greeting(service, demo));
  await service.warmUp();
} catch (error) {
  fail(error);
}
