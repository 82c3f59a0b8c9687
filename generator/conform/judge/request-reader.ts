// Reads requests as a generated server does: which operation and input a request means, or why it is refused.
import { createServer, type Fault, type FetchHandler, type Route, type ServerRequest } from '@octavo/runtime';
import { formatIssue } from '@octavo/runtime/conformance';
import { groupBy } from '../../base/group-by.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { WireRequest } from '../contract/case.ts';
import type { Compiled } from './compile.ts';

/** How a generated server reads a request: as an operation with its decoded input, or not at all, with the status and body of its refusal. */
export type RequestVerdict =
  | { readonly accepted: true; readonly operation: Operation; readonly input: Readonly<Record<string, unknown>> }
  | Refused;

interface Refused {
  readonly accepted: false;
  readonly status: number;
  /** The reason of the refusal, as one sentence. */
  readonly reason: string;
  /** JSON pointers into the input that the refusal names: `/body/title`. */
  readonly pointers: readonly string[];
  /** The same, each with its keyword and as a sentence. */
  readonly issues: readonly { readonly path: string; readonly keyword: string; readonly text: string }[];
  /** The JSON Schema keyword that the value at the first pointer breaks. */
  readonly keyword?: string;
  /** Absent where the path or the method is not declared. */
  readonly operation?: Operation;
}

/** Ends a call of the judging server at its handler. One for all: making an error costs more than judging. */
const REACHED = new Error('The handler was reached.');

const NO_BODY = { contentType: 'text/plain', body: '' };

const BODY_BYTES = 64 * 1024 * 1024;
const TARGET_LENGTH = 1024 * 1024;

/** The key of all operations that no request tells apart, such as `/v1/{topic}` and `/v1/{snapshot}`. */
function routeOf({ method, path, sentPath = path, marks = [] }: Operation): string {
  return `${method} ${sentPath.replace(/\{[^}]*\}/g, '{}')} ${JSON.stringify(marks)}`;
}

export function createRequestReader(
  service: Service,
  compiled: Compiled,
): (request: WireRequest, operation?: Operation) => Promise<RequestVerdict> {
  const accepted = new WeakMap<ServerRequest, RequestVerdict>();
  const handlers = Object.fromEntries(
    service.operations.map((operation) => [
      operation.name,
      (input: Readonly<Record<string, unknown>>, context: { readonly request: ServerRequest }): never => {
        accepted.set(context.request, { accepted: true, operation, input });
        throw REACHED;
      },
    ]),
  );
  // The server has no security, since only the service knows whether a credential is good, and no `x-errors`, so that refusals can be read.
  const routes = service.operations.map((operation): Route => {
    const { security: _security, errors: _errors, ...row } = compiled.rowOf(operation);
    const lenient = operation.lenientType === undefined ? {} : { lenientType: true };
    return { name: operation.name, operation: row, checks: compiled.checksOf(operation), ...lenient };
  });
  const serverOptions = {
    basePath: '',
    maxBodyBytes: BODY_BYTES,
    maxTargetLength: TARGET_LENGTH,
    validateResponses: false,
    onError: () => {},
    // Only the fault is read.
    errors: () => NO_BODY,
  };
  const answererOf = (some: readonly Route[]): NonNullable<FetchHandler['answer']> => {
    const { answer } = createServer({ id: service.id, servers: [] }, some, handlers, serverOptions);
    if (answer === undefined) throw new Error('The runtime creates servers without `answer`.');
    return answer;
  };
  const shared = new Map([...groupBy(service.operations, routeOf).values()].flatMap((group) => group.map((one) => [one, group] as const)));
  const own = new Map<Operation, NonNullable<FetchHandler['answer']>>();
  const whole = answererOf(routes);
  /** A server knows only the first of several operations with one route. */
  const answererFor = (operation: Operation | undefined): NonNullable<FetchHandler['answer']> => {
    const group = operation === undefined ? [] : (shared.get(operation) ?? []);
    if (operation === undefined || group.length < 2) return whole;
    const found = own.get(operation) ?? answererOf(routes.filter(({ name }) => name === operation.name));
    own.set(operation, found);
    return found;
  };

  const byId = new Map(service.operations.map((operation) => [operation.id, operation]));
  return async (request, operation) => {
    const incoming = serverRequest(request);
    const { status, fault } = await answererFor(operation)(incoming);
    return accepted.get(incoming) ?? refused(status, fault, byId);
  };
}

function serverRequest({ method, target, headers, body }: WireRequest): ServerRequest {
  const bytes = body === undefined ? new Uint8Array() : typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const all: Readonly<Record<string, string>> = body === undefined ? headers : { ...headers, 'content-length': String(bytes.length) };
  return {
    method,
    target,
    origin: 'http://localhost',
    signal: new AbortController().signal,
    header: (name) => (Object.hasOwn(all, name) ? all[name] : undefined),
    bytes: async () => bytes,
    stream: () => new Blob([bytes]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}

/** From the fault and not from the body of the answer, which HEAD has none of. Without a fault, the server answered by itself, as it does OPTIONS. */
function refused(status: number, fault: Fault | undefined, operations: ReadonlyMap<string, Operation>): Refused {
  const { detail = 'The server answers it without a handler.', issues = [], operation: row } = fault ?? {};
  const keyword = issues[0]?.keyword;
  const operation = operations.get(row?.id ?? '');
  return {
    accepted: false,
    status,
    reason: detail,
    pointers: issues.map(({ path }) => path),
    issues: issues.map((issue) => ({ path: issue.path, keyword: issue.keyword, text: formatIssue(issue) })),
    ...(keyword === undefined ? {} : { keyword }),
    ...(operation === undefined ? {} : { operation }),
  };
}
