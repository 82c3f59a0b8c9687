// `if-match`: which changes `If-Match` lets pass.

import type { Reader } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { takesIfMatch } from '../../contract/if-match.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import type { Setting } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { ANOTHER, allows, callNew, changingInputs, OTHER, readTag } from './tags.ts';

/** `If-Match` compares strongly, with each ETag of a list, and `*` with whatever is there (RFC 9110 section 13.1.1). */
export async function* ifMatch({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read, changes, remove, create } = resource;
  if (read === undefined) return;
  for (const operation of [...changes, ...(remove === undefined ? [] : [remove])]) {
    if (!takesIfMatch(operation)) continue;
    const attempt = new Attempt(things, read, operation);
    if (!(await attempt.begin(await things.make(things.lab(), resource, 2)))) continue;
    const before = attempt.current;
    // What succeeds with the current ETag has no other reason to be refused.
    if (!(await attempt.succeeds(before, /^P/.test(operation.method) ? changingInputs(operation, inputs) : [undefined]))) continue;
    const isGone = operation === remove;
    if (isGone) await attempt.begin(await things.make(things.lab(), resource, 2));
    else if (before !== (await attempt.read())) await attempt.refuses(before, 'the ETag of an older version');
    await attempt.refuses(OTHER, 'a wrong ETag');
    await attempt.refuses(`W/${attempt.current}`, 'the ETag as a weak one');
    await attempt.accepts(`${OTHER}, ${attempt.current}, ${ANOTHER}`, 'a list with the current ETag');
    if (isGone) await attempt.begin(await things.make(things.lab(), resource, 2));
    else await attempt.read();
    await attempt.accepts('*', '`*`');
    if (operation === create) await attempt.refusesNew();
    yield operation;
  }
}

/** One operation on one thing, with several values of `If-Match`. */
class Attempt {
  readonly #things: Things;
  readonly #reader: Reader;
  readonly #operation: Operation;
  #input: Input | undefined;
  #lab: Lab;
  #thing: Thing | undefined;
  current = '';

  constructor(things: Things, reader: Reader, operation: Operation) {
    this.#things = things;
    this.#reader = reader;
    this.#operation = operation;
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

  async succeeds(value: string, inputs: readonly (Input | undefined)[]): Promise<boolean> {
    for (const input of inputs) {
      this.#input = input;
      const exchange = await this.#call(value, 'the current ETag');
      if (exchange !== undefined && isSuccess(exchange)) return true;
    }
    return false;
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
    // Another thing may have come in the way of the body since then.
    if (status !== 412 && !(await this.#isTaken())) return;
    this.#fault(`\`If-Match\` with ${says} is answered with ${status}.`, 'a status from 200 to 299, as for the current ETag', exchange);
  }

  /** Whether the same request succeeds with the current ETag. */
  async #isTaken(): Promise<boolean> {
    const exchange = await this.#call(this.current, 'the current ETag again');
    return exchange !== undefined && isSuccess(exchange);
  }

  /** Where nothing is, no ETag and no `*` fits (RFC 9110 section 13.1.1): a PUT makes nothing then. */
  async refusesNew(): Promise<void> {
    for (const [value, says] of [
      ['*', '`*`'],
      [OTHER, 'an ETag'],
    ] as const) {
      const thing = this.#thing;
      if (thing === undefined || this.#input === undefined || !allows(this.#lab, this.#operation, 'if-match', value, this.#input)) continue;
      const exchange = await callNew(this.#lab, this.#things, thing, this.#input, {
        says: `If-Match: ${says}, where nothing is`,
        headers: { 'if-match': value },
        probe: 'if-match',
      });
      if (exchange === undefined || !isSuccess(exchange)) continue;
      const message = `\`If-Match\` with ${says} is answered with ${exchange.response.status} where nothing is.`;
      this.#fault(message, 'the status 412', exchange);
    }
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
