// Judges what Prism has answered, or what was recorded, by the generated code.
import type { ServerAnswer } from '@octavo/runtime';
import { type ReadingFacts, readResponse } from '../../conform/judge/reading.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { MockAnswer } from '../protocol.ts';
import { plain } from './forms.ts';
import type { EngineAsk, EngineOutcome } from './protocol.ts';

/**
 * Decides the outcome of a request that the generated server refuses. Prism finds operations by their path alone; where the query or a header tells
 * some apart, it has another one in mind, or none.
 */
export async function refusal({ given }: EngineAsk, answer: ServerAnswer, service: Service): Promise<EngineOutcome> {
  const { status, fault } = answer;
  // Without a fault, the server answered by itself, as it does OPTIONS.
  if (given !== undefined && fault === undefined) return { kind: 'kept' };
  // Prism refused the request too.
  if (given?.refused !== undefined && fault !== undefined) {
    const isByPath = service.operations.every(({ sentPath }) => sentPath === undefined);
    const isLeftOut = service.leftOut.length > 0 && [404, 405, 501].includes(status) && given.status !== status;
    // Prism reads fewer templates, such as no `{a.b}`.
    const isUnread = given.status === 404 && status !== 404;
    if (!isUnread && (isByPath || isLeftOut)) return { kind: 'kept' };
    const reason = isUnread ? 'Prism does not find the path' : 'Prism finds operations by their path alone';
    return { kind: 'answer', answer: { ...(await plain(answer)), refused: fault.detail }, reason };
  }
  // The document gives the operation no response.
  if (status === 501) return given === undefined ? { kind: 'none', detail: 'the operation has no response' } : { kind: 'kept' };
  // Prism knows operations and media types that Octavo leaves out.
  const isHidden = status !== 415 && service.operations.some((operation) => nameOf(operation) === given?.operation);
  if (given !== undefined && given.failed === undefined && [404, 405, 415].includes(status) && !isHidden) return { kind: 'kept' };
  if (given?.failed !== undefined && (status === 404 || status === 405)) {
    return { kind: 'none', detail: 'the operation is not among those that Octavo generates' };
  }
  const refused = fault === undefined ? {} : { refused: fault.detail };
  const reason = isHidden
    ? `Prism answered from ${given?.operation}, and a more specific path matches the request`
    : 'Prism accepted a request that is not valid';
  return { kind: 'answer', answer: { ...(await plain(answer)), ...refused }, reason };
}

/** The outcome of a recorded response to a request that the generated server refuses. */
export function recordedRefusal({ given }: EngineAsk, { fault }: ServerAnswer): EngineOutcome {
  const isRefused = given !== undefined && given.status >= 400 && given.status < 500;
  return isRefused || fault === undefined
    ? { kind: 'kept' }
    : { kind: 'kept', reason: `it answers a request that is not valid: ${fault.detail}` };
}

/** Why Prism's answer to a valid request is not one that the document allows. */
export async function faultOf(facts: ReadingFacts, given: MockAnswer, method: string): Promise<string | undefined> {
  if (given.refused !== undefined) return `Prism refused a valid request: ${given.refused}`;
  if (given.failed !== undefined) return `Prism failed: ${given.failed}`;
  if (given.operation !== undefined && given.operation !== nameOf(facts.operation)) {
    return `Prism answered from ${given.operation}, and the path is that of ${nameOf(facts.operation)}`;
  }
  const fault = await bodyFault(facts, given, method);
  return fault && `Prism's response is not what the document declares: ${fault}`;
}

/** The first fault of a response, as a sentence. */
export async function bodyFault(facts: ReadingFacts, given: MockAnswer, method: string): Promise<string | undefined> {
  const { status, headers, body = '', redacted } = given;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const response = { status, headers: new Headers(headers), body: bytes, ...(redacted === undefined ? {} : { redacted }) };
  const { faults } = await readResponse(facts, response, method);
  return faults[0]?.message;
}

/** The name that Prism's process has for an operation. */
function nameOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}
