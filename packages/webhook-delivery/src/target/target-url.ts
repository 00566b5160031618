import { RejectedTargetError } from './target-error.ts';

const maxUrlLength = 2048;

/** Names that resolve only within a private network. */
const internalName =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa)$/;

/** Well-known ports of other protocols, to which a signed request must not be sent. */
const otherProtocols = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512,
  513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1080,
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3268, 3269, 3306, 3389, 3659, 4045,
  4190, 5060, 5061, 5432, 5672, 5900, 5984, 6000, 6379, 6432, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  7000, 7001, 9042, 9092, 9160, 9200, 9300, 10080, 10250, 11211, 27017, 27018, 27019, 50070,
]);

/** Whether the name is within the limits of DNS (RFC 1035, 2.3.4). Also true for all IP addresses. */
function isHostName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => label.length >= 1 && label.length <= 63);
}

/** Parses an http(s) URL without credentials. Removes the fragment, and a trailing dot of the host name. Throws `invalid_url`. */
export function parseTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || text.length > maxUrlLength || !/^https?:$/.test(url.protocol)) {
    throw new RejectedTargetError(
      'invalid_url',
      `An https:// URL of at most ${maxUrlLength} characters is required.`,
    );
  }
  if (url.username || url.password) {
    throw new RejectedTargetError('invalid_url', 'A URL with a user name or password is not accepted.');
  }
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (!isHostName(hostOf(url))) {
    throw new RejectedTargetError('invalid_url', 'The host name has an empty part or is too long.');
  }
  return url;
}

/** The host as a name or an address, without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Returns an error if the text of the URL shows that it is not public. */
export function publicUrlProblem(url: URL, isAddress: boolean): RejectedTargetError | undefined {
  if (url.protocol !== 'https:') {
    return new RejectedTargetError('https_required', 'Events are sent only to https:// URLs.');
  }
  const host = hostOf(url);
  if (!isAddress && (!host.includes('.') || internalName.test(host))) {
    return new RejectedTargetError('blocked_address', 'The host name is not public.');
  }
  if (url.port && otherProtocols.has(Number(url.port))) {
    return new RejectedTargetError('blocked_port', `Port ${url.port} belongs to another protocol.`);
  }
  return undefined;
}
