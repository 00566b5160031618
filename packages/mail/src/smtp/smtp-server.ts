/** A server that accepts mails. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `tls` from the first byte, `starttls` required before the login, `none` only on loopback addresses. */
  security: 'tls' | 'starttls' | 'none';
  login: { user: string; pass: string } | undefined;
}

const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const ports: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** Parses `smtp://user:password@host:port` (STARTTLS) or `smtps://…` (TLS). Returns undefined for any other text. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  const defaultPort = ports[url?.protocol ?? ''];
  if (!url || defaultPort === undefined || url.hostname === '') return undefined;
  if (!['', '/'].includes(url.pathname) || /[?#]/.test(text)) return undefined;
  const isUnencrypted = url.protocol === 'smtp:' && loopbackHost.test(url.hostname);
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? defaultPort : Number(url.port),
      security: url.protocol === 'smtps:' ? 'tls' : isUnencrypted ? 'none' : 'starttls',
      login:
        url.username === ''
          ? undefined
          : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    };
  } catch {
    return undefined;
  }
}
