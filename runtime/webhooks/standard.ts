// Standard Webhooks (standardwebhooks.com), the default signature scheme: HMAC-SHA256 as `v1`, Ed25519 as `v1a`.
import { ConfigurationError } from '../contract/errors.ts';
import { hmacSha256 } from '../crypto/hmac.ts';
import { anyEqual, anySecret, type Bytes, dotted, isRecent, nowInSeconds, type WebhookSignature } from './signature.ts';

/**
 * An identifier without dots (Standard Webhooks, "Signature scheme"): with one, `id.timestamp.body` could be read in several ways, so that a
 * signature would hold for another identifier, time and body.
 */
const ID = /^[\x21-\x2d\x2f-\x7e]+$/;

/** A new identifier of an event. All attempts to deliver the same event use the same identifier. */
export function newDeliveryId(): string {
  return `msg_${crypto.randomUUID().replaceAll('-', '')}`;
}

/**
 * The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`; the last holds `v1,<base64>` over `id.timestamp.body`, several while
 * secrets are rotated. A shared secret is `whsec_<base64>`. With Ed25519, the sender's private key is `whsk_<base64>` and the receiver's public
 * key `whpk_<base64>`.
 */
export function standardSignature(facts: { readonly toleranceSeconds: number }): WebhookSignature {
  return {
    facts: { scheme: 'standard', ...facts },
    async sign(body, { secrets, id = newDeliveryId(), now }) {
      if (!ID.test(id)) {
        throw new ConfigurationError('The id of a webhook must be printable ASCII without spaces and dots.');
      }
      const timestamp = nowInSeconds(now);
      const signed = dotted([id, timestamp], body);
      const signatures = await Promise.all(secrets.map((secret) => signatureOf(secret, signed)));
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
    },
    async verify(body, header, secrets, now) {
      const id = header('webhook-id');
      const timestamp = header('webhook-timestamp');
      if (id === undefined || !ID.test(id) || timestamp === undefined || !isRecent(timestamp, facts.toleranceSeconds, now))
        return undefined;
      const signed = dotted([id, timestamp], body);
      const parts = (header('webhook-signature') ?? '').split(' ');
      const isValid = await anySecret(secrets, undefined, async (secret) => {
        if (secret.startsWith('whpk_')) return verifyEd25519(secret, signed, versioned(parts, 'v1a,'));
        return anyEqual(await hmacOf(secret, signed), versioned(parts, 'v1,'));
      });
      return isValid ? { id } : undefined;
    },
  };
}

function versioned(parts: readonly string[], version: string): string[] {
  return parts.filter((part) => part.startsWith(version)).map((part) => part.slice(version.length));
}

async function signatureOf(secret: string, signed: Bytes): Promise<string> {
  return secret.startsWith('whsk_') ? `v1a,${await signEd25519(secret, signed)}` : `v1,${await hmacOf(secret, signed)}`;
}

async function hmacOf(secret: string, signed: Bytes): Promise<string> {
  if (/^wh[sp]k_/.test(secret))
    throw new ConfigurationError(
      'Wrong kind of webhook secret: a sender signs with whsec_ or whsk_, a receiver verifies with whsec_ or whpk_.',
    );
  return toBase64(await hmacSha256(keyBytes(secret, 'whsec_'), signed));
}

/** The bytes before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410 section 7). */
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/** The key has 32 bytes, or 64 with the public key after them, as libsodium writes it. */
async function signEd25519(secret: string, signed: Bytes): Promise<string> {
  const bytes = keyBytes(secret, 'whsk_');
  if (bytes.length !== 32 && bytes.length !== 64)
    throw new ConfigurationError('The webhook key must be whsk_ and the base64 of 32 or 64 bytes.');
  const key = await importKey('pkcs8', new Uint8Array([...PKCS8, ...bytes.subarray(0, 32)]), 'sign');
  return toBase64(new Uint8Array(await crypto.subtle.sign('Ed25519', key, signed)));
}

async function verifyEd25519(secret: string, signed: Bytes, signatures: readonly string[]): Promise<boolean> {
  const bytes = keyBytes(secret, 'whpk_');
  if (bytes.length !== 32) throw new ConfigurationError('The webhook key must be whpk_ and the base64 of 32 bytes.');
  const key = await importKey('raw', bytes, 'verify');
  const verdicts = await Promise.all(
    signatures.map((signature) => {
      const given = fromBase64(signature);
      return given === undefined ? false : crypto.subtle.verify('Ed25519', key, given, signed);
    }),
  );
  return verdicts.includes(true);
}

/** @throws {ConfigurationError} where the platform, such as an older browser, has no Ed25519. */
async function importKey(format: 'raw' | 'pkcs8', bytes: Bytes, use: 'sign' | 'verify'): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey(format, bytes, 'Ed25519', false, [use]);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError')
      throw new ConfigurationError('This platform does not support Ed25519; use a secret that begins with whsec_.');
    throw new ConfigurationError('The webhook key is not an Ed25519 key.');
  }
}

/** @throws {ConfigurationError} for a secret that is empty or not base64. The message does not quote it. */
function keyBytes(secret: string, prefix: string): Bytes {
  const bytes = fromBase64(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (bytes === undefined || bytes.length === 0) throw new ConfigurationError(`The webhook secret must be ${prefix} and base64.`);
  return bytes;
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
