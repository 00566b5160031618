/** A mail was not sent. */
export class SendError extends Error {
  override readonly name = 'SendError';
  /** Whether the server has rejected this mail permanently. After any other error, it can be sent again. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

interface SmtpFailure {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** The commands with the recipient and the mail. A rejected login or sender concerns the settings, not the mail. */
const aboutMail: readonly (string | undefined)[] = ['RCPT TO', 'DATA'];

const maxReason = 500;

/** Converts an error of nodemailer. 5xx is final; 4xx and errors of the connection are not. */
export function sendErrorOf(error: unknown): SendError {
  const { code, responseCode = 0, command } = error as SmtpFailure;
  const reason = error instanceof Error ? error.message : String(error);
  const message = [code, reason].filter((part) => part).join(': ');
  const isFinal = responseCode >= 500 && aboutMail.includes(command);
  return new SendError(message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxReason), { isFinal, cause: error });
}
