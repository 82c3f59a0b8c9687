// What waits moves up once something becomes free, where the document says so: with room for few, one thing more is made than there is room for,
// and the first one gives back what it has.
import { type MovingUp, movesUpIn, quoted } from '../../../inference/prose/index.ts';
import { type Reader, shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import { listedState, type StateMember } from '../machines/members.ts';
import { actionsOn } from '../machines/moves.ts';
import { crowded, type Room, roomsFor } from '../making/crowding.ts';
import { waitBriefly } from '../rules/later.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';

const CHECK = 'effects-elsewhere';

interface Rule {
  readonly operation: Operation;
  readonly said: MovingUp;
  readonly reader: Reader;
  readonly member: StateMember;
}

export async function* movedUp(setting: Setting): AsyncGenerator<Operation> {
  for (const rule of rulesOf(setting))
    for (const room of roomsFor(setting, setting.resource)) {
      if (!(await isTried(setting, rule, room))) continue;
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

/** Whether one thing waited, and another one has given back what it had. */
async function isTried(setting: Setting, { operation, said, reader, member }: Rule, room: Room): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  const read = (thing: Thing): Promise<Seen | undefined> => unlessStopped(readThing(lab, things, reader, thing));
  const isWaiting = async (thing: Thing): Promise<boolean> => {
    const seen = await read(thing);
    const state = seen && member.of(seen.resource);
    return state !== undefined && said.waiting.includes(state);
  };
  const { first, last: waiting } = (await crowded(setting, lab, { resource, room }, isWaiting)) ?? {};
  const done = first && (await unlessStopped(things.call(lab, operation, first, { says: operation.id })));
  if (waiting === undefined || done === undefined || !isSuccess(done) || done.response.status === 202) return false;
  if (!(await isWaiting(waiting))) return true;
  await waitBriefly();
  const seen = await read(waiting);
  const state = seen && member.of(seen.resource);
  if (seen === undefined || state === undefined || !said.waiting.includes(state)) return true;
  const message = `\`${member.name}\` of what waits first in ${resource.name} is \`${state}\` after ${operation.id} of what did not wait, as before it.`;
  const to = said.to.length === 0 ? 'another state' : said.to.map((one) => `\`${one}\``).join(' or ');
  return lab.fault(CHECK, message, `${to}, as the document says: ${quoted({ text: said.quote })}`, seen.exchange);
}
