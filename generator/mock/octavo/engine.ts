// One document in the thread: its generated server judges each request and Prism's response to it, and answers with an example where that is needed.
import type { Checks, Fault, FetchHandler, ServerRequest } from '@octavo/runtime';
import { forStatus, type Issue, recurse, sampleValue, Unsatisfied } from '@octavo/runtime/conformance';
import { anyone, createRandom, ExampleError, type Random } from '@octavo/runtime/testing';
import { messageOf } from '../../base/error.ts';
import { compiledOf, exported, type JudgeOptions, loadGenerated } from '../../conform/judge/compile.ts';
import type { ReadingFacts } from '../../conform/judge/reading.ts';
import { type SampleSchemas, sampleSchemas } from '../../conform/judge/schemas.ts';
import { createServerName, exampleName } from '../../emit/text/names.ts';
import { statedBodyBytes } from '../../model/body-limit.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { wordsFor } from '../living/believable/faker.ts';
import { ownWords } from '../living/believable/words.ts';
import type { Delivered, LivingCommand, LivingTold } from '../living/commands.ts';
import { tried } from '../living/examples.ts';
import { answerInFront, type FrontHandlers, HandlerFault } from '../living/in-front.ts';
import { createLiving } from '../living/living.ts';
import type { Input } from '../living/places.ts';
import type { Result } from '../living/setting.ts';
import { unknownPreference } from '../unknown-preference.ts';
import { operationOf, withDeclaredHeaders } from './declared-headers.ts';
import { errorsOf } from './errors.ts';
import { plain, serverRequest, withNumbers, withOpenConditions, withoutProofs } from './forms.ts';
import { bodyFault, faultOf, recordedRefusal, refusal } from './given.ts';
import { withBodyOfGet } from './heads.ts';
import { declares, namedExamples, preferencesOf } from './prefer.ts';
import type { EngineAsk, EngineOutcome, LivingSource } from './protocol.ts';
import { withRepeated } from './repeating.ts';
import { unchanged } from './unchanged.ts';

export interface Engine {
  answer(ask: EngineAsk): Promise<EngineOutcome>;
  /** Does what control asks of a living mock. */
  tell(command: LivingCommand): LivingTold;
}

/** Facts about a request while its server works on it. */
interface Turn {
  readonly ask: EngineAsk;
  /** Set where the request is valid. */
  operation?: Operation;
  /** Whether the answer is that of a living mock, or of a handler in front of it. */
  by?: 'living' | 'handler';
  /** What a living mock sends besides. */
  deliveries?: readonly Delivered[];
  outcome?: EngineOutcome;
  /** Why Prism's answer is not sent. */
  reason?: string;
}

type ExampleOf = (random: Random | undefined, status: number | undefined) => Result;

/** Ends a call of the server once the outcome is known. One for all: making an error costs more than judging. */
const DECIDED = new Error('The outcome is known.');

const BODY_BYTES = 16 * 1024 * 1024;
const TARGET_LENGTH = 64 * 1024;

/**
 * @param options what the configuration says of the document's generated code
 * @param remembering what it begins with, where it remembers what requests create and change
 * @param front handlers of the user's own, by the names of operations in code
 * @throws where the generated code cannot be loaded, as when it needs a package that is not installed.
 */
export async function createEngine(
  written: Service,
  options: JudgeOptions,
  remembering?: LivingSource,
  front: FrontHandlers = {},
): Promise<Engine> {
  const accepting = withoutProofs(written);
  const service = remembering === undefined ? accepting : withOpenConditions(accepting);
  const generated = await loadGenerated(service, options, ['operations.ts', 'checks.ts', 'server.ts', 'examples.ts']);
  const compiled = compiledOf(generated);
  const schemas = sampleSchemas(service);
  const { matchesHeader } = schemas;
  const factsOf = (operation: Operation): ReadingFacts => ({
    operation,
    row: compiled.rowOf(operation),
    checks: compiled.checksOf(operation),
    matchesHeader,
  });
  const turns = new WeakMap<ServerRequest, Turn>();
  let seed = 0;
  const exampleOf = (operation: Operation): ExampleOf => exported(generated['examples.ts'], exampleName(`${operation.typeName}Result`));
  /** By name and status. The document's example is the same each time, and takes a search through its schemas. */
  const examples = new Map<string, Result>();
  const keptExample = (operation: Operation, status: number | undefined): Result => {
    const key = `${operation.name} ${status}`;
    const known = examples.get(key) ?? exampleOf(operation)(undefined, status);
    examples.set(key, known);
    return known;
  };
  /** A living mock compares 64-bit integers with other numbers. */
  const inNumbers = <T>(operation: Operation, value: T): T =>
    compiled.rowOf(operation).conversion === undefined ? value : (withNumbers(value) as T);
  /** What the clock shows in the request that is worked on: a living mock answers without waiting. */
  let moment: number | undefined;
  const words = remembering?.root === undefined ? ownWords : await wordsFor(remembering.root);
  const living =
    remembering &&
    createLiving(
      service,
      {
        example: (operation, status, random) =>
          inNumbers(operation, random === undefined ? keptExample(operation, status) : exampleOf(operation)(random, status)),
        judge: (operation, { status, contentType, body }) => bodyIssues(compiled.checksOf(operation), status, contentType, body),
        allows: schemas.matches,
        sample: (schema, random) => withNumbers(sampled(schemas, schema, random)),
        errorOf: errorsOf(service),
        now: () => new Date(moment ?? Date.now()),
      },
      { ...remembering, words },
      remembering.image,
    );

  const resultOf = (operation: Operation, turn: Turn): unknown => {
    const result = exampleFor(operation, turn);
    return unchanged(operation, result, turn.ask.request, (status) => tried(() => exampleOf(operation)(undefined, status))) ?? result;
  };

  const exampleFor = (operation: Operation, { ask: { request, dynamic } }: Turn): Result => {
    const wanted = preferencesOf(request.headers.prefer);
    const random = (wanted.dynamic ?? dynamic) ? createRandom(++seed) : undefined;
    const example = exampleOf(operation);
    const named = wanted.example === undefined ? undefined : namedResult(operation, wanted.example, wanted.code);
    if (named === undefined) return example(random, wanted.code);
    const { headers } = example(random, named.status);
    return held(operation, { ...named, ...(headers === undefined ? {} : { headers }) });
  };

  /** A result with values as the wire has them, in the form that the server takes. */
  const held = (operation: Operation, result: Result): Result => {
    const row = compiled.rowOf(operation);
    return (row.conversion?.receiveResult(row, result) as Result | undefined) ?? result;
  };

  /** The example of a response; `undefined` where there is none, or where its schema refuses it. */
  const namedResult = (operation: Operation, name: string, code: number | undefined) => {
    const found = namedExamples(operation).find((one) => one.name === name && (code === undefined || one.status === String(code)));
    if (found === undefined || !/^\d+$/.test(found.status)) return undefined;
    const status = Number(found.status);
    const { contentType, value } = found;
    const result = { status, contentType, body: value };
    return bodyIssues(compiled.checksOf(operation), status, contentType, value).length === 0 ? result : undefined;
  };

  /** What a living mock answers, where the request asks for no response in particular. */
  const lived = (operation: Operation, input: unknown, turn: Turn): unknown => {
    const { request, base = '' } = turn.ask;
    const { code, example, dynamic } = preferencesOf(request.headers.prefer);
    if (living === undefined || code !== undefined || example !== undefined || dynamic === true) return undefined;
    moment = turn.ask.now;
    const found = living.answer(operation, {
      input: inNumbers(operation, input as Input),
      headers: request.headers,
      target: request.target,
      base,
    });
    if (found === undefined) return undefined;
    if ('result' in found) {
      if (found.isWithoutState !== true) turn.by = 'living';
      if (found.deliveries !== undefined) turn.deliveries = found.deliveries;
      return held(operation, found.result);
    }
    turn.outcome = { kind: 'answer', answer: found.answer, reason: '', by: 'living', operation: operation.id };
    throw DECIDED;
  };

  const handle = async (operation: Operation, input: unknown, turn: Turn): Promise<unknown> => {
    turn.operation = operation;
    const { given, request, faults = [] } = turn.ask;
    const fault = faults.find((one) => one.operation === undefined || one.operation === operation.id);
    if (fault !== undefined) {
      turn.outcome = { kind: 'ordered', fault: fault.id, operation: operation.id };
      throw DECIDED;
    }
    if (given !== undefined && turn.ask.isRecorded === true) {
      const reason = await bodyFault(factsOf(operation), given, request.method);
      turn.outcome = { kind: 'kept', ...(reason === undefined ? {} : { reason: `it is not what the document declares: ${reason}` }) };
      throw DECIDED;
    }
    if (given !== undefined) {
      const reason = await faultOf(factsOf(operation), given, request.method);
      if (reason === undefined) {
        turn.outcome = { kind: 'kept' };
        throw DECIDED;
      }
      turn.reason = reason;
    }
    const { code, example } = preferencesOf(request.headers.prefer);
    const named = namedExamples(operation);
    const where = `${request.method} ${request.target.split('?')[0]}`;
    const statuses = operation.responses.map(({ status }) => status);
    if (code !== undefined && !declares(statuses, code)) {
      turn.outcome = { kind: 'answer', answer: unknownPreference({ where, code, statuses }), reason: '' };
      throw DECIDED;
    }
    if (example !== undefined && !named.some(({ name }) => name === example)) {
      turn.outcome = { kind: 'answer', answer: unknownPreference({ where, example, named }), reason: '' };
      throw DECIDED;
    }
    try {
      const own = await answerInFront(front, operation, input, request);
      if (own !== undefined) {
        turn.by = 'handler';
        return held(operation, own);
      }
      return lived(operation, input, turn) ?? resultOf(operation, turn);
    } catch (error) {
      if (!(error instanceof ExampleError) && !(error instanceof HandlerFault)) throw error;
      turn.outcome = { kind: 'none', detail: error.message, ...(error instanceof ExampleError ? { isByDocument: true } : {}) };
      throw DECIDED;
    }
  };

  const handlers = Object.fromEntries(
    service.operations
      .filter(({ responses }) => responses.length > 0)
      .map((operation) => [
        operation.name,
        (input: unknown, { request }: { readonly request: ServerRequest }) => {
          const turn = turns.get(request);
          if (turn === undefined) throw DECIDED;
          return handle(operation, input, turn).catch((error: unknown) => {
            if (error !== DECIDED) turn.outcome = { kind: 'none', detail: `the generated mock failed: ${messageOf(error)}` };
            throw DECIDED;
          });
        },
      ]),
  );
  const create = exported<(handlers: object, options: object) => FetchHandler>(generated['server.ts'], createServerName(service));
  const { answer: serve } = create(handlers, {
    basePath: '',
    maxBodyBytes: statedBodyBytes(service, BODY_BYTES) ?? BODY_BYTES,
    maxTargetLength: TARGET_LENGTH,
    onError: () => {},
    // The mock sends another body for this error.
    errors: ({ kind }: Fault) => (kind === 'internal-error' ? { contentType: 'text/plain', body: '' } : undefined),
    security: Object.fromEntries(service.securitySchemes.map(({ name }) => [name, anyone])),
  });
  if (serve === undefined) throw new Error('The runtime creates servers without `answer`.');
  const byId = new Map(service.operations.map((operation) => [operation.id, operation]));

  const answered = async (ask: EngineAsk): Promise<EngineOutcome> => {
    const turn: Turn = { ask };
    const incoming = serverRequest(ask.request);
    turns.set(incoming, turn);
    const answer = await serve(incoming);
    if (turn.outcome !== undefined) return turn.outcome;
    if (ask.isRecorded === true) return recordedRefusal(ask, answer);
    if (turn.operation === undefined)
      return withDeclaredHeaders(await refusal(ask, answer, service), service.operations, ask.request, {
        exampleOf: (operation, status) => tried(() => keptExample(operation, status)),
        allows: schemas.matches,
      });
    if (turn.by === 'handler' && answer.fault !== undefined)
      return { kind: 'none', detail: `the handler \`${turn.operation.name}\` answered what the document does not allow` };
    if (answer.fault?.kind === 'internal-error') return { kind: 'none', detail: 'the generated mock failed' };
    const reason = turn.reason ?? 'Prism gave no response';
    return {
      kind: 'answer',
      answer: await plain(answer),
      reason,
      operation: turn.operation.id,
      ...(turn.by === undefined ? {} : { by: turn.by }),
      ...(turn.deliveries === undefined ? {} : { deliveries: turn.deliveries }),
    };
  };

  return {
    tell: (command) => living?.tell(command) ?? { kind: 'refused', detail: 'it is no living mock' },
    async answer(ask) {
      const outcome = await withBodyOfGet(ask, answered);
      if (outcome.kind !== 'answer') return outcome;
      const operation = byId.get(outcome.operation ?? '') ?? operationOf(service.operations, ask.request);
      if (operation === undefined) return outcome;
      return { ...outcome, answer: withRepeated(outcome.answer, service, operation, ask.request, schemas.matches) };
    },
  };
}

function sampled({ named, of }: SampleSchemas, schema: Schema, random: Random): unknown {
  try {
    return sampleValue(named, of(schema), { random, examples: 'none', tagged: true });
  } catch (error) {
    if (error instanceof Unsatisfied) return undefined;
    throw error;
  }
}

/** The faults of a body. A response with one media type needs not name it. */
function bodyIssues({ responses }: Checks, status: number, contentType: string | undefined, body: unknown): readonly Issue[] {
  const validators = forStatus(responses, status) ?? {};
  const validate = contentType === undefined ? Object.values(validators)[0] : validators[contentType];
  const issues: Issue[] = [];
  if (validate !== undefined) recurse(validate, body, issues);
  return issues;
}
