import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { NameServer } from '../../src/index.ts';

/** Response to one lookup: addresses of both families, the addresses of another name, an error, or no response. */
export type Answer = string[] | { cname: string; addresses: string[] } | 'NXDOMAIN' | 'SERVFAIL' | 'silence';

export interface DnsServer extends NameServer {
  /** Sets the responses to consecutive lookups of a name. The last one repeats. Unknown names are NXDOMAIN. */
  name(name: string, ...answers: Answer[]): void;
  /** Delays all further responses. */
  delay(milliseconds: number): void;
  /** Returns the number of lookups of a name. */
  lookups(name: string): number;
  close(): Promise<void>;
}

const types = { A: 1, CNAME: 5, AAAA: 28 } as const;
const errors = { SERVFAIL: 2, NXDOMAIN: 3 } as const;

/** A DNS server on the loopback interface. Its responses have a time to live of 0. */
export async function startDnsServer(): Promise<DnsServer> {
  const script = new Map<string, Answer[]>();
  const lookups = new Map<string, number>();
  let delayMs = 0;
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = question(query);
    const key = `${type} ${name}`;
    const count = lookups.get(key) ?? 0;
    lookups.set(key, count + 1);
    const answers = script.get(name) ?? ['NXDOMAIN' as const];
    const answer = answers[Math.min(count, answers.length - 1)] ?? 'NXDOMAIN';
    if (answer === 'silence') return;
    const error = typeof answer === 'string' ? errors[answer] : 0;
    const records = typeof answer === 'string' ? [] : recordsOf(name, answer, type);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // Flags: response, recursion desired and available.
    header.writeUInt16BE(0x8180 | error, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const message = Buffer.concat([header, query.subarray(12, end), ...records]);
    if (delayMs === 0) socket.send(message, port, address);
    else setTimeout(() => socket.send(message, port, address), delayMs).unref();
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: socket.address().port,
    name(name, ...answers) {
      script.set(name, answers);
      for (const type of Object.values(types)) lookups.delete(`${type} ${name}`);
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    lookups: (name) => lookups.get(`${types.A} ${name}`) ?? 0,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordsOf(name: string, answer: Exclude<Answer, string>, type: number): Buffer[] {
  const alias = Array.isArray(answer) ? undefined : answer.cname;
  const addresses = (Array.isArray(answer) ? answer : answer.addresses)
    .filter((address) => isIPv6(address) === (type === types.AAAA))
    .map((address) => record(alias ?? name, type, isIPv6(address) ? bytesV6(address) : bytesV4(address)));
  return alias ? [record(name, types.CNAME, encodeName(alias)), ...addresses] : addresses;
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(owner), fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  return Buffer.concat([...labels, Buffer.alloc(1)]);
}

const bytesV4 = (address: string) => Buffer.from(address.split('.').map(Number));

function bytesV6(address: string): Buffer {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const all = [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group: number) => [group >> 8, group & 0xff]));
}
