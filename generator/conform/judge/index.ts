// The judge: what the generated code of a document says of a request and of a response. It calls no service.
import { createServer, type Fault, type Route, type Operation as Row, type ServerRequest } from '@octavo/runtime';
import { type Issue, recurse } from '@octavo/runtime/conformance';
import type { Operation, Service } from '../../model/service.ts';
import type { WireRequest } from '../contract/case.ts';
import type { Reading, WireResponse } from '../contract/exchange.ts';
import { compile, type JudgeOptions } from './compile.ts';
import { readResponse } from './reading.ts';
import { type SampleSchemas, sampleSchemas } from './schemas.ts';

export type { JudgeOptions } from './compile.ts';
export { inputStatementOf, statementOf, within } from './statement.ts';

/** What a generated server makes of a request: the operation and its decoded input, or the status and body that it would refuse it with. */
export type RequestVerdict =
  | { readonly accepted: true; readonly operation: Operation; readonly input: Readonly<Record<string, unknown>> }
  | Refused;

interface Refused {
  readonly accepted: false;
  readonly status: number;
  /** One sentence. */
  readonly reason: string;
  /** JSON pointers into the input that the refusal names: `/body/title`. */
  readonly pointers: readonly string[];
}

export interface Judge {
  readonly service: Service;
  readonly schemas: SampleSchemas;
  /** The operation as data: codecs, security schemes. */
  rowOf(operation: Operation): Row;
  /** The faults of an input, before it is written; empty for a valid one. */
  input(operation: Operation, input: unknown): readonly Issue[];
  /** Reads a request below the base address, as a generated server does that accepts every credential. */
  request(request: WireRequest): Promise<RequestVerdict>;
  /** Reads a response. `method` is that of the request. */
  response(operation: Operation, response: WireResponse, method: string): Promise<Reading>;
}

/** Ends a call of the judging server at its handler. One for all: making an error costs more than judging. */
const REACHED = new Error('The handler was reached.');

const BODY_BYTES = 64 * 1024 * 1024;
const TARGET_LENGTH = 1024 * 1024;

export async function createJudge(service: Service, options: JudgeOptions = {}): Promise<Judge> {
  const compiled = await compile(service, options);
  const schemas = sampleSchemas(service);
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
  // Without security, since only the service knows whether a credential is good; without `x-errors`, so that refusals can be read.
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
    errors: ({ detail, issues }: Fault) => ({ contentType: 'application/json', body: { detail, pointers: issues.map((one) => one.path) } }),
  };
  const { answer } = createServer({ id: service.id, servers: [] }, routes, handlers, serverOptions);
  if (answer === undefined) throw new Error('The runtime creates servers without `answer`.');

  return {
    service,
    schemas,
    rowOf: compiled.rowOf,
    input(operation, input) {
      const issues: Issue[] = [];
      recurse(compiled.checksOf(operation).input, input, issues);
      return issues;
    },
    async request(request) {
      const incoming = serverRequest(request);
      const { status, body } = await answer(incoming);
      return accepted.get(incoming) ?? refused(status, body);
    },
    response: (operation, response, method) =>
      readResponse(
        { operation, row: compiled.rowOf(operation), checks: compiled.checksOf(operation), matchesHeader: schemas.matchesHeader },
        response,
        method,
      ),
  };
}

function serverRequest({ method, target, headers, body }: WireRequest): ServerRequest {
  const bytes = body === undefined ? new Uint8Array() : typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const all: Readonly<Record<string, string>> = body === undefined ? headers : { ...headers, 'content-length': String(bytes.length) };
  return {
    method,
    target,
    signal: new AbortController().signal,
    header: (name) => (Object.hasOwn(all, name) ? all[name] : undefined),
    bytes: async () => bytes,
    stream: () => new Blob([bytes]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}

/** Reads the body that the option `errors` gives. */
function refused(status: number, body: unknown): Refused {
  const { detail, pointers } = JSON.parse(String(body)) as { readonly detail: string; readonly pointers: readonly string[] };
  return { accepted: false, status, reason: detail, pointers };
}
