import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventExamplesOf, type OpenApiDocument } from '@pv-planning/contract/document';
import type { WebhookEventDraft } from '@pv-planning/webhooks';
import { signingSecret } from '../configuration.ts';
import { deliver, howToVerify, receiverUrl } from '../deliver.ts';
import { UsageError } from '../failure.ts';
import { tell } from '../output.ts';
import { suggestion } from '../suggestion.ts';

interface TriggerOptions {
  forwardTo: string;
  secret?: string;
  json: boolean;
}

function readDocument(): OpenApiDocument {
  const file = fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json'));
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Sends the examples of the event in the contract, signed. Returns whether the receiver accepted all of them. */
export async function trigger(type: string, options: TriggerOptions): Promise<boolean> {
  const receiver = { to: receiverUrl(options.forwardTo), secret: signingSecret(options.secret) };
  const examples = eventExamplesOf(readDocument());
  const chosen = examples.filter((example) => example.type === type);
  const types = [...new Set(examples.map((example) => example.type))];
  if (chosen.length === 0) {
    throw new UsageError(
      `There is no event "${type}".${suggestion(type, types) || ` Events: ${types.join(', ')}.`}`,
    );
  }
  if (!options.json) process.stdout.write(`${howToVerify(receiver.secret)}\n`);
  let allAccepted = true;
  for (const { summary, data } of chosen) {
    const { accepted, answer } = await deliver({ type, data } as WebhookEventDraft, receiver);
    tell(`${type} (${summary}) → ${answer}`, { type, data, accepted, answer }, options.json);
    allAccepted &&= accepted;
  }
  return allAccepted;
}
