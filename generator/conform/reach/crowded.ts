// Makes new things for the body of an operation to refer to, where those that it referred to take no more: a station has room for so many bikes.
import type { Edge } from '../../inference/edge.ts';
import { plain } from '../../inference/names.ts';
import { overlaps, placesIn, valueAt } from '../../inference/pointers.ts';
import { singular } from '../../inference/prose/index.ts';
import { collectionIn } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { blamedPlaces } from '../values/blamed.ts';
import type { Existing } from './existing.ts';
import { withThings } from './rewritten.ts';

/** How new things are made: as the document's examples are, or with what is required alone, since each other member may bind what refers to them. */
export type Renewal = 'new' | 'least';

export interface Crowded {
  /** The input of a case before it is sent: with new things from time to time, where they are known to be full soon. */
  ready(one: Case, input: Input): Promise<Input>;
  /** The input with new things; `undefined` where it refers to none, or new ones have not helped. */
  renewed(one: Case, input: Input): Promise<Input | undefined>;
  /** Has the next thing for a place of an operation refer to new things, or to one that `only` makes. `false`: such things refer to none. */
  renewFor(operation: Operation, place: string, how: Renewal, only?: Operation): boolean;
  /** What makes the thing that a text names first, of those that the things for a place refer to. */
  namedFirst(operation: Operation, place: string, text: string): Operation | undefined;
  /** Notes whether the case was answered better then. */
  helped(operation: Operation, isBetter: boolean): void;
  /** Notes what a success refers to: new things are made as that was. */
  see(exchange: Exchange): void;
  /** Whether a refusal blames what the body refers to. */
  isBlamed(exchange: Exchange): boolean;
  /** Lets what was tried in vain be tried again. */
  renew(operation: Operation): void;
}

export interface CrowdedOptions {
  readonly edges: readonly Edge[];
  readonly existing: Existing;
  /** Creates a thing for an operation. `like`: what such a thing was made with. */
  readonly make: (operation: Operation, producer: Operation, how: Renewal, like: Input | undefined) => Promise<boolean>;
}

/** How often new things may be made in vain. */
const MOST_VAIN = 2;

/** A thing takes so many others, in the cases of one operation, before a new one is made. */
const MOST_EACH = 3;

interface Due {
  readonly how: Renewal;
  /** What makes the only reference that is renewed. */
  readonly only?: Operation | undefined;
}

interface Knowledge {
  /** Whether new things have helped; `false`: in vain. */
  isKnown: boolean | undefined;
  isTrial: boolean;
  /** Whether all that the input refers to was made anew the last time. */
  isWhole: boolean;
  /** The next input refers to new things in any case. */
  due: Due | undefined;
  /** An input that refers to the things that were made last. */
  last: Input | undefined;
  /** How many cases have referred to them. */
  count: number;
  /** How often new things have not helped. */
  vain: number;
  /** What inputs have referred to already. */
  readonly taken: Set<unknown>;
  /** What the things were made with that a success has referred to, by their makers. */
  readonly likes: Map<Operation, Input>;
}

export function createCrowded({ edges, existing, make }: CrowdedOptions): Crowded {
  const known = new Map<Operation, Knowledge>();
  const of = (operation: Operation): Knowledge => {
    const one = known.get(operation) ?? {
      ...{ isKnown: undefined, isTrial: false, isWhole: false, due: undefined, last: undefined, count: 0, vain: 0 },
      ...{ taken: new Set(), likes: new Map() },
    };
    known.set(operation, one);
    return one;
  };

  const referring = Map.groupBy(
    edges.filter(({ consumer, producer, to }) => producer !== consumer && to.startsWith('/body/')),
    ({ consumer }) => consumer,
  );

  async function withNew({ operation, at }: Case, input: Input, { how, only }: Due): Promise<Input | undefined> {
    const places = (referring.get(operation) ?? []).filter(
      ({ producer, to }) =>
        (only === undefined || producer === only) && placesIn(input, to).some((one) => at === undefined || !overlaps(one, at)),
    );
    const knowledge = of(operation);
    const { likes } = knowledge;
    const made = new Set<Operation>();
    for (const producer of new Set(places.map((edge) => edge.producer)))
      if (await make(operation, producer, how, likes.get(producer))) made.add(producer);
    if (made.size === 0) return undefined;
    const { taken } = knowledge;
    // What still refers to an old thing says nothing of new ones.
    knowledge.isWhole = places.every(
      ({ to, producer }) => made.has(producer) || places.some((one) => one.to === to && made.has(one.producer)),
    );
    let filled = only === undefined ? existing.fillerOf(operation)(input, at) : input;
    for (const edge of places.filter(({ producer }) => made.has(producer))) {
      for (const place of placesIn(input, edge.to)) {
        taken.add(valueAt(input, place));
        const newest = existing.newest(edge);
        // An old thing may be the only one that fits the others, and it is the one that takes no more.
        if (newest !== undefined && taken.has(valueAt(filled, place))) filled = changedAt(filled, place, newest) as Input;
        taken.add(valueAt(filled, place));
      }
    }
    return withThings(edges, operation, input, filled, at);
  }

  /** What the bodies of the makers of the thing for a place refer to. */
  function referencesOf(operation: Operation, place: string): readonly Edge[] {
    const makers = new Set(edges.filter(({ consumer, to }) => consumer === operation && to === place).map(({ producer }) => producer));
    return edges.filter(({ consumer, to }) => makers.has(consumer) && to.startsWith('/body/'));
  }

  async function renewed(one: Case, input: Input): Promise<Input | undefined> {
    const knowledge = of(one.operation);
    knowledge.count = 0;
    const { due = { how: 'new' } } = knowledge;
    knowledge.due = undefined;
    knowledge.last = await withNew(one, input, due);
    return knowledge.last;
  }

  return {
    async ready(one, input) {
      const knowledge = of(one.operation);
      if (knowledge.isKnown !== true && knowledge.due === undefined) return input;
      if (knowledge.due === undefined && ++knowledge.count <= MOST_EACH)
        return knowledge.last === undefined ? input : withThings(edges, one.operation, input, knowledge.last, one.at);
      return (await renewed(one, input)) ?? input;
    },
    async renewed(one, input) {
      const knowledge = of(one.operation);
      if (knowledge.isKnown === false) return undefined;
      const next = await renewed(one, input);
      knowledge.isTrial = next !== undefined && knowledge.isWhole;
      return next;
    },
    renewFor(operation, place, how, only) {
      const makers = new Set(referencesOf(operation, place).map(({ consumer }) => consumer));
      for (const maker of makers) of(maker).due = { how, only };
      return makers.size > 0;
    },
    namedFirst(operation, place, text) {
      const words = plain(text);
      const found = referencesOf(operation, place)
        .map(({ producer }) => ({ producer, at: words.indexOf(plain(singular(collectionIn(producer)))) }))
        .filter(({ at }) => at >= 0);
      return found.sort((one, other) => one.at - other.at)[0]?.producer;
    },
    helped(operation, isBetter) {
      const knowledge = of(operation);
      if (!knowledge.isTrial) return;
      knowledge.isTrial = false;
      if (isBetter) Object.assign(knowledge, { isKnown: true, vain: 0 });
      else if (++knowledge.vain >= MOST_VAIN) knowledge.isKnown ??= false;
    },
    see({ case: { operation, input, intent, credential }, response }) {
      const places = referring.get(operation);
      if (places === undefined || input === undefined || intent.kind !== 'valid' || credential !== 'given') return;
      if (response === undefined || response.status >= 300) return;
      const producers = new Set(places.map(({ producer }) => producer));
      const { likes } = of(operation);
      for (const { producer, input: own } of existing.named(operation, { body: input.body }))
        if (own !== undefined && producers.has(producer) && !likes.has(producer)) likes.set(producer, own);
    },
    isBlamed(exchange) {
      const { operation, input } = exchange.case;
      const places = (referring.get(operation) ?? []).flatMap(({ to }) => placesIn(input, to));
      return places.length > 0 && blamedPlaces(exchange).some((at) => places.includes(at));
    },
    renew(operation) {
      const knowledge = of(operation);
      if (knowledge.isKnown === false) Object.assign(knowledge, { isKnown: undefined, vain: 0 });
    },
  };
}
