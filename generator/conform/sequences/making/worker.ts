// Carries out what is done to the things that a create names, in the steps of a sequence.
import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import type { Inputs } from '../inputs.ts';
import { type Lab, unlessStopped } from '../lab.ts';
import type { Thing } from '../thing.ts';
import type { Worker } from './groundwork.ts';
import { onDay } from './on-day.ts';

interface Maker {
  readonly inputs: Inputs;
  call(lab: Lab, operation: Operation, thing: Thing, act: { readonly says: string }): Promise<unknown>;
  make(lab: Lab, resource: Resource, variant: number, options: { readonly parent: Thing }): Promise<Thing>;
  makeFrom(lab: Lab, resource: Resource, given: Input, options: { readonly parent: Thing }): Promise<Thing | undefined>;
}

export function workerFor(things: Maker, lab: Lab): Worker {
  return {
    act: (operation, thing) => unlessStopped(things.call(lab, operation, thing, { says: operation.id })),
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
