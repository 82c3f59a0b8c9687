// Makes new things for the body of an operation to refer to, where those that it referred to take no more: a station has room for so many bikes.
import type { Edge } from '../../inference/edge.ts';
import { overlaps, placesIn } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Input } from '../plan/index.ts';
import type { Existing } from './existing.ts';
import { withThings } from './rewritten.ts';

export interface Crowded {
  /** The input of a case before it is sent: with new things from time to time, where they are known to be full soon. */
  ready(one: Case, input: Input): Promise<Input>;
  /** The input with new things; `undefined` where it refers to none, or new ones have not helped. */
  renewed(one: Case, input: Input): Promise<Input | undefined>;
  /** Notes whether the case was answered better then. */
  helped(operation: Operation, isBetter: boolean): void;
}

export interface CrowdedOptions {
  readonly edges: readonly Edge[];
  readonly existing: Existing;
  /** Creates a thing for an operation. */
  readonly make: (operation: Operation, producer: Operation) => Promise<boolean>;
}

/** A thing takes so many others, in the cases of one operation, before a new one is made. */
const MOST_EACH = 3;

interface Knowledge {
  /** Whether new things have helped; `false`: in vain. */
  isKnown: boolean | undefined;
  isTrial: boolean;
  /** How many cases have referred to the things that were made last. */
  count: number;
}

export function createCrowded({ edges, existing, make }: CrowdedOptions): Crowded {
  const known = new Map<Operation, Knowledge>();
  const of = (operation: Operation): Knowledge => {
    const one = known.get(operation) ?? { isKnown: undefined, isTrial: false, count: 0 };
    known.set(operation, one);
    return one;
  };

  async function withNew({ operation, at }: Case, input: Input): Promise<Input | undefined> {
    const places = edges.filter(
      ({ consumer, producer, to }) =>
        consumer === operation &&
        producer !== operation &&
        to.startsWith('/body/') &&
        placesIn(input, to).some((one) => at === undefined || !overlaps(one, at)),
    );
    let isMade = false;
    for (const producer of new Set(places.map((edge) => edge.producer))) isMade = (await make(operation, producer)) || isMade;
    return isMade ? withThings(edges, operation, input, existing.fillerOf(operation)(input, at), at) : undefined;
  }

  return {
    async ready(one, input) {
      const knowledge = of(one.operation);
      if (knowledge.isKnown !== true || ++knowledge.count <= MOST_EACH) return input;
      knowledge.count = 0;
      return (await withNew(one, input)) ?? input;
    },
    async renewed(one, input) {
      const knowledge = of(one.operation);
      if (knowledge.isKnown === false) return undefined;
      const next = await withNew(one, input);
      knowledge.isTrial = next !== undefined;
      return next;
    },
    helped(operation, isBetter) {
      const knowledge = of(operation);
      if (!knowledge.isTrial) return;
      knowledge.isTrial = false;
      knowledge.isKnown ||= isBetter;
    },
  };
}
