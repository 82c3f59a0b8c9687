// Reads the certificate and the private key with which the services serve HTTPS, and says what is wrong with them.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ServeTls } from '@octavo/runtime/node';

/** Paths of two files in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** @param text `cert.pem,key.pem`; `undefined` is the result for any other number of paths */
export function tlsFilesOf(text: string): TlsFiles | undefined {
  const [cert, key, ...more] = text.split(',').map((path) => path.trim());
  return cert === undefined || cert === '' || key === undefined || key === '' || more.length > 0 ? undefined : { cert, key };
}

/**
 * @param host the address at which the services listen, as clients will write it
 * @param now wall time, milliseconds since 1970
 * @param warn gets a line for each reason for which clients will refuse the certificate
 * @throws {Error} if a file cannot be read, is not what its place says, or the two do not belong together
 */
export function readTls(files: TlsFiles, host: string, now: number, warn: (line: string) => void): ServeTls {
  const [cert, key] = [textOf(files.cert, 'certificate'), textOf(files.key, 'key')];
  const certificate = certificateIn(cert, files.cert);
  if (!certificate.checkPrivateKey(keyIn(key, files.key)))
    throw new Error(`The key ${files.key} does not belong to the certificate ${files.cert}. Name the two files that were made together.`);
  for (const reason of refusalsOf(certificate, host, now)) warn(`The certificate ${files.cert} ${reason}`);
  return { cert, key };
}

function textOf(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new Error(`The file of the ${what} does not exist: ${path}.`);
    throw new Error(`The file of the ${what} cannot be read: ${path} (${code}).`);
  }
}

function certificateIn(text: string, path: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    const hint = text.includes('PRIVATE KEY-----') ? ' It holds a private key: the certificate is named first.' : '';
    throw new Error(`${path} is not a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.${hint}`);
  }
}

function keyIn(text: string, path: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    // Both forms of PEM with a passphrase say so in their first lines (RFC 7468 section 11, RFC 1421 section 4.6.1.1).
    if (/ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text))
      throw new Error(`The key ${path} needs a passphrase. Write it without one: openssl pkey -in ${path} -out key.pem`);
    throw new Error(`${path} is not a private key in PEM, which begins with -----BEGIN PRIVATE KEY-----.`);
  }
}

/** Why clients will refuse a certificate, whichever authority signed it. */
function refusalsOf(certificate: X509Certificate, host: string, now: number): readonly string[] {
  const { validFromDate: from, validToDate: to } = certificate;
  const isFor = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  // The address that stands for all of a machine's is none that a client writes.
  const isAny = host === '0.0.0.0' || host === '::';
  return [
    ...(now > to.getTime() ? [`expired at ${to.toISOString()}: clients will refuse it.`] : []),
    ...(now < from.getTime() ? [`is not valid before ${from.toISOString()}: clients will refuse it until then.`] : []),
    ...(isFor === undefined && !isAny
      ? [`is not for ${host}: clients will refuse it there. --host takes a name or an address that it is for.`]
      : []),
  ];
}

/** A line for services that speak plain HTTP. @param option what makes them serve HTTPS */
export function plainHttpLine(isPrivate: boolean, option: string): string {
  return isPrivate
    ? `The services speak plain HTTP, which is for this machine only; ${option} serves HTTPS.`
    : `The services speak plain HTTP to other machines: anybody on the way can read keys and data. ${option} serves HTTPS.`;
}
