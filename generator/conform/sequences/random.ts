// Creates, reads, changes, lists and deletes things in random orders, legal and illegal ones, by the commands of fast-check, which also finds the
// shortest order that fails.
import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { Operation } from '../../model/service.ts';
import type { FastCheck } from '../shrink/index.ts';
import { type Lab, SequenceFault, Stopped } from './lab.ts';
import { readList } from './pages.ts';
import type { Setting } from './script.ts';
import { change, readDeleted, readLive, remove, type State, stateOf } from './state.ts';

export interface RandomOptions {
  readonly fc: FastCheck;
  readonly seed: number;
  /** How many sequences are tried. */
  readonly runs: number;
  /** Checks that are off, or have found their fault already. */
  readonly isMuted: (check: string) => boolean;
}

/** The things that the commands of one sequence have made so far. */
interface World {
  readonly lab: Lab;
  readonly states: State[];
  /** Things that have not been changed since they were in a list, with the path of it: what stands below another thing is in another one. */
  readonly listed: Map<State, string>;
}

type Command = AsyncCommand<World, Setting>;

/** The most commands of one sequence, and things in it. */
const MOST_COMMANDS = 10;
const MOST_THINGS = 4;

/** The fault with the shortest sequence that shows it; `undefined` where no order of calls shows one. */
export async function randomFault(setting: Setting, options: RandomOptions): Promise<SequenceFault | undefined> {
  const { fc, seed, runs, isMuted } = options;
  let shortest: SequenceFault | undefined;
  const sequences = fc.commands(commandsOf(fc, setting), { maxCommands: MOST_COMMANDS });
  const property = fc.asyncProperty(sequences, async (commands) => {
    try {
      await fc.asyncModelRun(
        () => ({ model: { lab: setting.things.lab(), states: [], listed: new Map<State, string>() }, real: setting }),
        commands,
      );
    } catch (error) {
      if (error instanceof Stopped) return;
      if (!(error instanceof SequenceFault)) throw error;
      // While a sequence is made shorter, it must show the same fault.
      if (isMuted(error.check) || (shortest !== undefined && shortest.check !== error.check)) return;
      shortest = error;
      throw error;
    }
  });
  const details = await fc.check(property, { numRuns: runs, seed });
  if (details.failed && shortest === undefined) throw details.errorInstance;
  return shortest;
}

function commandsOf(fc: FastCheck, { resource }: Setting): Arbitrary<Command>[] {
  const { read, changes, remove: removing, list } = resource;
  const which = fc.nat(MOST_THINGS - 1);
  return [
    fc.integer({ min: 1, max: 8 }).map((variant) => creating(variant)),
    ...(read === undefined ? [] : [which.map((index) => reading(index))]),
    ...changes.map((operation) =>
      fc.tuple(which, fc.integer({ min: 2, max: 5 })).map(([index, half]) => changing(operation, index, half * 2)),
    ),
    ...(removing === undefined ? [] : [which.map((index) => removingOf(removing, index))]),
    ...(list === undefined ? [] : [fc.constant(listing())]),
  ];
}

function creating(variant: number): Command {
  return {
    check: ({ states }) => states.length < MOST_THINGS,
    async run({ lab, states, listed }, { things, resource }) {
      const state = stateOf(await things.make(lab, resource, variant));
      // A create may change a thing that is there already, and answer with its identifier.
      const same = states.findIndex(({ thing }) => String(thing.id) === String(state.thing.id));
      const [before] = same < 0 ? [] : states.splice(same, 1, state);
      if (before === undefined) states.push(state);
      else listed.delete(before);
    },
    toString: () => `create(${variant})`,
  };
}

function reading(index: number): Command {
  return {
    check: ({ states }) => states[index] !== undefined,
    async run({ lab, states }, { things, resource }) {
      const state = states[index];
      if (state === undefined || resource.read === undefined) return;
      if (state.deleted === undefined) await readLive(lab, things, resource.read, state);
      // Without a read before it, a mark of deletion could not be told from what was there.
      else if (state.before !== undefined) await readDeleted(lab, things, resource.read, state);
    },
    toString: () => `read(${index})`,
  };
}

function changing(operation: Operation, index: number, variant: number): Command {
  return {
    // PUT may create again what was deleted.
    check: ({ states }) => states[index] !== undefined && (states[index].deleted === undefined || operation.method === 'PATCH'),
    async run({ lab, states, listed }, { things, inputs }) {
      const state = states[index];
      if (state === undefined) return;
      const act = { says: 'change', input: inputs.of(operation, variant) };
      if (state.deleted === undefined) {
        listed.delete(state);
        await change(lab, things, operation, state, act);
        return;
      }
      await things.call(lab, operation, state.thing, { ...act, says: 'change after delete', probe: 'change-after-delete' });
    },
    toString: () => `${operation.method.toLowerCase()}(${index}, ${variant})`,
  };
}

function removingOf(operation: Operation, index: number): Command {
  return {
    check: ({ states }) => states[index] !== undefined,
    async run({ lab, states }, { things }) {
      const state = states[index];
      if (state === undefined) return;
      if (state.deleted === undefined) await remove(lab, things, operation, state);
      else await things.call(lab, operation, state.thing, { says: 'delete twice', probe: 'delete-twice' });
    },
    toString: () => `delete(${index})`,
  };
}

function listing(): Command {
  return {
    check: ({ states }) => states.length > 0,
    async run({ lab, states, listed }, { things, resource }) {
      const [first] = states;
      if (first === undefined || resource.list === undefined) return;
      const found = await readList(lab, things, resource.list, first.thing, { says: 'list' });
      if (found === undefined || !found.whole) return;
      const ids = new Set(found.pages.flat());
      const path = JSON.stringify(found.last.case.input?.path ?? {});
      for (const state of states) {
        if (state.deleted !== undefined) continue;
        const id = String(state.thing.id);
        if (ids.has(id)) listed.set(state, path);
        else if (listed.get(state) === path)
          lab.fault(
            'list-after-create',
            `What was created (${id}) is no longer in the list.`,
            `an item with the identifier ${id}`,
            found.last,
          );
      }
    },
    toString: () => 'list()',
  };
}
