// Checks the signature of an attempt: has the service sign the delivery again, as it is now and with the secret that is valid now, and compares.

import { type ExplainedSignature, explainSignature, type SendInit, type SignedWebhook } from '@octavo/runtime';
import { type AnyHandler, deliveryOf } from './attempt.ts';
import { toDigest } from './digest.ts';
import type { AttemptReport, SignatureReport, SignatureResult, SignedRequest } from './outbox.ts';
import { HIDDEN, shownHeaders } from './secret-headers.ts';
import type { DeliveryRow } from './tables.ts';

/** @param attempt absent where no attempt has sent anything */
export async function checkSignature<Tables>(
  row: DeliveryRow,
  handler: AnyHandler<Tables> | undefined,
  attempt: Pick<AttemptReport, 'number' | 'headers' | 'digest'> | undefined,
): Promise<SignatureReport> {
  const sent = attempt?.headers ?? undefined;
  const about = attempt === undefined ? {} : { attempt: attempt.number };
  try {
    const { request, digest, signed } = await prepare(row, handler);
    const explained = signed && (await explainSignature(signed, (name) => sent?.[name]));
    if (signed === undefined || explained === undefined)
      return { result: 'unsigned', finding: unsignedFinding(signed, request), ...about, request };
    const { key } = signed.signing;
    const secret = handler?.secretName?.(deliveryOf(row)) ?? 'secret that the receiver gave';
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

/** The secrets that the delivery is signed with now; none where it is unsigned. */
export async function secretsOf<Tables>(row: DeliveryRow, handler: AnyHandler<Tables> | undefined): Promise<readonly string[]> {
  return (await prepare(row, handler)).signed?.signing.secrets ?? [];
}

/**
 * Has the handler post to a receiver that is not there, and keeps what it sends.
 * @throws what the handler throws before it sends anything
 */
async function prepare<Tables>(
  row: DeliveryRow,
  handler: AnyHandler<Tables> | undefined,
): Promise<{ readonly request: SignedRequest; readonly digest: string; readonly signed: SignedWebhook | undefined }> {
  if (handler === undefined) throw new Error(`The service ${row.service} does not run in this process.`);
  const delivery = deliveryOf(row);
  if (!handler.accepts(delivery.payload)) throw new Error('The payload is not what this version expects.');
  let signed: SignedWebhook | undefined;
  let made: { request: SignedRequest; digest: string } | undefined;
  const fetch = async (url: string, init: SendInit): Promise<Response> => {
    const { method, body } = init;
    const text = body === null || body === undefined ? {} : { body: await new Response(body).text() };
    made = { request: { method, url, headers: shownHeaders(init), ...text }, digest: await toDigest(url, body) };
    return new Response(null, { status: 204 });
  };
  try {
    await handler.post(
      delivery,
      { fetch, allowPrivate: true },
      {
        id: row.id,
        onSign: (one) => {
          signed = one;
        },
      },
    );
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
