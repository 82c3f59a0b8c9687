// The ways in which webhooks are signed (`x-webhook-signature`): each signs a body, and verifies one over its raw bytes in constant time.
import { constantTimeEqual, hmacSha256 } from './hmac.ts';
import { toHex } from './md5.ts';
import { join } from './request.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Finds the secrets that are good now: several while keys are rotated. `key` is what the request names, where its scheme has keys. */
export type WebhookSecrets = string | readonly string[] | ((key: string | undefined) => WebhookAnswer | Promise<WebhookAnswer>);
type WebhookAnswer = string | readonly string[] | null | undefined;

export interface WebhookSignature {
  /** The headers that sign a body. */
  sign(
    body: Bytes,
    signing: { readonly secret: string; readonly key?: string | undefined; readonly id?: string | undefined },
  ): Promise<Record<string, string>>;
  verify(body: Bytes, header: (name: string) => string | undefined, secrets: WebhookSecrets): Promise<boolean>;
}

/** One header is the hex HMAC-SHA256 of the body; another may name the key. */
export function hmacHexSignature(facts: { readonly header: string; readonly keyHeader?: string }): WebhookSignature {
  const { header: name, keyHeader } = facts;
  return {
    async sign(body, { secret, key }) {
      const headers: Record<string, string> = { [name.toLowerCase()]: toHex(await hmacSha256(secret, body)) };
      if (keyHeader !== undefined && key !== undefined) headers[keyHeader.toLowerCase()] = key;
      return headers;
    },
    async verify(body, header, secrets) {
      const signature = header(name.toLowerCase());
      const key = keyHeader === undefined ? undefined : header(keyHeader.toLowerCase());
      if (signature === undefined || (keyHeader !== undefined && key === undefined)) return false;
      return anySecret(secrets, key, async (secret) => constantTimeEqual(toHex(await hmacSha256(secret, body)), signature));
    },
  };
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`; several `v1` while secrets are rotated. */
export function timestampedSignature(facts: { readonly header: string; readonly toleranceSeconds: number }): WebhookSignature {
  const name = facts.header.toLowerCase();
  return {
    async sign(body, { secret }) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      return { [name]: `t=${timestamp},v1=${toHex(await hmacSha256(secret, dotted([timestamp], body)))}` };
    },
    async verify(body, header, secrets) {
      const parts = (header(name) ?? '').split(',').map((part) => part.trim());
      const timestamps = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
      const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
      const [timestamp] = timestamps;
      if (timestamps.length !== 1 || timestamp === undefined || !isRecent(timestamp, facts.toleranceSeconds)) return false;
      return anySecret(secrets, undefined, async (secret) => {
        const wanted = toHex(await hmacSha256(secret, dotted([timestamp], body)));
        return signatures.some((signature) => constantTimeEqual(wanted, signature));
      });
    },
  };
}

/** Standard Webhooks: `webhook-id`, `webhook-timestamp`, and `webhook-signature` with `v1,<base64>` of `id.timestamp.body`. Secrets are `whsec_<base64>`. */
export function standardSignature(facts: { readonly toleranceSeconds: number }): WebhookSignature {
  return {
    async sign(body, { secret, id = `msg_${crypto.randomUUID().replaceAll('-', '')}` }) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const digest = await hmacSha256(secretBytes(secret), dotted([id, timestamp], body));
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${toBase64(digest)}` };
    },
    async verify(body, header, secrets) {
      const id = header('webhook-id');
      const timestamp = header('webhook-timestamp');
      if (id === undefined || id === '' || timestamp === undefined || !isRecent(timestamp, facts.toleranceSeconds)) return false;
      const signatures = (header('webhook-signature') ?? '')
        .split(' ')
        .filter((part) => part.startsWith('v1,'))
        .map((part) => part.slice(3));
      return anySecret(secrets, undefined, async (secret) => {
        const wanted = toBase64(await hmacSha256(secretBytes(secret), dotted([id, timestamp], body)));
        return signatures.some((signature) => constantTimeEqual(wanted, signature));
      });
    },
  };
}

/** All secrets are tried, so that the time does not tell which one it was. */
async function anySecret(
  secrets: WebhookSecrets,
  key: string | undefined,
  matches: (secret: string) => Promise<boolean>,
): Promise<boolean> {
  const found = typeof secrets === 'function' ? await secrets(key) : secrets;
  const list = found == null ? [] : typeof found === 'string' ? [found] : found;
  const verdicts = await Promise.all(list.filter((secret) => secret !== '').map(matches));
  return verdicts.includes(true);
}

function isRecent(timestamp: string, toleranceSeconds: number): boolean {
  return /^[0-9]{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds;
}

function dotted(parts: readonly string[], body: Bytes): Bytes {
  const head = new TextEncoder().encode(parts.map((part) => `${part}.`).join(''));
  return join([head, body], head.length + body.length);
}

/** @throws {TypeError} for a secret that is not base64; the message does not quote it. */
function secretBytes(secret: string): Bytes {
  try {
    return Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  } catch {
    throw new TypeError('The webhook secret is not whsec_ and base64.');
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
