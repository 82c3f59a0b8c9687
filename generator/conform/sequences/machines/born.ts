// Holds a new thing to the state that the text of its create gives it: `A new order is a draft`, `Card payments are settled at once`.
import { membersIn } from '../../../inference/bodies.ts';
import { holderOf, isObject, valueAt } from '../../../inference/pointers.ts';
import { bornIn, bornKindsIn, quoted } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { listedPlaces } from '../../../inference/targets.ts';
import type { Operation } from '../../../model/service.ts';
import { resourceIn } from '../fields.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { resultOf } from '../thing.ts';
import { type Arrived, type Machine, nounsOf } from './machine.ts';
import { listedState } from './members.ts';

const CHECK = 'state-rules';

/** Makes a thing of each kind to which a sentence gives a state of its own. */
export async function* bornByKind({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { create, edge } = resource;
  const read = shownBy(resource);
  const member = read && listedState(read);
  if (member === undefined) return;
  const text = [create.summary, create.description].join('\n\n');
  for (const { place, listed } of listedPlaces(create).filter(({ name }) => name !== member.name))
    for (const { value, state, quote } of bornKindsIn(text, member.states, listed))
      for (const input of inputs.having(create, place, value)) {
        const lab = things.lab();
        const thing = await unlessStopped(things.makeFrom(lab, resource, input, { isPrepared: true }));
        const sent = thing && valueAt(thing.created.case.input, place);
        const shown = thing && valueAt(resultOf(thing.created), holderOf(edge.from));
        const is = isObject(shown) ? member.of(shown) : undefined;
        if (thing === undefined || sent !== value || is === undefined) continue;
        yield create;
        if (is === state) break;
        const message = `\`${member.name}\` is \`${is}\` after ${create.id} with \`${value}\`, and the document says: ${quoted({ text: quote })}`;
        lab.fault(CHECK, message, `the state \`${state}\``, thing.created);
      }
}

/**
 * Whether the text gives new things a state.
 *
 * @throws {SequenceFault} where it has another one
 */
export function judgeBorn({ resource, member, read }: Machine, { lab, thing, seen }: Arrived, check: string): boolean {
  const { create } = resource;
  const born = bornIn([create.summary, create.description].join('\n\n'), { states: member.states, nouns: nounsOf(resource) });
  const { created } = thing;
  // A create that names the state may give it another one.
  if (born === undefined || created.case.operation !== create || membersIn(create, created.case.input)?.[member.name] !== undefined)
    return false;
  const answer = read.id === undefined ? undefined : resourceIn(created, read.id);
  // What goes on by itself may be further when it is read.
  const state = (answer && member.of(answer)) ?? seen.state;
  if (state === born.state) return true;
  const message = `\`${member.name}\` is \`${state}\` after ${create.id}, and the document says: ${quoted({ text: born.quote })}`;
  return lab.fault(check, message, `the state \`${born.state}\``, created);
}
