// The requests of the benchmark: what the samples of a document send for each operation, again and again.

import { randomUUID } from 'node:crypto';
import { writeRequest } from '../../../generator/conform/plan/wire.ts';
import { withCredential } from '../../../generator/conform/run/credentials.ts';
import { parameterExample } from '../../../generator/docs/samples/example.ts';
import { fileFields } from '../../../generator/docs/samples/parts.ts';
import { bodyExample, shownParameters } from '../../../generator/docs/samples/request.ts';
import type { Operation, Service } from '../../../generator/model/service.ts';
import type { Credential } from '../../../services/platform/service.ts';
import { fresh, once } from './once.ts';
import { type Other, others } from './other.ts';
import { stubOf } from './stub.ts';

export interface SampleRequest {
  readonly method: string;
  /** Path and query, with the base path. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** The sample of an operation. */
export interface Sample {
  readonly operation: Operation;
  /** Whether the answer is a stream that ends only with its connection. */
  readonly isStream: boolean;
  /** The operation whose sample is sent before. */
  readonly after?: string;
  /** The identifier in the request of which each request needs its own, such as that of the event that it cancels. */
  readonly subject?: string;
  /** The identifiers of so many requests, and these requests. The first request has the identifier of the sample. */
  requests(count: number): Promise<{ readonly subjects: readonly string[]; readonly requests: readonly SampleRequest[] }>;
}

type Input = Readonly<Record<string, unknown>>;

const ORIGIN = 'http://localhost';

/** @param seeded the credentials of the seeds; the first of each scheme is used */
export async function samplesOf(document: Service, seeded: readonly Credential[]): Promise<Sample[]> {
  const credentials = credentialsFor(document.id, seeded);
  const given = Object.fromEntries(credentials.map((one) => [one.scheme, credentialOf(document, one)]).reverse());
  const { served } = await stubOf(document.id, {}, credentials);
  return document.operations.map((operation): Sample => {
    const route = served?.routes.find((candidate) => candidate.operation.id === operation.id);
    if (route === undefined) throw new Error(`The server of ${document.id} has no operation ${operation.id}.`);
    const other = others[document.id]?.[operation.id] ?? {};
    const input = changed(inputOf(document, operation), other.input ?? {});
    const subject = once[operation.id]?.(input);
    return {
      operation,
      isStream: operation.responses.some(({ contents }) => contents.some(({ stream }) => stream !== undefined)),
      ...(subject === undefined ? {} : { subject }),
      ...(other.after === undefined ? {} : { after: other.after }),
      async requests(count) {
        const written = await writeRequest(route.operation, input);
        if (written === undefined) throw new Error(`The sample of ${operation.id} cannot be sent.`);
        const sign = async (request: SampleRequest) => {
          const sent = await withCredential(
            route.operation,
            request,
            'given',
            { given: { ...given, ...other.given } },
            { origin: ORIGIN, basePath: route.basePath },
          );
          if (sent === undefined) throw new Error(`The seeds have no credential for ${operation.id}.`);
          return sent;
        };
        const isKeyed = KEY in written.headers;
        if (subject === undefined && !isKeyed) return { subjects: [], requests: Array<SampleRequest>(count).fill(await sign(written)) };
        const subjects = Array.from({ length: count }, (_, index) => (subject === undefined ? '' : fresh(subject, index)));
        const requests = subjects.map((text) => {
          const own = subject === undefined ? written : replaced(written, subject, text);
          return sign(isKeyed ? { ...own, headers: { ...own.headers, [KEY]: randomUUID() } } : own);
        });
        return { subjects: subject === undefined ? [] : subjects, requests: await Promise.all(requests) };
      },
    };
  });
}

/** The credentials of one document. */
export function credentialsFor(document: string, credentials: readonly Credential[]): readonly Credential[] {
  return credentials.filter((one) => (one.document ?? document) === document);
}

/** A repeated request with the same key gets the answer that was kept, and nothing is done. */
const KEY = 'idempotency-key';

/** The parts of the input that the sample shows. */
function inputOf(service: Service, operation: Operation): Input {
  const input: Record<string, Record<string, unknown>> = {};
  for (const parameter of shownParameters(operation)) {
    input[parameter.in] = { ...input[parameter.in], [parameter.name]: parameterExample(service, parameter) };
  }
  const body = bodyExample(service, operation);
  return body === undefined ? input : { ...input, body: withFiles(body) };
}

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The body with bytes where the example says in words what a file holds. */
function withFiles({ content, value }: NonNullable<ReturnType<typeof bodyExample>>): unknown {
  const files = content.kind === 'multipart' ? fileFields(content.schema) : new Map<string, unknown>();
  if (files.size === 0 || typeof value !== 'object' || value === null) return value;
  const file = new Blob([Buffer.from(PNG, 'base64')], { type: 'image/png' });
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, files.has(name) ? file : member]));
}

function changed(input: Input, parts: NonNullable<Other['input']>): Input {
  const merged = Object.entries(parts).map(([part, members]) => {
    const all = Object.entries({ ...(input[part] as object | undefined), ...members });
    return [part, Object.fromEntries(all.filter(([, member]) => member !== undefined))];
  });
  return { ...input, ...Object.fromEntries(merged) };
}

function replaced(request: SampleRequest, from: string, to: string): SampleRequest {
  const { target, body } = request;
  return { ...request, target: target.replaceAll(from, to), ...(typeof body === 'string' ? { body: body.replaceAll(from, to) } : {}) };
}

function credentialOf({ securitySchemes }: Service, { scheme, value }: Credential): unknown {
  const [first = '', second = ''] = value.split(':');
  const kind = securitySchemes.find(({ name }) => name === scheme)?.kind;
  if (kind === 'basic') return { username: first, password: second };
  return kind === 'signature' ? { key: first, secret: second } : value;
}
