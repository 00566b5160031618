import { createDemoCompany, type DemoCompany } from './demo-company.ts';
import { serviceLog } from './log.ts';
import { startService } from './service.ts';
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
  process.stderr.write(`${error instanceof SettingsError ? message : ((error as Error).stack ?? message)}\n`);
  process.exit(1);
}

function greeting(url: string, demo: DemoCompany | undefined): string {
  const lines = [`ready ${url}`, `reference: ${url}/docs/`];
  if (demo) {
    lines.push(
      `demo company ${demo.companyId}, API key (shown once): ${demo.apiKey}`,
      `try: curl -s -H 'Authorization: Bearer ${demo.apiKey}' ${url}/v1/company`,
    );
  }
  return `${lines.join('\n')}\n`;
}

try {
  const settings = readSettings(process.env);
  const service = await startService(settings, serviceLog(settings));
  onStopSignal(service.close);
  const demo = settings.production ? undefined : await createDemoCompany(service.database);
  process.stdout.write(greeting(service.url, demo));
  await service.warmUp();
} catch (error) {
  fail(error);
}
