// The shortest sequence of each check about ETags and the conditions that name them (RFC 9110 sections 8.8 and 13).
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { resourceIn } from './fields.ts';
import { headerOf, type Inputs } from './inputs.ts';
import type { Lab } from './lab.ts';
import { isObject, pointerTo } from './pointers.ts';
import type { Reader } from './resources.ts';
import type { Script, Setting } from './script.ts';
import { isSuccess, type Thing, type Things } from './things.ts';

export const conditional: readonly Script[] = [
  { check: 'if-match', run: ifMatch },
  { check: 'if-none-match', run: ifNoneMatch },
  { check: 'etag-after-change', run: etagAfterChange },
];

const OTHER = '"octavo-no-such-tag"';

/** The most members of a body that are changed one by one. */
const MOST_MEMBERS = 12;

interface Read {
  readonly exchange: Answered;
  readonly tag: string;
  readonly resource: Readonly<Record<string, unknown>> | undefined;
}

/** Reads a thing with its ETag; `undefined` where it has no strong one. */
async function readTag(lab: Lab, things: Things, { operation, id }: Reader, thing: Thing): Promise<Read | undefined> {
  const exchange = await things.call(lab, operation, thing, { says: 'read' });
  const tag = exchange.response.headers.get('etag');
  if (!isSuccess(exchange) || tag === null || !/^"[^"]*"$/.test(tag)) return undefined;
  return { exchange, tag, resource: id === undefined ? undefined : resourceIn(exchange, id) };
}

/** `If-Match` compares strongly, with each ETag of a list, and `*` with whatever is there (RFC 9110 section 13.1.1). */
async function* ifMatch({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read, changes, remove } = resource;
  if (read === undefined) return;
  for (const operation of [...changes, ...(remove === undefined ? [] : [remove])]) {
    if (headerOf(operation, 'if-match') === undefined && !operation.responses.some(({ status }) => status === '412')) continue;
    const attempt = new Attempt(things, read, operation, inputs);
    if (!(await attempt.begin(await things.make(things.lab(), resource, 2)))) continue;
    await attempt.refuses(OTHER, 'a wrong ETag');
    await attempt.refuses(`W/${attempt.current}`, 'the ETag as a weak one');
    const before = attempt.current;
    // What succeeds with the current ETag has no other reason to be refused.
    if (!(await attempt.succeeds(before))) continue;
    const isGone = operation === remove;
    if (isGone) await attempt.begin(await things.make(things.lab(), resource, 2));
    else if (before !== (await attempt.read())) await attempt.refuses(before, 'the ETag of an older version');
    await attempt.accepts(`${OTHER}, ${attempt.current}`, 'a list with the current ETag');
    if (isGone) await attempt.begin(await things.make(things.lab(), resource, 2));
    else await attempt.read();
    await attempt.accepts('*', '`*`');
    yield operation;
  }
}

/** One operation on one thing, with several values of `If-Match`. */
class Attempt {
  readonly #things: Things;
  readonly #reader: Reader;
  readonly #operation: Operation;
  readonly #input: Input | undefined;
  #lab: Lab;
  #thing: Thing | undefined;
  current = '';

  constructor(things: Things, reader: Reader, operation: Operation, inputs: Inputs) {
    this.#things = things;
    this.#reader = reader;
    this.#operation = operation;
    this.#input = /^P/.test(operation.method) ? inputs.of(operation, 4) : undefined;
    this.#lab = things.lab();
  }

  /** Whether the thing has a strong ETag. */
  async begin(thing: Thing): Promise<boolean> {
    this.#lab = this.#things.lab();
    this.#thing = thing;
    return (await this.read()) !== undefined;
  }

  async read(): Promise<string | undefined> {
    const found = this.#thing && (await readTag(this.#lab, this.#things, this.#reader, this.#thing));
    if (found !== undefined) this.current = found.tag;
    return found?.tag;
  }

  async succeeds(value: string): Promise<boolean> {
    const exchange = await this.#call(value, 'the current ETag');
    return exchange !== undefined && isSuccess(exchange);
  }

  async refuses(value: string, says: string): Promise<void> {
    const exchange = await this.#call(value, says);
    if (exchange === undefined || !isSuccess(exchange)) return;
    this.#fault(`\`If-Match\` with ${says} is answered with ${exchange.response.status}.`, 'the status 412', exchange);
  }

  /** A list or `*` may be more than a service can read, which 412 does not say. */
  async accepts(value: string, says: string): Promise<void> {
    const exchange = await this.#call(value, says);
    const { status = 0 } = exchange?.response ?? {};
    if (exchange === undefined || (status !== 412 && !(value === '*' && BLAMING.has(status)))) return;
    this.#fault(`\`If-Match\` with ${says} is answered with ${status}.`, 'a status from 200 to 299, as for the current ETag', exchange);
  }

  async #call(value: string, says: string): Promise<Answered | undefined> {
    const thing = this.#thing;
    if (thing === undefined || !allows(this.#lab, this.#operation, 'if-match', value, this.#input)) return undefined;
    const given = this.#input === undefined ? {} : { input: this.#input };
    const act = { says: `If-Match: ${says}`, headers: { 'if-match': value }, probe: 'if-match', ...given };
    return this.#things.call(this.#lab, this.#operation, thing, act);
  }

  #fault(message: string, expected: string, exchange: Answered): never {
    this.#lab.fault('if-match', message, expected, exchange);
  }
}

/** Statuses that blame the header. */
const BLAMING = new Set([400, 422, 428]);

/** Whether the document allows the value of a header. Where it does not declare the header, HTTP does. */
function allows(lab: Lab, operation: Operation, name: string, value: string, input: Input | undefined): boolean {
  const header = headerOf(operation, name);
  if (header === undefined) return true;
  // Prose may say that a service wants the ETag itself.
  if (value === '*' && /\b(?:not?|never|without|except|only|instead)\b[^.]*\*/i.test(header.description ?? '')) return false;
  const { judge, inputs } = lab.equipment;
  const whole = input ?? inputs.least(operation);
  if (whole === undefined) return false;
  const at = pointerTo('header', header.name);
  return judge.input(operation, changedAt(whole, at, value) as Input).every(({ path }) => path !== at);
}

/** `If-None-Match` compares weakly, with each ETag of a list, and `*` with whatever is there (RFC 9110 section 13.1.2). */
async function* ifNoneMatch({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read } = resource;
  if (read === undefined) return;
  const { operation } = read;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 2);
  const found = await readTag(lab, things, read, thing);
  if (found === undefined) return;
  const { tag } = found;
  const ask = async (value: string, says: string): Promise<Answered | undefined> => {
    if (!allows(lab, operation, 'if-none-match', value, undefined)) return undefined;
    const act = { says: `If-None-Match: ${says}`, headers: { 'if-none-match': value }, probe: 'if-none-match' };
    return things.call(lab, operation, thing, act);
  };
  const current = await ask(tag, 'the current ETag');
  // `conditional-requests` says that the header has no effect.
  if (current?.response.status !== 304) return;
  const kept = current.response.headers.get('etag');
  if (kept !== tag)
    lab.fault(
      'if-none-match',
      `The response 304 has ${kept === null ? 'no ETag' : `the ETag ${kept}`}, and the response 200 has ${tag}.`,
      `the header \`ETag: ${tag}\` (RFC 9110 section 15.4.5)`,
      current,
    );
  const wrong = await ask(OTHER, 'a wrong ETag');
  if (wrong?.response.status === 304)
    lab.fault('if-none-match', '`If-None-Match` with a wrong ETag is answered with 304.', 'the status 200 with the content', wrong);
  const matching: readonly (readonly [string, string])[] = [
    [`${OTHER}, ${tag}`, 'a list with the current ETag'],
    [`W/${tag}`, 'the current ETag as a weak one'],
    ['*', '`*`'],
  ];
  for (const [value, says] of matching) {
    const exchange = await ask(value, says);
    if (exchange !== undefined && isSuccess(exchange))
      lab.fault(
        'if-none-match',
        `\`If-None-Match\` with ${says} is answered with ${exchange.response.status}.`,
        'the status 304, as for the current ETag',
        exchange,
      );
  }
  yield operation;
}

/** Changes each member alone: an ETag may be made of some members only. */
async function* etagAfterChange({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read, changes } = resource;
  if (read === undefined) return;
  for (const operation of changes) {
    const lab = things.lab();
    const thing = await things.make(lab, resource, 2);
    let before = await readTag(lab, things, read, thing);
    if (before?.resource === undefined) return;
    for (const [name, input] of singleChanges(lab, operation, inputs)) {
      const exchange = await things.call(lab, operation, thing, { says: `change \`${name}\``, input });
      if (!isSuccess(exchange)) continue;
      const after = await readTag(lab, things, read, thing);
      if (after?.resource === undefined) return;
      yield operation;
      const isChanged = isObject(input.body) && isDeepStrictEqual(after.resource[name], input.body[name]);
      if (isChanged && !isDeepStrictEqual(before.resource?.[name], after.resource[name]) && before.tag === after.tag)
        lab.fault(
          'etag-after-change',
          `The ETag is still ${after.tag} after \`${name}\` has changed.`,
          'another ETag after each change (RFC 9110 section 8.8.1)',
          after.exchange,
        );
      before = after;
    }
  }
}

/** Inputs of which each changes one member: PATCH names it alone, and PUT has all others as before. */
function* singleChanges(lab: Lab, operation: Operation, inputs: Inputs): Generator<readonly [string, Input]> {
  const variants = [4, 6, 8, 10].map((variant) => inputs.of(operation, variant)).filter((one) => one !== undefined);
  const [first] = variants;
  if (first === undefined || !isObject(first.body)) return;
  let whole: Readonly<Record<string, unknown>> = operation.method === 'PUT' ? first.body : {};
  if (operation.method === 'PUT') yield [Object.keys(whole)[0] ?? '', first];
  for (const name of Object.keys(first.body).slice(0, MOST_MEMBERS)) {
    const bodies = variants.flatMap(({ body }) => (isObject(body) && Object.hasOwn(body, name) ? [body[name]] : []));
    for (const value of bodies.filter((one) => one !== null && !isDeepStrictEqual(one, whole[name]))) {
      const input = { ...first, body: { ...whole, [name]: value } };
      if (lab.equipment.judge.input(operation, input).length > 0) continue;
      if (operation.method === 'PUT') whole = input.body;
      yield [name, input];
      break;
    }
  }
}
