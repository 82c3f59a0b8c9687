// Explains the signature of a delivery, for people who look for the reason why it is refused: what is signed, how, and which signature is right.

import type { SignedWebhook } from './sender.ts';
import { type Bytes, dotted, type WebhookSignatureFacts } from './signature.ts';

/** How a signature is made, without its secrets. */
export interface ExplainedSignature {
  readonly facts: WebhookSignatureFacts;
  readonly algorithm: 'HMAC-SHA256' | 'Ed25519';
  readonly encoding: 'hex' | 'base64';
  /** The header with the signature, in lower case. */
  readonly header: string;
  /** The text that is signed, with names in braces: `{t}.{body}`. */
  readonly formula: string;
  /** The bytes that are signed. */
  readonly content: Bytes;
  /** When it was signed, in seconds since 1970, where the signature covers it. */
  readonly timestamp?: number;
  /** The value of the header; absent where the delivery has none. */
  readonly received?: string;
  /** The value that the header has with these secrets. */
  readonly expected: string;
  /** Whether a signature in the header is one that these secrets make. Its age is not judged: a receiver refuses what is older than the tolerance. */
  readonly matches: boolean;
}

/**
 * Makes the signature again with the identifier and time that the headers name, and compares. `signed` is what `SendOptions.onSign` gets.
 * @param header finds a header of the delivery by its name in lower case
 * @returns `undefined` for a scheme of your own without `facts`
 * @throws {ConfigurationError} where the secrets or the identifier do not fit the scheme
 */
export async function explainSignature(
  { signature, content: body, signing }: SignedWebhook,
  header: (name: string) => string | undefined,
): Promise<ExplainedSignature | undefined> {
  const { facts } = signature;
  if (facts === undefined) return undefined;
  const name = facts.scheme === 'standard' ? 'webhook-signature' : facts.header.toLowerCase();
  const received = header(name);
  const time = timeIn(facts, received, header);
  const given = time === undefined ? {} : { now: () => Number(time) * 1000 };
  const made = await signature.sign(body, { ...signing, id: header('webhook-id') ?? signing.id, ...given });
  const expected = made[name] ?? '';
  const right = partsOf(facts, expected);
  const keyHeader = facts.scheme === 'hmac-hex' ? facts.keyHeader?.toLowerCase() : undefined;
  const hasKey = keyHeader === undefined || header(keyHeader) === made[keyHeader];
  const madeAt = timeIn(facts, expected, (one) => made[one]);
  return {
    facts,
    algorithm: expected.startsWith('v1a,') ? 'Ed25519' : 'HMAC-SHA256',
    encoding: facts.scheme === 'standard' ? 'base64' : 'hex',
    header: name,
    ...contentOf(facts, body, madeAt, made['webhook-id']),
    ...(madeAt === undefined ? {} : { timestamp: Number(madeAt) }),
    ...(received === undefined ? {} : { received }),
    expected,
    matches: hasKey && received !== undefined && partsOf(facts, received).some((part) => right.includes(part)),
  };
}

function contentOf(facts: WebhookSignatureFacts, body: Bytes, time = '', id = ''): Pick<ExplainedSignature, 'formula' | 'content'> {
  switch (facts.scheme) {
    case 'hmac-hex':
      return { formula: facts.query === undefined ? '{body}' : `{the parameter ${facts.query}}`, content: body };
    case 'timestamped':
      return { formula: '{t}.{body}', content: dotted([time], body) };
    case 'standard':
      return { formula: '{webhook-id}.{webhook-timestamp}.{body}', content: dotted([id, time], body) };
  }
}

/** The time that a signature names, in seconds. */
function timeIn(facts: WebhookSignatureFacts, value: string | undefined, header: (name: string) => string | undefined): string | undefined {
  if (facts.scheme === 'hmac-hex') return undefined;
  const text = facts.scheme === 'standard' ? header('webhook-timestamp') : /(?:^|,)\s*t=([^,]*)/.exec(value ?? '')?.[1];
  return text !== undefined && /^[0-9]{1,12}$/.test(text) ? text : undefined;
}

/** The signatures in a header, which may have several while secrets are rotated. */
function partsOf({ scheme }: WebhookSignatureFacts, value: string): readonly string[] {
  if (scheme === 'hmac-hex') return [value];
  if (scheme === 'standard') return value.split(' ');
  return value.split(',').flatMap((part) => (part.trim().startsWith('v1=') ? [part.trim()] : []));
}
