import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

/** Creates a self-signed certificate for the host names. If `days` is negative, the certificate expired that many days ago. */
export async function selfSigned(names: readonly string[], days = 1): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + days * 86_400_000),
    ...(days < 0 && { notBeforeDate: new Date(Date.now() + (days - 1) * 86_400_000) }),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) },
    ],
  });
  return { key, cert };
}

let trusted: Promise<Certificate> | undefined;

/** Certificate of the receivers in tests, which the dispatchers trust. */
export function receiverCertificate(): Promise<Certificate> {
  trusted ??= selfSigned(['localhost', 'receiver.example', '*.receiver.example']);
  return trusted;
}
