import { WebhookAdministrationError } from '@pv-planning/webhook-delivery';
import { CommanderError } from 'commander';
import { SettingsError } from '../settings.ts';
import { AdministrationError } from './administration-error.ts';

/** Why a command did nothing. */
export interface Failure {
  /** A code for programs. */
  error: string;
  /** For people: what to do. */
  message: string;
  /** 1: refused. 2: the command line is not understood, whatever the database holds. */
  exitCode: 1 | 2;
}

/** What the operator can do about a refusal whose own message does not say it. */
const remedies: Partial<Record<string, string>> = {
  https_required:
    'In development WEBHOOK_ALLOW_TARGETS=127.0.0.0/8 admits local receivers, for this command and the server.',
  blocked_address:
    'In development WEBHOOK_ALLOW_TARGETS=127.0.0.0/8 admits local receivers, for this command and the server.',
  endpoint_not_found: '"webhook list" shows which there are.',
  delivery_in_flight: 'Wait a few seconds and try again.',
};

export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return { error: 'usage', message: usageMessage(error), exitCode: 2 };
  if (error instanceof AdministrationError) return { error: error.code, message: error.message, exitCode: 1 };
  if (error instanceof WebhookAdministrationError) {
    const remedy = remedies[error.code];
    return {
      error: error.code,
      message: remedy ? `${error.message} ${remedy}` : error.message,
      exitCode: 1,
    };
  }
  if (error instanceof SettingsError) return { error: 'settings', message: error.message, exitCode: 1 };
  return { error: 'failed', message: messageOf(error), exitCode: 1 };
}

function usageMessage({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'A command is missing.';
  return message.replace(/^error: /, '').replaceAll('\n', ' ');
}

/** A host with several addresses that all refuse the connection has its reasons inside. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
