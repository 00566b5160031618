import { parseArgs } from 'node:util';
import { type SignatureMode, signatureModes, signedRequest } from '@pv-planning/webhooks';
import { deliver, type ReceiverResponse, UnreachableError } from './deliver.ts';
import { eventTypes, type SampleEvent, sampleEvents } from './sample-events.ts';

export const eventsUsage = `npm run mock -- events --to <URL> --secret whsec_… [--type <event>]… [--mode ${signatureModes.join('|')}]

Sends signed sample events to a receiver: those named by --type, else all.
--mode sets the encodings of the signature; "both" is what the service sends.

Events: ${eventTypes.join(', ')}
`;

/** The command line is invalid. The message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Settings {
  to: URL;
  secret: string;
  types: readonly string[];
  mode: SignatureMode;
}

/**
 * Sends the sample events one by one and prints each with its response. Stops if the receiver is unreachable. Returns the exit
 * code: 0 if every response was 2xx, otherwise 1.
 *
 * @throws {UsageError}
 */
export async function eventsCommand(commandLine: string[], print: (text: string) => void): Promise<number> {
  const { to, secret, types, mode } = settingsOf(commandLine);
  const responses: ReceiverResponse[] = [];
  try {
    for (const sample of sampleEvents(types)) {
      responses.push(await send(sample, { to, secret, mode }, print));
    }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    print(error.message);
    return 1;
  }
  const confirmed = responses.filter(({ status }) => status >= 200 && status < 300).length;
  print(`${confirmed} of ${responses.length} confirmed`);
  return confirmed === responses.length ? 0 : 1;
}

async function send(
  { summary, event }: SampleEvent,
  { to, secret, mode }: Pick<Settings, 'to' | 'secret' | 'mode'>,
  print: (text: string) => void,
): Promise<ReceiverResponse> {
  const request = signed(event, secret, mode);
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  print([`# ${event.type}: ${summary}`, `POST ${to.href}`, ...headers, '', request.body].join('\n'));
  const response = await deliver(to, request);
  print(
    `→ ${response.status} ${response.statusText} in ${response.milliseconds} ms${response.body && `\n${response.body}`}\n`,
  );
  return response;
}

function signed(event: SampleEvent['event'], secret: string, mode: SignatureMode) {
  try {
    return signedRequest({ secret, event, mode });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function settingsOf(commandLine: string[]): Settings {
  const { to, secret, type: types = eventTypes, mode = 'both' } = optionsOf(commandLine);
  if (to === undefined) throw new UsageError('--to is required: the URL of your receiver.');
  if (secret === undefined) throw new UsageError('--secret is required: the signing secret, whsec_….');
  const unknown = types.filter((type) => !eventTypes.includes(type));
  if (unknown.length > 0) {
    throw new UsageError(`Unknown event: ${unknown.join(', ')}. The contract has ${eventTypes.join(', ')}.`);
  }
  const known = signatureModes.find((one) => one === mode);
  if (known === undefined) throw new UsageError(`--mode must be one of ${signatureModes.join(', ')}.`);
  return { to: httpUrl(to), secret, types, mode: known };
}

function optionsOf(commandLine: string[]) {
  try {
    return parseArgs({
      args: commandLine,
      options: {
        to: { type: 'string' },
        secret: { type: 'string' },
        type: { type: 'string', multiple: true },
        mode: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function httpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`--to must start with http:// or https://, but is "${text}".`);
}
