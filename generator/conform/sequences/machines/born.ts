// Holds a new thing to the state that the text of its create gives it: `A new order is a draft`.
import { membersIn } from '../../../inference/bodies.ts';
import { bornIn, quoted } from '../../../inference/prose/index.ts';
import { resourceIn } from '../fields.ts';
import { type Arrived, type Machine, nounsOf } from './machine.ts';

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
