// Does an operation inside of a thing several times, and judges after each time what the thing shows: its items, its sums, and what stays.
import { isObject } from '../../../inference/pointers.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import type { Equipment } from '../lab.ts';
import { waitBriefly } from '../rules/later.ts';
import { isSuccess } from '../thing.ts';
import { givenMembers, wrongGiven, wrongRefused } from './frame.ts';
import { type Manner, mannerOf, type Wrong, wrongAfterAdd } from './items.ts';
import type { Done, Look, Place } from './place.ts';
import { type Movement, movementsIn, narrowed, sumsIn, wrongMovement } from './sums.ts';
import { amountValues, type Varying, WAYS, type Way } from './varied.ts';

export const ITEMS = 'inner-items';
export const SUMS = 'inner-sums';
export const KEEPS = 'inner-keeps';
const REFUSED = 'failed-change';

/** The most additions of one kind that are judged. */
const MOST = 3;

/** What the additions on one thing share. */
export interface Series {
  readonly equipment: Equipment;
  readonly service: Service;
  readonly place: Place;
  readonly varying: Varying;
  readonly looked: (check: string, operation: Operation) => void;
}

export class Adding {
  readonly series: Series;
  readonly movements = new Map<string, Movement>();
  readonly done: Done[] = [];
  readonly #manner: Manner;
  readonly #given: readonly string[];
  readonly #forms: Set<string>;
  #way: Way | undefined;
  #now: Look;

  constructor(series: Series, now: Look) {
    this.series = series;
    this.#manner = mannerOf(series.place.inside);
    this.#given = givenMembers(series.service, series.place.inside);
    this.#forms = new Set([formOf(series.place.base)]);
    this.#now = now;
    const { inside, base } = series.place;
    if (inside.does === 'adds') for (const one of sumsIn(inside, now, this.amounts(base).keys())) this.movements.set(one.member, one);
  }

  /** The thing as it was read last. */
  get now(): Look {
    return this.#now;
  }

  /** Reads the thing anew, after requests that are judged elsewhere. */
  async refresh(): Promise<void> {
    this.#now = (await this.series.place.look()) ?? this.#now;
  }

  /** Adds a few times. Returns the answers that were refused, where nothing could be added. */
  async several(): Promise<readonly Answered[]> {
    for (let count = 1; count <= MOST; count++) {
      const refused = await this.#once(count);
      if (refused !== undefined) return this.done.length === 0 ? refused : [];
    }
    return [];
  }

  /** One more success: `undefined`; or the answers of what was tried. */
  async #once(count: number): Promise<readonly Answered[] | undefined> {
    const refused: Answered[] = [];
    for (const { input, way } of this.#tries(count)) {
      const exchange = await this.send(input, count === 1 ? 'once more' : `once more (${count})`);
      if (exchange === undefined) return refused;
      if (isSuccess(exchange)) {
        this.#way = way;
        return undefined;
      }
      refused.push(exchange);
    }
    return refused;
  }

  /** Adds once with a body of another form, such as another branch of a union. Returns whether that has succeeded. */
  async otherForm(variant: number): Promise<boolean> {
    const { place, varying, equipment } = this.series;
    const input = equipment.inputs.of(place.inside.operation, variant);
    if (input === undefined || this.#forms.has(formOf(input))) return false;
    this.#forms.add(formOf(input));
    const exchange = await this.send(varying.varied(place.named(input), 'less', variant), 'once more in another form');
    return exchange !== undefined && isSuccess(exchange);
  }

  /** What may succeed once more: the way that has done so, then the others. */
  *#tries(count: number): Generator<{ readonly input: Input; readonly way: Way }> {
    const { place, varying } = this.series;
    const bodies = new Set<string>();
    for (const way of new Set(this.#way === undefined ? WAYS : [this.#way, ...WAYS])) {
      const input = varying.varied(place.base, way, count);
      const body = JSON.stringify(input.body);
      if (!bodies.has(body)) yield { input, way };
      bodies.add(body);
    }
  }

  /** Sends a request and judges what it has done. `undefined`: it was not answered, or the thing cannot be read. */
  async send(input: Input, says: string, check: string = ITEMS): Promise<Answered | undefined> {
    const { place, equipment } = this.series;
    let sent = place.tagged(input, this.#now);
    let exchange = await place.send(sent, says, check);
    const renewed = exchange === undefined || isSuccess(exchange) || check !== ITEMS ? undefined : equipment.renewed(exchange);
    if (exchange !== undefined && renewed !== undefined) {
      place.lab.forget(exchange);
      sent = renewed;
      exchange = await place.send(sent, says, check);
    }
    const after = exchange && (await place.look());
    if (exchange === undefined || after === undefined) return undefined;
    const one: Done = { exchange, input: sent, before: this.#now, after };
    this.#now = after;
    if (isSuccess(exchange)) await this.#judge(one);
    else await this.#judgeRefused(one);
    return exchange;
  }

  async #judgeRefused(one: Done): Promise<void> {
    const { place, looked } = this.series;
    const { exchange } = one;
    looked(REFUSED, place.inside.operation);
    await this.#confirm(REFUSED, one, (seen) =>
      wrongRefused(place.inside, exchange.response.status, place.changed(seen.before, seen.after), seen.before, seen.after),
    );
    place.lab.forget(exchange);
  }

  async #judge(one: Done): Promise<void> {
    const { place, looked } = this.series;
    const { inside } = place;
    if (inside.does === 'adds' || inside.does === 'puts') {
      looked(ITEMS, inside.operation);
      await this.#confirm(ITEMS, one, (seen) => wrongAfterAdd(inside, this.#manner, seen));
    }
    looked(KEEPS, inside.operation);
    await this.#confirm(KEEPS, one, (seen) =>
      wrongGiven(inside, place.changed(seen.before, seen.after), this.#given, seen.before, seen.after),
    );
    await this.#judgeSums(one);
    this.done.push(one);
  }

  async #judgeSums(one: Done): Promise<void> {
    const { place, looked } = this.series;
    const { inside } = place;
    const sent = this.amounts(one.input);
    for (const movement of this.movements.values()) {
      looked(SUMS, inside.operation);
      await this.#confirm(SUMS, one, (seen) => wrongMovement(inside, movement, seen.before.thing, seen.after.thing, sent));
      this.movements.set(movement.member, narrowed(movement, one.before.thing, one.after.thing, sent));
    }
    if (this.done.length > 0 || inside.does === 'changes' || inside.does === 'puts') return;
    for (const movement of movementsIn(inside, one.before.thing, one.after.thing, sent))
      if (!this.movements.has(movement.member) && !place.moving.has(movement.member.split('/')[0] ?? ''))
        this.movements.set(movement.member, movement);
  }

  /** The amounts that a request sends, by name. */
  amounts(input: Input): ReadonlyMap<string, number> {
    return amountValues(this.series.varying.amountsIn(input));
  }

  /** @throws {SequenceFault} where it is wrong, a moment later too: what a service keeps in two places may be brought up to date then. */
  async #confirm(check: string, one: Done, wrong: (seen: Done) => Wrong | undefined): Promise<void> {
    const { place } = this.series;
    if (wrong(one) === undefined) return;
    await waitBriefly();
    const after = await place.look();
    const found = after && wrong({ ...one, after });
    if (found === undefined || after === undefined) return;
    place.lab.fault(check, found.message, found.expected, after.exchange);
  }
}

/** The form of a body: the names that it has, and what tells branches of a union apart. */
function formOf({ body }: Input): string {
  if (!isObject(body)) return typeof body;
  return JSON.stringify(
    Object.entries(body)
      .map(([name, value]) => [name, /^(?:kind|type|outcome|mode|method)$/i.test(name) ? value : ''])
      .sort(),
  );
}
