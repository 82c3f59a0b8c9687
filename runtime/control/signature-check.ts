// Checks the signature of an attempt: has the service sign the delivery again, as it is now and with the secret that is valid now, and compares.
import type { SendInit } from '../contract/request.ts';
import { type ExplainedSignature, explainSignature } from '../webhooks/explain.ts';
import type { SignedWebhook } from '../webhooks/sender.ts';
import type { Sendable } from './attempt.ts';
import type { AttemptReport } from './delivery-report.ts';
import { toDigest } from './digest.ts';
import { HIDDEN, shownHeaders } from './secret-headers.ts';

/**
 * `payload-changed`, `secret-changed`: since the attempt. `differs`: one of both. `unsigned`: the delivery has no signature. `not-sent`: no attempt
 * sent anything. `unknown`: the delivery cannot be signed now.
 */
type SignatureResult = 'matches' | 'payload-changed' | 'secret-changed' | 'differs' | 'unsigned' | 'not-sent' | 'unknown';

export interface SignatureReport {
  readonly result: SignatureResult;
  /** The finding in words, with the way to make it right. */
  readonly finding: string;
  /** The number of the attempt; absent where none sent anything. */
  readonly attempt?: number;
  /** The request that an attempt would send now. */
  readonly request?: SignedRequest;
  readonly signature?: ExplainedSignature & {
    /** Says of which secret it is, such as `secret of app 60417`. */
    readonly secret: string;
    /** The identifier of the secret for the receiver, where the scheme has keys. */
    readonly key?: string;
  };
}

export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where there is none. */
  readonly body?: string;
}

/** A delivery whose signature can be made again. */
export interface Signable extends Sendable {
  /** Says for people which secret signs it: `secret of app 60417`. Default: `secret that the receiver gave`. */
  secretName?: (() => string) | undefined;
}

/**
 * @param number of the attempt; default: the last one that sent something
 * @returns `undefined` where there is no such attempt
 */
export async function checkSignature(
  signable: Signable,
  log: readonly Pick<AttemptReport, 'number' | 'headers' | 'digest'>[],
  number?: number,
): Promise<SignatureReport | undefined> {
  const attempt = number === undefined ? log.findLast(({ headers }) => headers !== null) : log.find((one) => one.number === number);
  if (number !== undefined && attempt === undefined) return undefined;
  const sent = attempt?.headers ?? undefined;
  const about = attempt === undefined ? {} : { attempt: attempt.number };
  try {
    const { request, digest, signed } = await prepare(signable);
    const explained = signed && (await explainSignature(signed, (name) => sent?.[name]));
    if (signed === undefined || explained === undefined)
      return { result: 'unsigned', finding: unsignedFinding(signed, request), ...about, request };
    const { key } = signed.signing;
    const secret = signable.secretName?.() ?? 'secret that the receiver gave';
    const result = resultOf(explained, sent !== undefined, attempt?.digest ?? null, digest);
    const named = key === undefined ? secret : `${secret} (key ${key})`;
    return {
      result,
      finding: findingOf(result, named, explained),
      ...about,
      request,
      signature: { ...explained, secret, ...(key === undefined ? {} : { key }) },
    };
  } catch (error) {
    return { result: 'unknown', finding: `The delivery cannot be signed now: ${messageOf(error)}`, ...about };
  }
}

/** The secrets that the delivery is signed with now; none where it is unsigned. @throws where it cannot be signed now */
export async function secretsOf(signable: Signable): Promise<readonly string[]> {
  return (await prepare(signable)).signed?.signing.secrets ?? [];
}

/**
 * Posts to a receiver that is not there, and keeps what is sent.
 * @throws what `post` throws before it sends anything
 */
async function prepare({ id, post }: Signable): Promise<{
  readonly request: SignedRequest;
  readonly digest: string;
  readonly signed: SignedWebhook | undefined;
}> {
  let signed: SignedWebhook | undefined;
  let made: { request: SignedRequest; digest: string } | undefined;
  const fetch = async (url: string, init: SendInit): Promise<Response> => {
    const { method, body } = init;
    const text = body === null || body === undefined ? {} : { body: await new Response(body).text() };
    made = { request: { method, url, headers: shownHeaders(init), ...text }, digest: await toDigest(url, body) };
    return new Response(null, { status: 204 });
  };
  const onSign = (one: SignedWebhook): void => {
    signed = one;
  };
  try {
    await post({ fetch, allowPrivate: true }, { id, onSign });
  } catch (error) {
    // A document may have no 204.
    if (made === undefined) throw error;
  }
  if (made === undefined) throw new Error('The service sends nothing for it.');
  return { ...made, signed };
}

/** The result for a delivery that can be signed now. */
type KnownResult = Exclude<SignatureResult, 'unknown'>;

function resultOf({ matches, received }: ExplainedSignature, wasSent: boolean, before: string | null, now: string): KnownResult {
  if (!wasSent) return 'not-sent';
  if (matches) return 'matches';
  if (received === undefined) return 'unsigned';
  if (before === null) return 'differs';
  return before === now ? 'secret-changed' : 'payload-changed';
}

const AGAIN = 'Send the delivery again: it is signed anew, as it is now.';

function findingOf(result: KnownResult, secret: string, { header, facts }: ExplainedSignature): string {
  switch (result) {
    case 'matches':
      return `Signed with the ${secret}: matches the payload. ${refusalAdvice(facts)}`;
    case 'payload-changed':
      return `The payload was changed after this attempt, so the signature in ${header} belongs to the one before. ${AGAIN}`;
    case 'secret-changed':
      return `The payload is the one that was sent, and the signature in ${header} was made with another secret than the ${secret} of now. ${AGAIN} A receiver needs the new secret.`;
    case 'differs':
      return `The signature in ${header} is not the one of this payload and the ${secret}: one of them was changed after this attempt. ${AGAIN}`;
    case 'unsigned':
      return `This attempt has no header ${header}, although the delivery is signed now, with the ${secret}. ${AGAIN}`;
    case 'not-sent':
      return `No attempt was made yet. It will be signed with the ${secret}.`;
  }
}

function refusalAdvice(facts: ExplainedSignature['facts']): string {
  const what =
    'query' in facts && facts.query !== undefined ? `the parameter ${facts.query}, decoded,` : 'the bytes of the body as they come';
  const age = 'toleranceSeconds' in facts ? ` within ${facts.toleranceSeconds} seconds of its time` : '';
  return `A receiver that refuses it has another secret, or does not verify ${what}${age}.`;
}

function unsignedFinding(signed: SignedWebhook | undefined, { headers }: SignedRequest): string {
  if (signed === undefined && Object.values(headers).includes(HIDDEN))
    return 'The service does not sign this delivery. Its headers that are hidden here tell the receiver who sent it.';
  if (signed === undefined) return 'The service does not sign this delivery, so a receiver cannot tell who sent it.';
  return 'The service signs this delivery by a scheme of its own, which cannot be explained here.';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The check as the interface of control has it. */
export function signatureView({ signature, request, ...rest }: SignatureReport) {
  return {
    ...rest,
    ...(request && { request: { ...request, headers: { ...request.headers } } }),
    ...(signature && { signature: explainedView(signature) }),
  };
}

function explainedView(signature: NonNullable<SignatureReport['signature']>) {
  const { facts, algorithm, encoding, header, secret, key, formula, content, timestamp, received, expected } = signature;
  return {
    scheme: facts.scheme,
    algorithm,
    encoding,
    header,
    ...(facts.scheme === 'hmac-hex' && facts.keyHeader !== undefined && { key_header: facts.keyHeader }),
    ...(facts.scheme === 'hmac-hex' && facts.query !== undefined && { parameter: facts.query }),
    ...('toleranceSeconds' in facts && { tolerance_seconds: facts.toleranceSeconds }),
    secret,
    ...(key !== undefined && { key }),
    formula,
    content: new TextDecoder().decode(content),
    ...(timestamp !== undefined && { time: new Date(timestamp * 1000).toISOString() }),
    ...(received !== undefined && { received }),
    expected,
  };
}
