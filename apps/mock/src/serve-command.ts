import { operations } from '@pv-planning/contract';

const defaultPort = 4010;

export const serveUsage = `npm run mock

Serves the contract from its examples at http://127.0.0.1:${defaultPort}; set PORT and HOST to change this.
Any API key is accepted. The header Prefer of a request selects the response: example=NAME, code=404, dynamic=true
`;

/** Serves the mock until the process is terminated. Returns 1 if it cannot listen. */
export async function serveCommand(print: (text: string) => void): Promise<number | undefined> {
  const host = process.env.HOST || '127.0.0.1';
  const port = Number(process.env.PORT || defaultPort);
  // Loaded here because Prism loads slowly and the events command does not need it.
  const { startMock } = await import('./mock-server.ts');
  try {
    const mock = await startMock({ host, port, log: print });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => mock.close().then(() => process.exit(0)));
    }
    print(`ready ${mock.address}\n\n${greeting(mock.address)}\n`);
    return undefined;
  } catch (error) {
    print(`The mock cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

/** Returns a curl command for the first list operation of the contract. */
function greeting(address: string): string {
  const path = Object.values(operations).find((one) => one.sortable.length > 0)?.path ?? '/';
  return `  curl -H 'Authorization: Bearer pvp_live_anything' '${address}${path}'`;
}
