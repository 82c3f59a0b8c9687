// Carries out what is done to the things that a create names, in the steps of a sequence.
import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import type { Inputs } from '../inputs.ts';
import { type Lab, unlessStopped } from '../lab.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Setting, Worker } from './groundwork.ts';
import { onDay } from './on-day.ts';

interface Maker {
  readonly inputs: Inputs;
  call(lab: Lab, operation: Operation, thing: Thing, act: { readonly says: string; readonly input?: Input }): Promise<Answered>;
  make(lab: Lab, resource: Resource, variant: number, options: { readonly parent: Thing }): Promise<Thing>;
  makeFrom(lab: Lab, resource: Resource, given: Input, options: { readonly parent: Thing }): Promise<Thing | undefined>;
}

export function workerFor(things: Maker, lab: Lab): Worker {
  return {
    async act(operation, thing, set) {
      if (set === undefined) return unlessStopped(things.call(lab, operation, thing, { says: operation.id }));
      for (const input of helpedFirst(things.inputs, operation, set)) {
        const exchange = await unlessStopped(things.call(lab, operation, thing, { says: `${operation.id} to ${set.value}`, input }));
        if (exchange !== undefined && isSuccess(exchange)) {
          helpedBy(things.inputs).set(keyOf(operation, set), input);
          return exchange;
        }
        if (exchange !== undefined) lab.forget(exchange);
      }
      return undefined;
    },
    makeBelow: (resource, parent) => unlessStopped(things.make(lab, resource, 0, { parent })),
    async makeOn(resource, parent, day, count) {
      const given = things.inputs.of(resource.create, 0);
      for (const input of given === undefined ? [] : onDay(given, day, count)) {
        const thing = await unlessStopped(things.makeFrom(lab, resource, input, { parent }));
        if (thing !== undefined) return thing;
      }
      return undefined;
    },
    forget: (exchange) => lab.forget(exchange),
  };
}

/** The inputs that have brought things into states. */
const helping = new WeakMap<Inputs, Map<string, Input>>();

function helpedBy(inputs: Inputs): Map<string, Input> {
  const known = helping.get(inputs) ?? new Map<string, Input>();
  helping.set(inputs, known);
  return known;
}

function keyOf({ id }: Operation, { place, value }: Setting): string {
  return `${id} ${place} ${value}`;
}

/** The inputs that may bring a thing into a state: first the one that has done so with another thing. */
function helpedFirst(inputs: Inputs, operation: Operation, set: Setting): readonly Input[] {
  const helped = helpedBy(inputs).get(keyOf(operation, set));
  const all = inputsFor(inputs, operation, set);
  return helped === undefined ? all : [helped, ...all.filter((one) => !isDeepStrictEqual(one, helped))];
}

/** A change names the state alone; an action may need more than its name, such as a reason, or may not have it. */
function inputsFor(inputs: Inputs, operation: Operation, { place, value }: Setting): readonly Input[] {
  const least = inputs.least(operation);
  if (operation.method !== 'PATCH' || least === undefined) return inputs.having(operation, place, value);
  return [changedAt(withMembers(operation, least, {}), place, value) as Input];
}
