// The judge: what the generated code of a document says of a request and of a response. It calls no service.
import type { Operation as Row } from '@octavo/runtime';
import { type Issue, recurse } from '@octavo/runtime/conformance';
import type { Operation, Service } from '../../model/service.ts';
import type { WireRequest } from '../contract/case.ts';
import type { Reading, UntimedResponse } from '../contract/exchange.ts';
import { compile, type JudgeOptions } from './compile.ts';
import { isStream, type LiveBody, type ReadingFacts, readResponse } from './reading.ts';
import { createRequestReader, type RequestVerdict } from './request-reader.ts';
import { type SampleSchemas, sampleSchemas } from './schemas.ts';

export type { JudgeOptions } from './compile.ts';
export { concerns } from './redacted.ts';
export type { RequestVerdict } from './request-reader.ts';
export type { SampleSchemas } from './schemas.ts';
export { childrenOf, inputStatementOf, sameValue, within } from './statement.ts';

export interface Judge {
  readonly service: Service;
  readonly schemas: SampleSchemas;
  /** The operation as data: codecs, security schemes. */
  rowOf(operation: Operation): Row;
  /** The faults of an input, before it is written; empty for a valid one. */
  input(operation: Operation, input: unknown): readonly Issue[];
  /**
   * Reads a request below the base address, as a generated server does that accepts every credential. Where several operations have the path, the
   * request is read as one to `operation`; without it, to the first.
   */
  request(request: WireRequest, operation?: Operation): Promise<RequestVerdict>;
  /** Reads a response. `method` is that of the request. */
  response(operation: Operation, response: UntimedResponse, method: string): Promise<Reading>;
  /** Whether a response of this type is declared as a stream of items. */
  isStream(operation: Operation, status: number, contentType: string | null): boolean;
  /** Reads a stream while it comes, and keeps none of its items. */
  stream(operation: Operation, response: Omit<UntimedResponse, 'body'>, live: LiveBody): Promise<Reading>;
}

/** The judge of each service, by its settings: a program that runs many times against one document compiles it once. */
const judges = new WeakMap<Service, Map<string, Promise<Judge>>>();

export function createJudge(service: Service, options: JudgeOptions = {}): Promise<Judge> {
  const known = judges.get(service) ?? new Map<string, Promise<Judge>>();
  judges.set(service, known);
  const settings = JSON.stringify(options);
  const before = known.get(settings);
  if (before !== undefined) return before;
  const judge = compileJudge(service, options);
  known.set(settings, judge);
  // A disk that was full may have room the next time.
  judge.catch(() => known.delete(settings));
  return judge;
}

async function compileJudge(service: Service, options: JudgeOptions): Promise<Judge> {
  const compiled = await compile(service, options);
  const schemas = sampleSchemas(service);
  const readRequest = createRequestReader(service, compiled);
  const factsOf = (operation: Operation): ReadingFacts => ({
    operation,
    row: compiled.rowOf(operation),
    checks: compiled.checksOf(operation),
    matchesHeader: schemas.matchesHeader,
  });
  return {
    service,
    schemas,
    rowOf: compiled.rowOf,
    input(operation, input) {
      const issues: Issue[] = [];
      recurse(compiled.checksOf(operation).input, input, issues);
      return issues;
    },
    request: readRequest,
    response: (operation, response, method) => readResponse(factsOf(operation), response, method),
    isStream: (operation, status, contentType) => isStream(compiled.rowOf(operation), status, contentType),
    stream: (operation, response, live) =>
      readResponse(factsOf(operation), { ...response, body: new Uint8Array() }, operation.method, live),
  };
}
