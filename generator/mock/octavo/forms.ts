// Turns what the thread gets into what a generated server takes, and its answers into plain data: requests, answers, and the service with credentials
// that a mock can accept.
import type { ServerAnswer, ServerRequest } from '@octavo/runtime';
import { BodyTooLarge } from '@octavo/runtime/conformance';
import { headerOf } from '../../inference/headers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, SecurityScheme, Service } from '../../model/service.ts';
import type { MockAnswer } from '../protocol.ts';
import type { EngineRequest } from './protocol.ts';

/** The answer as plain data. */
export async function plain({ status, headers, body, cookies }: ServerAnswer): Promise<MockAnswer> {
  const { 'x-request-id': _, ...own } = headers;
  const answer = { status, ...(cookies === undefined ? {} : { cookies }) };
  if (body === null) return { ...answer, headers: own };
  if (typeof body === 'string') return { ...answer, headers: own, body };
  const response = new Response(body);
  const type = own['content-type'] ?? response.headers.get('content-type');
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { ...answer, headers: type === null ? own : { ...own, 'content-type': type }, body: bytes };
}

export function serverRequest({ method, target, headers, body }: EngineRequest): ServerRequest {
  const bytes = body ?? new Uint8Array();
  return {
    method,
    target,
    origin: 'http://localhost',
    signal: new AbortController().signal,
    header: (name) => (Object.hasOwn(headers, name) ? headers[name] : undefined),
    bytes: (limit) => (bytes.length > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(bytes)),
    stream: () => new Blob([bytes]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}

/**
 * The service with credentials that a mock can accept: of a signature, the parameter that has it, since a mock has no secret; no certificates, since
 * it speaks plain HTTP. So Prism has it too.
 */
export function withoutProofs(service: Service): Service {
  const certificates = new Set(service.securitySchemes.filter(({ kind }) => kind === 'mutualTLS').map(({ name }) => name));
  const securitySchemes = service.securitySchemes.map((scheme): SecurityScheme => {
    if (scheme.kind !== 'signature') return scheme;
    const { name, identifier, location, parameter } = scheme;
    return { name, identifier, location, kind: 'apiKey', in: 'query', parameter };
  });
  if (certificates.size === 0) return { ...service, securitySchemes };
  const operations = service.operations.map((operation): Operation => {
    const security = operation.security.map((requirement) => requirement.filter(({ scheme }) => !certificates.has(scheme)));
    return { ...operation, security };
  });
  return { ...service, securitySchemes, operations };
}

/** The service with conditions that a request may lack where the document says by a 428 what it then gets: the living mock says so itself. */
export function withOpenConditions(service: Service): Service {
  const open = new Map(service.operations.map((operation) => [operation, withOpenCondition(operation)]));
  const openOf = (operation: Operation): Operation => open.get(operation) ?? operation;
  return {
    ...service,
    operations: service.operations.map(openOf),
    links: service.links.map((link) => ({ ...link, from: openOf(link.from), to: openOf(link.to) })),
  };
}

function withOpenCondition(operation: Operation): Operation {
  const condition = headerOf(operation, 'if-match');
  if (condition?.required !== true || !operation.responses.some(({ status }) => status === '428')) return operation;
  return {
    ...operation,
    parameters: operation.parameters.map((one) => (one === condition ? { ...one, required: false } : one)),
    input: withoutRequired(operation.input, condition.name),
  };
}

/** The schema of an input that need not have a header. */
function withoutRequired(input: Schema, name: string): Schema {
  const header = input.properties?.get('header');
  if (header === undefined) return input;
  const required = (header.required ?? []).filter((one) => one !== name);
  return {
    ...input,
    properties: new Map([...(input.properties ?? []), ['header', { ...header, required }]]),
    required: (input.required ?? []).filter((part) => part !== 'header' || required.length > 0),
  };
}

/** The values with numbers in the place of `bigint` where they fit. */
export function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNumbers(one)]));
}
