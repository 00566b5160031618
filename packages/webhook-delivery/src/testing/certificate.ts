import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate that vouches for itself, for these host names. `days` below 0: expired so long ago. */
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

/** The certificate of the tests' receivers, which their dispatchers trust. */
export function receiverCertificate(): Promise<Certificate> {
  trusted ??= selfSigned(['localhost', 'receiver.example', '*.receiver.example']);
  return trusted;
}
