// Signature schemes of webhooks (`x-webhook-signature`): each signs a body, and verifies a signature over the raw bytes in constant time.

import type { Clock } from '../contract/clock.ts';
import { ConfigurationError } from '../contract/errors.ts';
import { constantTimeEqual, hmacSha256 } from '../crypto/hmac.ts';
import { toHex } from '../crypto/md5.ts';
import { joinBytes } from '../stream/join-bytes.ts';
import type { Pairs } from '../wire/pairs.ts';
import { queryDecode } from '../wire/text.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The secrets that are valid now, several while secrets are rotated; or a function that finds them. `key` is the key that the request names,
 * where the scheme has keys.
 */
export type WebhookSecrets = string | readonly string[] | ((key: string | undefined) => FoundSecrets | Promise<FoundSecrets>);
type FoundSecrets = string | readonly string[] | null | undefined;

/** The secrets and identifiers that a sender signs with. */
export interface WebhookSigning {
  /** At least one; several while secrets are rotated, where the scheme can hold several signatures. */
  readonly secrets: readonly string[];
  /** Names the secret, where the scheme has keys. */
  readonly key?: string | undefined;
  /** The event's identifier, the same in each attempt, where the scheme has one. Default: a new one. */
  readonly id?: string | undefined;
  /** The clock that the time is read from. Default: `Date.now`. */
  readonly now?: Clock | undefined;
}

/** A delivery whose signature is valid. */
export interface VerifiedWebhook {
  /** The event's identifier, which the signature covers, where the scheme has one. */
  readonly id?: string;
}

/** A signature scheme as data, as `x-webhook-signature` has it. */
export type WebhookSignatureFacts =
  | { readonly scheme: 'standard'; readonly toleranceSeconds: number }
  | { readonly scheme: 'hmac-hex'; readonly header: string; readonly keyHeader?: string; readonly query?: string }
  | { readonly scheme: 'timestamped'; readonly header: string; readonly toleranceSeconds: number };

export interface WebhookSignature {
  /** How the scheme works, for `explainSignature`. A scheme of your own may leave it out. */
  readonly facts?: WebhookSignatureFacts;
  /** The query parameter whose value is signed instead of the body. */
  readonly query?: string | undefined;
  /** The headers that hold the signature, under lower-case names. */
  sign(body: Bytes, signing: WebhookSigning): Promise<Record<string, string>>;
  /** Verifies a signature; `undefined` where it is missing, wrong or too old. `now` defaults to `Date.now`. */
  verify(
    body: Bytes,
    header: (name: string) => string | undefined,
    secrets: WebhookSecrets,
    now?: Clock,
  ): Promise<VerifiedWebhook | undefined>;
}

/** The bytes that are signed: the body, or the value of the parameter `query`. `undefined` where the parameter is not there exactly once. */
export function signedBytes({ query }: WebhookSignature, body: Bytes, pairs: Pairs | undefined): Bytes | undefined {
  if (query === undefined) return body;
  const [value, ...more] = pairs?.get(query) ?? [];
  const text = value === undefined || more.length > 0 ? undefined : queryDecode(value);
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

/** A header with the hex HMAC-SHA256 of the body, or of the value of the parameter `query`; another header may name the key. */
export function hmacHexSignature(facts: {
  readonly header: string;
  readonly keyHeader?: string;
  readonly query?: string;
}): WebhookSignature {
  const { header: name, keyHeader, query } = facts;
  return {
    facts: { scheme: 'hmac-hex', ...facts },
    query,
    async sign(body, { secrets, key }) {
      const [secret, ...more] = secrets;
      if (secret === undefined || more.length > 0)
        throw new ConfigurationError('This signature scheme signs with one secret: set the option secret to one text, not a list.');
      const headers: Record<string, string> = { [name.toLowerCase()]: toHex(await hmacSha256(secret, body)) };
      if (keyHeader !== undefined && key !== undefined) headers[keyHeader.toLowerCase()] = key;
      return headers;
    },
    async verify(body, header, secrets) {
      const signature = header(name.toLowerCase());
      const key = keyHeader === undefined ? undefined : header(keyHeader.toLowerCase());
      if (signature === undefined || (keyHeader !== undefined && key === undefined)) return undefined;
      const isValid = await anySecret(secrets, key, async (secret) => constantTimeEqual(toHex(await hmacSha256(secret, body)), signature));
      return isValid ? {} : undefined;
    },
  };
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`; several `v1` while secrets are rotated. */
export function timestampedSignature(facts: { readonly header: string; readonly toleranceSeconds: number }): WebhookSignature {
  const name = facts.header.toLowerCase();
  return {
    facts: { scheme: 'timestamped', ...facts },
    async sign(body, { secrets, now }) {
      const timestamp = nowInSeconds(now);
      const signed = dotted([timestamp], body);
      const signatures = await Promise.all(secrets.map(async (secret) => `v1=${toHex(await hmacSha256(secret, signed))}`));
      return { [name]: [`t=${timestamp}`, ...signatures].join(',') };
    },
    async verify(body, header, secrets, now) {
      const parts = (header(name) ?? '').split(',').map((part) => part.trim());
      const timestamps = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
      const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
      const [timestamp] = timestamps;
      if (timestamps.length !== 1 || timestamp === undefined || !isRecent(timestamp, facts.toleranceSeconds, now)) return undefined;
      const isValid = await anySecret(secrets, undefined, async (secret) => {
        const wanted = toHex(await hmacSha256(secret, dotted([timestamp], body)));
        return anyEqual(wanted, signatures);
      });
      return isValid ? {} : undefined;
    },
  };
}

/** Whether one of the secrets matches. All are tried, so that the time taken does not reveal which one did. */
export async function anySecret(
  secrets: WebhookSecrets,
  key: string | undefined,
  matches: (secret: string) => Promise<boolean>,
): Promise<boolean> {
  const found = typeof secrets === 'function' ? await secrets(key) : secrets;
  const list = found == null ? [] : typeof found === 'string' ? [found] : found;
  const verdicts = await Promise.all(list.filter((secret) => secret !== '').map(matches));
  return verdicts.includes(true);
}

/** Whether one of the signatures is the wanted one. All are compared, for the same reason. */
export function anyEqual(wanted: string, signatures: readonly string[]): boolean {
  return signatures.map((signature) => constantTimeEqual(wanted, signature)).includes(true);
}

export function nowInSeconds(now: Clock = Date.now): string {
  return String(Math.floor(now() / 1000));
}

/** Whether a timestamp, in seconds since 1970, is within the tolerance, before or after now. */
export function isRecent(timestamp: string, toleranceSeconds: number, now: Clock = Date.now): boolean {
  return /^[0-9]{1,12}$/.test(timestamp) && Math.abs(Math.floor(now() / 1000) - Number(timestamp)) <= toleranceSeconds;
}

/** `a.b.<body>` as bytes. */
export function dotted(parts: readonly string[], body: Bytes): Bytes {
  const head = new TextEncoder().encode(parts.map((part) => `${part}.`).join(''));
  return joinBytes([head, body], head.length + body.length);
}
