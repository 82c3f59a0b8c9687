// Turns what the thread gets into what a generated server takes, and its answers into plain data: requests, answers, and the service with credentials that a mock can accept.
import type { ServerAnswer, ServerRequest } from '@octavo/runtime';
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
    bytes: async () => bytes,
    stream: () => new Blob([bytes]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}

/**
 * The service with credentials that a mock can accept: of a signature, the parameter that has it, since a mock has no secret; no certificates, since it
 * speaks plain HTTP. So Prism has it too.
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
