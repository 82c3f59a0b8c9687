// Examples of schemas, inputs and results, each held against the generated validators: what `examples.ts` files make them with.

import { encodeRequest, type InputParts } from '../client/outgoing.ts';
import { OctavoError } from '../contract/errors.ts';
import { formatIssue } from '../contract/format-issue.ts';
import type { Issue, Validator } from '../contract/issue.ts';
import type { Operation } from '../contract/operation.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { bodiless, forStatus } from '../contract/responses.ts';
import type { AnyResult } from '../contract/result.ts';
import { encodeResult, InvalidResult } from '../server/respond.ts';
import type { Checks } from '../validate/checks.ts';
import { recurse } from '../validate/report.ts';
import type { Transform } from '../validate/transform.ts';
import { type ExampleFacts, readFacts } from './example-facts.ts';
import type { ExampleSchema, ExampleSchemas } from './example-schema.ts';
import { createRandom, type Random } from './random.ts';
import { type SampleOptions, sampleValue, Unsatisfied } from './sampler.ts';

/** A schema that no value was found for: it takes none, or its keywords cut across each other in a way that sampling does not see through. */
export class ExampleError extends OctavoError {
  override readonly name = 'ExampleError';
  /** Name of the schema, or what of the operation. */
  readonly schema: string;

  constructor(schema: string, reason: string, operation?: string) {
    super(`There is no example of ${schema}: ${reason}.`, operation);
    this.schema = schema;
  }
}

/** Whole values that are tried before an `ExampleError`. */
const ATTEMPTS = 40;

interface Wanted {
  readonly what: string;
  readonly operation?: string;
  readonly schemas: ExampleSchemas;
  readonly schema: ExampleSchema;
  readonly random: Random | undefined;
  /** What the wire makes of a value. Default: the value itself. */
  readonly carried?: (value: unknown) => unknown;
  /** Why a value will not do, if so. */
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
      reason = `${error.place === '' ? '' : `at ${error.place.slice(0, 200)}, `}${error.message}`;
      // Sampling has tried hard already: with tags of a discriminator and without.
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

/** The first issue that comes up, as a sentence without its end. */
function firstOf(look: (issues: Issue[]) => void): string | undefined {
  const issues: Issue[] = [];
  look(issues);
  const [first] = issues;
  return first === undefined ? undefined : formatIssue(first).replace(/\.$/, '');
}

/** Of a stream, whose items are judged one by one. */
function issueOfItems(validate: Validator | undefined, items: unknown): string | undefined {
  if (!Array.isArray(items)) return undefined;
  return items.map((item: unknown) => issueOf(validate, item)).find((issue) => issue !== undefined);
}

/** As a body that is a stream; every loop over it begins anew. */
function iterableOf(items: unknown): AsyncIterable<unknown> {
  return {
    async *[Symbol.asyncIterator]() {
      if (Array.isArray(items)) yield* items;
    },
  };
}

/** The examples of a service, or of a part of one. */
export class Examples {
  readonly #facts: () => ExampleFacts;

  /** `text` is JSON as generated code holds it, read when the first example is asked for; `shared` has what it refers to without having it. */
  constructor(text: string, shared?: Examples) {
    let facts: ExampleFacts | undefined;
    this.#facts = () => {
      facts ??= readFacts(text, shared === undefined ? undefined : shared.#facts());
      return facts;
    };
  }

  /**
   * A value of a named schema, as users hold it: with a random source, of its choice; without one, the document's own example where there
   * is one, and always the same.
   * @throws {ExampleError}
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
   * An input that the operation's validator takes and the wire can carry. `name` is the operation's in code.
   * @throws {ExampleError}
   */
  input<Input>(name: string, operation: Operation<Input>, checks: Pick<Checks, 'input' | 'items'>, random?: Random): Input {
    const { schemas, operations } = this.#facts();
    const what = `the input of ${operation.id}`;
    const hold = (value: unknown, issues: Issue[]): unknown => operation.conversion?.receiveInput(value, issues) ?? value;
    const fault = (value: unknown): string | undefined =>
      issueOf(checks.input, value) ??
      issueOfItems(getOwn(checks.items?.body, sentType(operation, value)) as Validator | undefined, getOwn(value, 'body')) ??
      firstOf((issues) => void hold(value, issues)) ??
      encodingFault(() => encodeRequest(operation, value as InputParts));
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
   * A result with this status, or with the first success that is declared (else the first status); in the first media type unless a random
   * source chooses another.
   * @throws {ExampleError} also for a status that the operation does not have.
   */
  result<Result>(
    name: string,
    operation: Operation<unknown, Result>,
    checks: Checks,
    random?: Random,
    status: number = statusOf(operation),
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
    const isStream = contentType !== undefined && forStatus(operation.responses, status)?.contents?.[contentType]?.items !== undefined;
    const validators = isStream ? checks.items?.responses : checks.responses;
    const validate = contentType === undefined || validators === undefined ? undefined : forStatus(validators, status)?.[contentType];
    const complete = (value: unknown): AnyResult => ({
      status,
      ...(types.length > 1 && contentType !== undefined ? { contentType: literalType(contentType) } : {}),
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

/** The media type of an input's body. */
function sentType({ body }: Operation, input: unknown): string {
  const contentType = getOwn(input, 'contentType') ?? Object.keys(body?.contents ?? {})[0];
  return typeof contentType === 'string' ? contentType : '';
}

/**
 * An empty list or object has no text (RFC 6570 section 2.3), nor has a form a field for it, so that it is as good as absent; and so is a
 * part of such parameters alone.
 */
function withoutEmpty(operation: Operation, input: unknown): unknown {
  const kind = operation.body?.contents[sentType(operation, input)]?.kind;
  const parts = {};
  for (const [name, part] of Object.entries(input as object)) {
    const isForm = name === 'body' && (kind === 'form' || kind === 'multipart');
    if (name === 'contentType' || (name === 'body' && !isForm)) setOwn(parts, name, part);
    else if (name === 'body') setOwn(parts, name, withoutEmptyMembers(part));
    else if (name === 'querystring' && !isEmpty(part)) setOwn(parts, name, part);
    else if (!isEmpty(withoutEmptyMembers(part))) setOwn(parts, name, withoutEmptyMembers(part));
  }
  return parts;
}

function withoutEmptyMembers(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const kept = {};
  for (const [key, member] of Object.entries(part)) if (!isEmpty(member)) setOwn(kept, key, member);
  return kept;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Blob) && Object.keys(value).length === 0;
}

/** The first success that is declared, else the first status; of a range or `default`, a code that no other key names. */
function statusOf({ responses }: Operation): number {
  const keys = Object.keys(responses);
  const key = keys.find((each) => each.startsWith('2')) ?? keys.find((each) => each === 'default') ?? keys[0] ?? 'default';
  if (/^\d{3}$/.test(key)) return Number(key);
  const codes = key === 'default' ? [200, 201, 202, 500] : [0, 1, 2, 3].map((code) => Number(key[0]) * 100 + code);
  return codes.find((code) => !keys.includes(String(code))) ?? 520;
}

/** A range such as `image/*` leaves open which one: one of it. */
function literalType(contentType: string): string {
  return contentType === '*/*' ? 'application/octet-stream' : contentType.replace('/*', '/example');
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
