import { errors } from '@pv-planning/contract';
import { MailError, SendError } from '@pv-planning/mail';
import { errorBody, isApiError } from '@pv-planning/server-kit';
import { WebhookAdministrationError } from '@pv-planning/webhook-delivery';
import { CommanderError } from 'commander';
import { AdministrationError } from '../../company/administration-error.ts';
import { reasonOf } from '../../kernel/settings/reason.ts';
import { SettingsError } from '../../kernel/settings/settings.ts';

/** The failure of a command. */
export interface Failure {
  /** Machine-readable code. */
  error: string;
  /** For the operator, with a remedy if there is one. */
  message: string;
  /** 2 for an invalid command line, otherwise 1. */
  exitCode: 1 | 2;
}

const allowTargets =
  'In development, WEBHOOK_ALLOW_TARGETS allows networks such as 127.0.0.0/8 or ::1/128, even over http. Set it for this command and for the server.';

/** Remedies for the operator, by the code of the error. */
const remedies: Partial<Record<string, string>> = {
  https_required: allowTargets,
  blocked_address: allowTargets,
  already_refunded: 'To refund the same amount once more, add --again.',
  company_not_found: '"company list" shows the companies.',
  site_not_found: '"site list" shows its sites.',
  default_site_required: '"site list" shows the sites; {"isDefault":true} makes one the default.',
  booking_type_not_found: '"booking-type list" shows the booking types.',
  booking_type_exists: '"booking-type update" changes it.',
  form_not_found: '"grid-operator list-forms" shows the forms.',
  grid_operator_not_found: '"grid-operator list" shows the grid operators.',
  contractor_not_found: '"contractor list" shows the contractors.',
  absence_not_found: '"absence list" shows the absences.',
  payment_account_not_found: '"payment set" sets an account.',
  mail_not_found: '"mail list" shows the mails.',
  member_not_found: '"member list" shows the members.',
  key_not_found: '"key list" shows the keys.',
  endpoint_not_found: '"webhook list" shows the endpoints.',
  delivery_not_found: '"delivery list" shows the deliveries.',
  delivery_in_flight: 'Wait a few seconds and try again.',
};

export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return { error: 'usage', message: usageMessage(error), exitCode: 2 };
  if (error instanceof AdministrationError || error instanceof WebhookAdministrationError) {
    const { code, message } = error;
    const remedy = remedies[code];
    return { error: code, message: remedy ? `${message} ${remedy}` : message, exitCode: 1 };
  }
  if (isApiError(error) && error.code in errors) {
    const { error: code, message } = errorBody(errors[error.code as keyof typeof errors], error);
    return { error: code, message, exitCode: 1 };
  }
  if (error instanceof SendError || error instanceof MailError)
    return { error: 'mail_not_sent', message: `The message was not sent: ${error.message}`, exitCode: 1 };
  if (error instanceof SettingsError) return { error: 'settings', message: error.message, exitCode: 1 };
  return { error: 'failed', message: reasonOf(error), exitCode: 1 };
}

function usageMessage({ code, message }: CommanderError): string {
  const problem = code === 'commander.help' ? 'A command is missing.' : sentence(message);
  return `${problem} Add --help for usage.`;
}

/** Converts "error: unknown command 'kye'\n(Did you mean key?)" to a sentence. */
function sentence(message: string): string {
  const text = message.replace(/^error: /, '').replaceAll('\n', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.)]$/.test(text) ? '' : '.'}`;
}
