// Finds what is done to the things that a create names before it succeeds: a plan is approved before an order names it, and a house has a key before
// it is let. What has overcome one refusal is kept, and the next one is overcome after it.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { hasWord, singular, stemOf, wordsOf } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { calledTarget } from '../../../inference/targets.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered, Exchange } from '../../contract/exchange.ts';
import { bareTextOf } from '../../contract/reason.ts';
import type { Kin } from '../kin.ts';
import { isSuccess, type Thing } from '../thing.ts';

/** Something that is done to a thing. */
interface Work {
  readonly on: Resource;
  readonly operation: Operation;
  /** What the operation makes below the thing; absent where it changes the thing itself. */
  readonly made?: Resource;
  /** The state to which it is asked to bring the thing. */
  readonly set?: Setting;
}

/** A place of an input, and the state that it names. */
export interface Setting {
  readonly place: string;
  readonly value: string;
}

/** An attempt to create something, and the things that it has named. */
export interface Attempted {
  readonly created: Answered;
  readonly sources: readonly Thing[];
}

/** The most works that are tried after one refusal, and the most refusals that are overcome in turn. */
const MOST_WORKS = 6;
const MOST_ROUNDS = 4;

/** The newest things that are kept in their order. */
const MOST_KEPT = 100;

/** How often something is made that a refused create misses. */
const MOST_MISSING = 4;

/** Statuses that may speak of a thing that a create names. */
const OF_THINGS: ReadonlySet<number> = new Set([400, 409, 422]);

/** What carries out works. What is refused, or cannot be sent, gives nothing. */
export interface Worker {
  act(operation: Operation, thing: Thing, set?: Setting): Promise<unknown>;
  makeBelow(resource: Resource, parent: Thing): Promise<Thing | undefined>;
  /** Makes something below a thing on a day; `count`: how many such things it has by now, so that what counts upwards can. */
  makeOn(resource: Resource, parent: Thing, day: string, count: number): Promise<Thing | undefined>;
  /** Leaves a refused step out of what a finding shows. */
  forget(exchange: Answered): void;
}

const DAY = /(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])/g;

export class Groundwork {
  readonly #kin: Kin;
  readonly #blamed: (exchange: Exchange) => readonly string[];
  readonly #known = new Map<Operation, readonly Work[]>();
  readonly #sought = new Set<Operation>();
  readonly #done = new WeakMap<Thing, Set<string>>();
  /** What was made in the run, by its identifier. */
  readonly #made = new Map<string, Thing>();
  readonly #newest: Thing[] = [];
  /** The days that refusals have wanted of a thing. */
  readonly #days = new WeakMap<Thing, Set<string>>();

  /** `blamed`: the places of a request that its refusal blames. */
  constructor(kin: Kin, blamed: (exchange: Exchange) => readonly string[]) {
    this.#kin = kin;
    this.#blamed = blamed;
  }

  /** Does to each thing what the create is known to need, once. */
  async prepare(worker: Worker, create: Operation, things: readonly Thing[]): Promise<void> {
    for (const work of this.#known.get(create) ?? [])
      for (const thing of things.filter(({ resource }) => resource === work.on)) await this.#do(worker, work, thing);
  }

  /**
   * Looks once for what a refused create needs: each attempt is one on new things, to which all that has helped so far is done, and one work more.
   * @returns the attempt that has succeeded.
   */
  async search({ create }: Resource, refused: Attempted, attempt: () => Promise<Attempted | undefined>): Promise<Attempted | undefined> {
    if (this.#sought.has(create) || !OF_THINGS.has(refused.created.response.status)) return undefined;
    this.#sought.add(create);
    let [helped, last]: [readonly Work[], Attempted] = [[], refused];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = textOf(last);
      for (const work of this.#worksFor(create, last)
        .filter((one) => !helped.some((other) => keyOf(other) === keyOf(one)))
        .slice(0, MOST_WORKS)) {
        this.#known.set(create, [...helped, work]);
        const next = await attempt();
        if (next !== undefined && isSuccess(next.created)) return next;
        if (next === undefined || !OF_THINGS.has(next.created.response.status) || textOf(next) === before) continue;
        helped = [...helped, work];
        last = next;
        break;
      }
      if (textOf(last) === before) break;
    }
    this.#known.delete(create);
    return undefined;
  }

  /** Notes what was made: a refusal may name it. */
  see(thing: Thing): void {
    this.#made.set(String(thing.id), thing);
    this.#newest.push(thing);
    if (this.#newest.length > MOST_KEPT) this.#newest.shift();
  }

  /** What was made after a thing that is known, or all that is kept. */
  madeAfter(known: Thing | undefined): readonly Thing[] {
    return this.#newest.slice(known === undefined ? 0 : this.#newest.lastIndexOf(known) + 1);
  }

  /** What was made last. */
  get newest(): Thing | undefined {
    return this.#newest.at(-1);
  }

  /** The answer to a create, once what its refusals miss is there. */
  async completed(worker: Worker, create: Operation, send: () => Promise<Answered>): Promise<Answered> {
    let created = await send();
    for (let count = 0; count < MOST_MISSING && !isSuccess(created); count++) {
      if (!(await this.#makeMissing(worker, create, created))) break;
      worker.forget(created);
      created = await send();
    }
    return created;
  }

  /**
   * Makes what a refusal misses below a thing on a day, where it names both: `The line L-7 was not checked on 2025-03-01`.
   * `false`: nothing was made.
   */
  async #makeMissing(worker: Worker, create: Operation, created: Answered): Promise<boolean> {
    if (!OF_THINGS.has(created.response.status)) return false;
    const text = new TextDecoder().decode(created.response.body);
    const days = [...new Set([...text.matchAll(DAY)].map(([day]) => day))];
    const named = text.match(/[\p{L}\p{N}_-]+/gu)?.flatMap((word) => this.#made.get(word) ?? []) ?? [];
    for (const thing of new Set(named))
      for (const day of days.filter((one) => this.#days.get(thing)?.has(one) !== true))
        for (const resource of this.#kin.below(thing.resource).filter((one) => one.create !== create && hasDay(one.create))) {
          const had = this.#days.get(thing) ?? new Set();
          this.#days.set(thing, had.add(day));
          if ((await worker.makeOn(resource, thing, day, had.size - 1)) !== undefined) return true;
        }
    return false;
  }

  async #do(worker: Worker, work: Work, thing: Thing): Promise<void> {
    const { operation, made, set } = work;
    const done = this.#done.get(thing) ?? new Set();
    this.#done.set(thing, done);
    if (done.has(keyOf(work))) return;
    done.add(keyOf(work));
    await (made === undefined ? worker.act(operation, thing, set) : worker.makeBelow(made, thing));
  }

  /** What may be done to the things that a create has named: first to those that the refusal blames, and what its words speak of. */
  #worksFor(create: Operation, { created, sources }: Attempted): readonly Work[] {
    const blamed = new Set(this.#blamed(created));
    const refused = stemsIn(textOf({ created }));
    const said = stemsIn(`${textOf({ created })} ${create.description ?? ''}`);
    const isBlamed = ({ on }: Work): boolean => this.#kin.references(create).some(({ resource, to }) => resource === on && blamed.has(to));
    const words = ({ operation, made, set }: Work): readonly string[] =>
      wordsOf(set?.value ?? (made === undefined ? (segmentsOf(operation.path).at(-1) ?? '') : singular(made.name))).map(stemOf);
    // A refusal names the state that the thing is in, and not the one that it should be in.
    const isPresent = ({ set }: Work): boolean => set !== undefined && hasWord(textOf({ created }), set.value);
    const rank = (work: Work): number =>
      (isPresent(work) ? 8 : 0) +
      (words(work).some((word) => refused.has(word)) ? 0 : 4) +
      (isBlamed(work) ? 0 : 2) +
      (words(work).some((word) => said.has(word)) ? 0 : 1);
    const on = [...new Set(sources.map(({ resource }) => resource))];
    const works = on.flatMap((one) => [...this.#actionsOn(one), ...this.#below(one, create)]);
    return works
      .map((work) => ({ work, rank: rank(work) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ work }) => work);
  }

  /**
   * `POST /plans/{id}/approve`, which makes nothing that has an address of its own, and what is asked for each state by its name: `PATCH` with
   * `{ "status": "open" }`.
   */
  #actionsOn(on: Resource): readonly Work[] {
    return this.#kin.consumersOf(on).flatMap((operation): readonly Work[] => {
      const isThing = parameterIn(segmentsOf(operation.path).at(-1)) !== undefined;
      const isAction = operation.method === 'POST' && !isThing && !this.#kin.all().some(({ create }) => create === operation);
      const target = isAction || (operation.method === 'PATCH' && isThing) ? calledTarget(operation) : undefined;
      if (target === undefined) return isAction ? [{ on, operation }] : [];
      return target.values.map((value) => ({ on, operation, set: { place: target.place, value } }));
    });
  }

  /** What is made below a thing, and what names it: a type is booked once it has a room. */
  #below(on: Resource, create: Operation): readonly Work[] {
    return [...new Set([...this.#kin.below(on), ...this.#kin.referringTo(on)])]
      .filter((one) => one.create !== create && one !== on)
      .map((made) => ({ on, operation: made.create, made }));
  }
}

function keyOf({ operation, set }: Work): string {
  return set === undefined ? operation.id : `${operation.id} ${set.value}`;
}

/** Whether the body of a create says a day. */
function hasDay(create: Operation): boolean {
  return [...propertiesOf(memberSchemasOf(create)).values()].some((own) =>
    [...possibleConjuncts(own)].some(({ format }) => format === 'date' || format === 'date-time'),
  );
}

/** The words of a text, without their endings. */
function stemsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/[^\p{L}]+/u).map((word) => stemOf(word.toLowerCase())));
}

/** The text of a refusal, without its numbers and identifiers. */
function textOf({ created }: Pick<Attempted, 'created'>): string {
  return bareTextOf(created.response);
}
