// Reads the body of a request by what its operation takes, and says what can be wrong with it.
import type { ItemValidators } from './checks.ts';
import { type Fault, type FaultFacts, fault } from './fault.ts';
import type { Validator } from './issue.ts';
import type { Operation } from './operation.ts';
import { bodyCodec, readBody } from './receive.ts';
import { BodyBroken, BodyTooLarge, type ServerRequest } from './request.ts';
import { parseStrictJson } from './strict-json.ts';
import { getOwn } from './text.ts';

/** What a step found wrong is a fault; the steps stop there. */
export type Step<T> = { readonly ok: T } | { readonly fault: Fault };

/** What can be wrong with a body before it is looked at. */
export function bodyFault(error: unknown, limit: number, facts: FaultFacts): Fault | undefined {
  if (error instanceof BodyTooLarge) return fault('payload-too-large', `A body may have up to ${limit} bytes.`, facts);
  return error instanceof BodyBroken ? fault('invalid-request', 'The body broke off.', facts) : undefined;
}

/** The part `body` of the input, and `contentType` where the operation takes several; nothing when none came. */
export async function receiveBody(
  operation: Operation,
  request: ServerRequest,
  bytes: () => Promise<Uint8Array<ArrayBuffer>>,
  facts: FaultFacts,
  items?: ItemValidators,
): Promise<Step<{ body?: unknown; contentType?: string }>> {
  const contentType = request.header('content-type');
  const found = bodyCodec(operation, contentType);
  const unsupported = (reason: string): Step<never> => ({ fault: fault('unsupported-media-type', reason, facts) });
  const coding = request.header('content-encoding');
  // Nothing is inflated, so that no small body becomes a large one.
  if (coding !== undefined && !/^(?:identity)?$/i.test(coding.trim())) {
    const headers = { 'accept-encoding': 'identity' };
    return { fault: fault('unsupported-media-type', 'Bodies are taken without a content coding.', { ...facts, headers }) };
  }
  const taken = () => `This operation takes ${Object.keys(operation.body?.contents ?? {}).join(', ')}.`;
  if (contentType !== undefined && found === undefined) return unsupported(taken());
  const several = Object.keys(operation.body?.contents ?? {}).length > 1;
  if (found?.[1].items !== undefined) {
    const validate = getOwn(items?.body, found[0]) as Validator | undefined;
    const reading = { operation: operation.id, validate, signal: request.signal, parse: parseStrictJson };
    const body = found[1].items.decode(request.stream(), reading);
    return { ok: several ? { body, contentType: found[0] } : { body } };
  }
  const content = await bytes();
  if (found === undefined) return content.length === 0 ? { ok: {} } : unsupported(taken());
  const [declared, codec] = found;
  if (content.length === 0 && (codec.kind === 'json' || codec.kind === 'multipart')) return { ok: {} };
  const read = await readBody(content, codec, contentType ?? declared);
  if (read.kind === 'unsupported') return unsupported(`The body ${read.reason}.`);
  if (read.kind === 'malformed') return { fault: fault('invalid-request', `The body ${read.reason}.`, facts) };
  return { ok: several ? { body: read.value, contentType: declared } : { body: read.value } };
}
