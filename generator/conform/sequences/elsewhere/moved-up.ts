// What waits moves up once something becomes free, where the document says so: with room for few, one thing more is made than there is room for,
// and the first one gives back what it has.
import { type MovingUp, movesUpIn, quoted } from '../../../inference/prose/index.ts';
import { type Reader, type Resource, shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { listedState, type StateMember } from '../machines/members.ts';
import { actionsOn } from '../machines/moves.ts';
import { taking, takingMore } from '../making/taking.ts';
import { scarce } from '../relations/used-up.ts';
import { waitBriefly } from '../rules/later.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';

const CHECK = 'effects-elsewhere';

/** The most kinds of things that there is tried to be little room in, and the most things that are made to fill one. */
const MOST_SOURCES = 4;
const MOST_FIRST = 3;

interface Rule {
  readonly operation: Operation;
  readonly said: MovingUp;
  readonly reader: Reader;
  readonly member: StateMember;
}

export async function* movedUp(setting: Setting): AsyncGenerator<Operation> {
  for (const rule of rulesOf(setting))
    for (const source of roomsFor(setting)) {
      if (!(await isTried(setting, rule, source))) continue;
      yield rule.operation;
      break;
    }
}

function rulesOf(setting: Setting): readonly Rule[] {
  const { resource } = setting;
  const reader = shownBy(resource);
  const member = reader && listedState(reader);
  if (reader === undefined || member === undefined) return [];
  const operations = [...actionsOn(setting, resource), ...(resource.remove === undefined ? [] : [resource.remove])];
  return operations.flatMap((operation) => {
    const said = movesUpIn(operation.description ?? '', member.states);
    return said === undefined ? [] : [{ operation, said, reader, member }];
  });
}

interface Source {
  readonly resource: Resource;
  readonly input: Input;
}

/** What the things take, and what that stands below or names, each with as little room as the document allows. */
function roomsFor(setting: Setting): readonly Source[] {
  const { things, resource } = setting;
  const taken = things.takenBy(resource).filter((one) => one !== resource);
  const all = new Set([...taken, ...taken.flatMap((one) => things.takenBy(one))]);
  all.delete(resource);
  return [...all].flatMap((one) => scarce(setting, one).map((input) => ({ resource: one, input }))).slice(0, MOST_SOURCES);
}

/** Whether one thing waited, and another one has given back what it had. */
async function isTried(setting: Setting, { operation, said, reader, member }: Rule, source: Source): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  things.forgetAll();
  const given = await unlessStopped(things.makeFrom(lab, source.resource, things.ready(source.resource.create, source.input)));
  const first = given && (await taking(setting, lab, given, resource));
  if (first === undefined) return false;
  const read = (thing: Thing): Promise<Seen | undefined> => unlessStopped(readThing(lab, things, reader, thing));
  const stateOf = async (thing: Thing): Promise<string | undefined> => {
    const seen = await read(thing);
    return seen && member.of(seen.resource);
  };
  const isWaiting = (state: string | undefined): boolean => state !== undefined && said.waiting.includes(state);
  const isOver = await stateOf(first.thing);
  if (isOver === undefined || isWaiting(isOver)) return false;
  const waiting = await filled(setting, lab, first, async (thing) => isWaiting(await stateOf(thing)));
  const done = waiting && (await unlessStopped(things.call(lab, operation, first.thing, { says: operation.id })));
  if (waiting === undefined || done === undefined || !isSuccess(done) || done.response.status === 202) return false;
  if (!isWaiting(await stateOf(waiting))) return true;
  await waitBriefly();
  const seen = await read(waiting);
  const state = seen && member.of(seen.resource);
  if (seen === undefined || state === undefined || !isWaiting(state)) return true;
  const message = `\`${member.name}\` of what waits first in ${resource.name} is \`${state}\` after ${operation.id} of what did not wait, as before it.`;
  const to = said.to.length === 0 ? 'another state' : said.to.map((one) => `\`${one}\``).join(' or ');
  return lab.fault(CHECK, message, `${to}, as the document says: ${quoted({ text: said.quote })}`, seen.exchange);
}

type First = NonNullable<Awaited<ReturnType<typeof taking>>>;

/** The first thing that waits, of those that are made after another one. */
async function filled(setting: Setting, lab: Lab, first: First, isWaiting: (thing: Thing) => Promise<boolean>): Promise<Thing | undefined> {
  for (let count = 0; count < MOST_FIRST; count++) {
    const next = await takingMore(setting, lab, setting.resource, first);
    if (next === undefined) return undefined;
    if (await isWaiting(next)) return next;
  }
  return undefined;
}
