// Makes examples of schemas, inputs and results, and checks each by the generated validators: the runtime of generated `examples.ts` files.

import { type AnyInput, encodeRequest } from '../client/encode-request.ts';
import type { BodyCodec } from '../contract/body.ts';
import { OctavoError } from '../contract/errors.ts';
import { formatIssue } from '../contract/format-issue.ts';
import type { Issue, Validator } from '../contract/issue.ts';
import type { Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import { bodiless, forStatus } from '../contract/responses.ts';
import type { AnyResult } from '../contract/result.ts';
import { encodeResult, InvalidResult } from '../server/respond.ts';
import type { Checks } from '../validate/checks.ts';
import { recurse } from '../validate/report.ts';
import type { Transform } from '../validate/transform.ts';
import { specificity } from '../wire/match-media.ts';
import { isRange } from '../wire/media-type.ts';
import { sentType, withoutEmpty } from './empty.ts';
import { type ExampleFacts, readFacts } from './example-facts.ts';
import type { ExampleSchema, ExampleSchemas } from './example-schema.ts';
import { type SampleOptions, Unsatisfied } from './position.ts';
import { createRandom, type Random } from './random.ts';
import { sampleValue } from './sampler.ts';

/** A schema for which no value was found: no value matches it, or its keywords constrain each other in a way that sampling does not find. */
export class ExampleError extends OctavoError {
  override readonly name = 'ExampleError';
  /** The name of the schema, or the input or response of the operation. */
  readonly schema: string;

  constructor(schema: string, reason: string, operation?: string) {
    super(`There is no example of ${schema}: ${reason}.`, operation);
    this.schema = schema;
  }
}

/** How many values are tried before an `ExampleError`. */
const ATTEMPTS = 40;

interface Wanted {
  readonly what: string;
  readonly operation?: string;
  readonly schemas: ExampleSchemas;
  readonly schema: ExampleSchema;
  readonly random: Random | undefined;
  /** The value as it is on the wire. Default: the value itself. */
  readonly carried?: (value: unknown) => unknown;
  /** Why a value is refused; `undefined` for a valid one. */
  readonly fault: (value: unknown) => string | undefined;
}

function find({ what, operation, schemas, schema, random, fault, carried = (value) => value }: Wanted): unknown {
  const source = random ?? createRandom(1);
  let reason = 'no value was found';
  let unsatisfied = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const policy = random !== undefined ? 'some' : attempt === 0 ? 'first' : 'none';
    const options: SampleOptions = { random: source, examples: attempt > ATTEMPTS / 2 ? 'none' : policy, tagged: attempt % 2 === 0 };
    try {
      const value = carried(sampleValue(schemas, schema, options));
      const wrong = fault(value);
      if (wrong === undefined) return value;
      reason = wrong;
    } catch (error) {
      if (!(error instanceof Unsatisfied)) throw error;
      reason = `${error.position === '' ? '' : `at ${error.position.slice(0, 200)}, `}${error.message}`;
      // Sampling has tried with and without the tags of discriminators; another attempt would not help.
      if (++unsatisfied === 6) break;
    }
  }
  throw new ExampleError(what, reason, operation);
}

function issueOf(validate: Validator | undefined, value: unknown): string | undefined {
  let valid = true;
  const first = firstOf((issues) => {
    valid = validate === undefined || recurse(validate, value, issues);
  });
  return valid ? undefined : (first ?? 'the validator takes no value that was found');
}

/** The first issue as a sentence, without its full stop. */
function firstOf(look: (issues: Issue[]) => void): string | undefined {
  const issues: Issue[] = [];
  look(issues);
  const [first] = issues;
  return first === undefined ? undefined : formatIssue(first).replace(/\.$/, '');
}

/** Checks the items of a stream one by one. */
function issueOfItems(validate: Validator | undefined, items: unknown): string | undefined {
  if (!Array.isArray(items)) return undefined;
  return items.map((item: unknown) => issueOf(validate, item)).find((issue) => issue !== undefined);
}

/** The items as a body that is a stream; every loop over it starts again. */
function iterableOf(items: unknown): AsyncIterable<unknown> {
  return {
    async *[Symbol.asyncIterator]() {
      if (Array.isArray(items)) yield* items;
    },
  };
}

/** The examples of a service, or of a part of it. */
export class Examples {
  readonly #facts: () => ExampleFacts;

  /** `text` is the JSON in generated code, which is parsed for the first example. `shared` has the entries that it refers to but does not contain. */
  constructor(text: string, shared?: Examples) {
    let facts: ExampleFacts | undefined;
    this.#facts = () => {
      facts ??= readFacts(text, shared === undefined ? undefined : shared.#facts());
      return facts;
    };
  }

  /**
   * A value of a named schema, as users hold it. With a random source, any value; without one, always the same: the document's example where there
   * is one.
   * @throws {ExampleError} when no value was found.
   */
  schema<T>(name: string, validate: Validator, random?: Random, transform?: Transform): T {
    const { schemas } = this.#facts();
    const schema: ExampleSchema = { $ref: name };
    const hold = (value: unknown, issues: Issue[]): unknown =>
      transform === undefined ? value : transform.convert(value, 'receive', issues);
    const fault = (value: unknown): string | undefined => issueOf(validate, value) ?? firstOf((issues) => void hold(value, issues));
    return hold(find({ what: name, schemas, schema, random, fault }), []) as T;
  }

  /**
   * An input that the operation's validator accepts and that can be sent. `name` is the operation's name in code.
   * @throws {ExampleError} when no input was found.
   */
  input<Input>(name: string, operation: Operation<Input>, checks: Pick<Checks, 'input' | 'items'>, random?: Random): Input {
    const { schemas, operations } = this.#facts();
    const what = `the input of ${operation.id}`;
    const hold = (value: unknown, issues: Issue[]): unknown => operation.conversion?.receiveInput(value, issues) ?? value;
    const fault = (value: unknown): string | undefined =>
      issueOf(checks.input, value) ??
      issueOfItems(getOwn(checks.items?.body, sentType(operation, value)) as Validator | undefined, getOwn(value, 'body')) ??
      firstOf((issues) => void hold(value, issues)) ??
      encodingFault(() => encodeRequest(operation, value as AnyInput));
    const found = find({
      what,
      operation: operation.id,
      schemas,
      schema: operations[name]?.input ?? true,
      random,
      fault,
      carried: (value) => withoutEmpty(operation, value),
    });
    return hold(found, []) as Input;
  }

  /**
   * A result with `status`; by default the first declared success, or the first status. Where no value matches its schema, another success, `default`
   * or a declared status from 500. Its media type is the first one, unless a random source chooses another.
   * @throws {ExampleError} when no result was found, and for a status that the operation does not declare.
   */
  result<Result>(name: string, operation: Operation<unknown, Result>, checks: Checks, random?: Random, status?: number): Result {
    if (status !== undefined) return this.#resultWith(name, operation, checks, random, status);
    const [first = 520, ...others] = statusesOf(operation);
    try {
      return this.#resultWith(name, operation, checks, random, first);
    } catch (error) {
      if (!(error instanceof ExampleError)) throw error;
      for (const other of others) {
        try {
          return this.#resultWith(name, operation, checks, random, other);
        } catch (second) {
          if (!(second instanceof ExampleError)) throw second;
        }
      }
      throw error;
    }
  }

  #resultWith<Result>(
    name: string,
    operation: Operation<unknown, Result>,
    checks: Checks,
    random: Random | undefined,
    status: number,
  ): Result {
    const what = `the result ${status} of ${operation.id}`;
    const facts = this.#facts();
    const declared = forStatus(facts.operations[name]?.responses ?? {}, status);
    const response = declared?.$ref === undefined ? declared : facts.responses[declared.$ref];
    if (response === undefined) throw new ExampleError(what, 'the operation does not declare it', operation.id);
    const types = bodiless(operation, status) ? [] : Object.keys(response.contents ?? {});
    const contentType = random === undefined ? types[0] : random.pick(types);
    const properties: Record<string, ExampleSchema> = {};
    if (response.headers !== undefined) properties.headers = response.headers;
    const body = contentType === undefined ? undefined : response.contents?.[contentType];
    if (body !== undefined) properties.body = body;
    const schema: ExampleSchema = { type: ['object'], properties, required: Object.keys(properties) };
    const codec = contentType === undefined ? undefined : forStatus(operation.responses, status)?.contents?.[contentType];
    const isStream = codec?.items !== undefined;
    const validators = isStream ? checks.items?.responses : checks.responses;
    const validate = contentType === undefined || validators === undefined ? undefined : forStatus(validators, status)?.[contentType];
    const complete = (value: unknown): AnyResult => ({
      status,
      ...(contentType !== undefined && (types.length > 1 || isRange(contentType)) ? { contentType: literalType(contentType, codec) } : {}),
      ...(value as object),
      ...(isStream ? { body: iterableOf(getOwn(value, 'body')) } : {}),
    });
    const hold = (value: unknown): AnyResult => operation.conversion?.receiveResult(operation, complete(value)) ?? complete(value);
    const fault = (value: unknown): string | undefined => {
      const found = getOwn(value, 'body');
      return (
        (isStream ? issueOfItems(validate, found) : issueOf(validate, found)) ??
        encodingFault(() => encodeResult(operation, hold(value), checks))
      );
    };
    return hold(find({ what, operation: operation.id, schemas: facts.schemas, schema, random, fault })) as Result;
  }
}

/** The first declared success, or the first status; then the other successes, `default`, and the statuses from 500. */
function statusesOf({ responses }: Operation): number[] {
  const keys = Object.keys(responses);
  const successes = keys.filter((key) => key.startsWith('2'));
  const first = successes[0] ?? keys.find((key) => key === 'default') ?? keys[0] ?? 'default';
  const others = [...successes, ...keys.filter((key) => key === 'default'), ...keys.filter((key) => key.startsWith('5'))];
  // After a success without a value, `default` is the status of a failure.
  return [codeOf(first, keys, [200, 201, 202, 500]), ...others.filter((key) => key !== first).map((key) => codeOf(key, keys, [500, 520]))];
}

/** The status of a key. For a range or `default`, a code that no other key names. */
function codeOf(key: string, keys: readonly string[], usual: readonly number[]): number {
  if (/^\d{3}$/.test(key)) return Number(key);
  const codes = key === 'default' ? usual : [0, 1, 2, 3].map((code) => Number(key[0]) * 100 + code);
  return codes.find((code) => !keys.includes(String(code))) ?? 520;
}

/** The media type itself; of a range, the usual one of its codec, or one with a name of no meaning. */
function literalType(contentType: string, codec: BodyCodec | undefined): string {
  if (!isRange(contentType)) return contentType;
  const usual = { json: 'application/json', text: 'text/plain', bytes: 'application/octet-stream' }[String(codec?.kind)];
  return usual !== undefined && specificity(contentType, usual) !== undefined ? usual : contentType.replaceAll('*', 'example');
}

function encodingFault(encode: () => unknown): string | undefined {
  try {
    encode();
    return undefined;
  } catch (error) {
    if (error instanceof OctavoError || error instanceof InvalidResult) return error.message.replace(/\.$/, '');
    throw error;
  }
}
