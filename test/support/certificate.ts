// Makes a certificate and its private key for tests of TLS. None is in the repository.

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';

export interface TestCertificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

export interface CertificateOptions {
  /** The only host it is valid for. Default: `127.0.0.1` and `localhost`. */
  readonly host?: string;
  /** Default: a day from now. */
  readonly until?: Date;
  /** Default: an hour ago. */
  readonly from?: Date;
}

/** A certificate that signs itself, so that a client trusts it by `ca: cert`. */
export async function makeCertificate({ host, until, from }: CertificateOptions = {}): Promise<TestCertificate> {
  const names =
    host === undefined
      ? [{ type: 7, ip: '127.0.0.1' } as const, { type: 2, value: 'localhost' } as const]
      : [{ type: 2, value: host } as const];
  const made = await generate([{ name: 'commonName', value: host ?? 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: from ?? new Date(Date.now() - 3_600_000),
    notAfterDate: until ?? new Date(Date.now() + 86_400_000),
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  return { cert: made.cert, key: made.private };
}

/** A certificate for this machine that all clients of this process trust until the test ends. */
export async function trustedCertificate(): Promise<TestCertificate> {
  const made = await makeCertificate();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, made.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
  return made;
}
