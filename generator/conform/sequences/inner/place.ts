// One thing that an operation is done inside of: reads it before and after each request, and keeps what was sent.
import { isDeepStrictEqual } from 'node:util';
import { uncarried } from '../../../inference/bodies.ts';
import type { Inside } from '../../../inference/inner/index.ts';
import { isObject, pointerTo, valueAt } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { asTaken, type Equipment, Lab, unlessStopped } from '../lab.ts';
import type { Members } from '../rules/seen.ts';
import { isSuccess, resultOf } from '../thing.ts';

/** A thing at one moment. */
export interface Look {
  readonly exchange: Answered;
  readonly thing: Members;
  /** The items of the list that the operation is about; absent where the thing does not show it. */
  readonly items?: readonly unknown[];
}

/** A request that was answered, and the thing before and after it. */
export interface Done {
  readonly exchange: Answered;
  readonly input: Input;
  readonly before: Look;
  readonly after: Look;
}

export class Place {
  readonly lab: Lab;
  readonly inside: Inside;
  /** An input of the operation that names the thing. */
  readonly base: Input;
  /** Members that differ from one read to the next by themselves. */
  readonly moving = new Set<string>();
  readonly #equipment: Equipment;

  constructor(equipment: Equipment, inside: Inside, base: Input) {
    this.#equipment = equipment;
    this.lab = new Lab(equipment);
    this.inside = inside;
    this.base = base;
  }

  /** The thing as it is now; `undefined` where it cannot be read. */
  async look(): Promise<Look | undefined> {
    const { holder, list } = this.inside;
    const least = this.#equipment.inputs.least(holder.read);
    const input = least && this.placed(holder.read, least, holder.places);
    const exchange = await unlessStopped(this.lab.step({ operation: holder.read, says: 'read', input }));
    const found = exchange && isSuccess(exchange) ? valueAt(resultOf(exchange), holder.shape.at) : undefined;
    if (exchange === undefined || !isObject(found)) return undefined;
    const thing = uncarried(found);
    const items = list === undefined ? undefined : thing[list.name];
    return { exchange, thing, ...(Array.isArray(items) ? { items } : {}) };
  }

  /** Reads the thing twice, and notes what is another by itself. */
  async settle(): Promise<Look | undefined> {
    const [one, other] = [await this.look(), await this.look()];
    for (const name of one === undefined || other === undefined ? [] : differingMembers(one, other)) this.moving.add(name);
    return other;
  }

  /** The members that are others than before, without those that move by themselves. */
  changed(before: Look, after: Look): readonly string[] {
    return differingMembers(before, after).filter((name) => !this.moving.has(name));
  }

  /** Sends the operation, or another one, which only `check` judges. `undefined`: it cannot be sent, or is answered later. */
  async send(input: Input, says: string, check: string, operation: Operation = this.inside.operation): Promise<Answered | undefined> {
    const exchange = await unlessStopped(this.lab.step({ operation, says, input, probe: check }));
    return exchange === undefined || exchange.response.status === 202 || exchange.response.status >= 500 ? undefined : exchange;
  }

  /** The input of another operation with the values of the base that name the thing. `places`: those of the base, by those of the input. */
  placed(operation: Operation, input: Input, places: ReadonlyMap<string, string>): Input {
    return [...places].reduce<Input>((whole, [to, from]) => {
      const value = valueAt(this.base, from);
      return value === undefined ? whole : (changedAt(whole, to, asTaken(operation, to, value)) as Input);
    }, input);
  }

  /** An input of the operation with the path and the header of the base, and with what names the thing. */
  named(input: Input): Input {
    const { path, header } = this.base;
    const placed = { ...input, ...(path === undefined ? {} : { path }), ...(header === undefined ? {} : { header }) };
    return this.placed(this.inside.operation, placed, new Map([...this.inside.holder.places.values()].map((at) => [at, at])));
  }

  /** What tells the thing from others, as text. */
  get name(): string {
    return JSON.stringify([...this.inside.holder.places.values()].map((from) => valueAt(this.base, from)));
  }

  /** An input with the ETag that the thing has now, where it names one. */
  tagged(input: Input, { exchange }: Look): Input {
    const header = this.inside.operation.parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === 'if-match');
    const at = header && pointerTo('header', header.name);
    const tag = exchange.response.headers.get('etag');
    return at === undefined || tag === null || valueAt(input, at) === undefined ? input : (changedAt(input, at, tag) as Input);
  }
}

function differingMembers({ thing: one }: Look, { thing: other }: Look): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !isDeepStrictEqual(one[name], other[name]));
}
