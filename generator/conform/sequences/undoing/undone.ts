// Numbers of other things that a create has moved are as before it, once an operation undoes it as its texts say: the balances of both accounts of a
// transfer, what was pledged in all.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { quoted, type Undone, undoneIn, wordsOf } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import { numbersOf } from '../../../inference/stated/objects.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { type Neighbour, neighbourOf } from '../elsewhere/world.ts';
import { NEAR, numbersIn } from '../inner/sums.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { waitBriefly } from '../rules/later.ts';
import { declaredMembers, type Members, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

const CHECK = 'effects-elsewhere';

/** Names of numbers to which an amount goes back; totals of what has come and gone need not fall. */
const HELD = /^(?:balance|available|funds?|money|credits?|deposit|saldo|budget|remaining|left|points)$/i;

export async function* undone(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const shown = things.takenBy(resource).flatMap((one) => shownBy(one) ?? []);
  const members = [...new Set(shown.flatMap((one) => [...declaredMembers(one).keys()]))];
  if (members.length === 0) return;
  for (const operation of [...actionsOn(setting, resource), ...(resource.remove === undefined ? [] : [resource.remove])]) {
    // What takes a number of its own may undo a part alone.
    if (numbersOf(propertiesOf(memberSchemasOf(operation))).length > 0) continue;
    const said = doingTextsOf(operation)
      .map((text) => undoneIn(text, members))
      .find((one) => one !== undefined);
    if (said !== undefined && (await isTried(setting, operation, said))) yield operation;
  }
}

/** What one neighbour shows by now. */
interface Shown {
  readonly neighbour: Neighbour;
  readonly seen: Seen;
  readonly numbers: ReadonlyMap<string, number>;
}

async function shownNow(neighbours: readonly Neighbour[]): Promise<readonly Shown[]> {
  const found: Shown[] = [];
  for (const neighbour of neighbours) {
    const seen = await neighbour.read();
    if (seen !== undefined) found.push({ neighbour, seen, numbers: numbersIn(seen.resource) });
  }
  return found;
}

/** Whether the operation has undone a create that has moved numbers of which its sentence speaks. */
async function isTried(setting: Setting, operation: Operation, said: Undone): Promise<boolean> {
  const { things, resource } = setting;
  things.forgetAll();
  const lab = things.lab();
  const first = await unlessStopped(things.make(lab, resource, 0));
  const neighbours = first === undefined ? [] : sourcesOf(first).flatMap((one) => neighbourOf(setting, lab, one) ?? []);
  if (first === undefined || neighbours.length === 0) return false;
  const undo = async (thing: Thing): Promise<boolean> => {
    const exchange = await unlessStopped(things.call(lab, operation, thing, { says: operation.id, isNeeded: true }));
    return exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202;
  };
  let before = await shownNow(neighbours);
  let thing = await oneMore(setting, lab, first);
  if (thing === undefined) {
    // There may be one at a time.
    if (!(await undo(first))) return false;
    before = await shownNow(neighbours);
    thing = await oneMore(setting, lab, first);
  }
  const moved = thing === undefined ? [] : movedSince(before, await shownNow(neighbours), said, thing);
  if (thing === undefined || moved.length === 0 || !(await undo(thing))) return false;
  const look = async (): Promise<Wrong | undefined> => wrongIn(moved, await shownNow(neighbours));
  if ((await look()) === undefined) return true;
  await waitBriefly();
  const wrong = await look();
  if (wrong === undefined) return true;
  const { neighbour, name, value, is, seen } = wrong;
  const message = `\`${name}\` of ${neighbour.name} was ${value} before ${resource.create.id}, and is ${is} after ${operation.id} of what that has made.`;
  return lab.fault(CHECK, message, `${value} again, as the document says: ${quoted({ text: said.quote })}`, seen.exchange);
}

/** The same create once more, with new values where these have to be. */
async function oneMore({ things, resource }: Setting, lab: Lab, { created, sources }: Thing): Promise<Thing | undefined> {
  const { create } = resource;
  const { input } = created.case;
  if (input === undefined) return undefined;
  const { bound = [] } = created;
  const send = (given: Input): ReturnType<Lab['step']> => lab.step({ operation: create, says: 'create once more', input: given, bound });
  let exchange = await unlessStopped(send(things.ready(create, input as Input)));
  const renewed = exchange === undefined || isSuccess(exchange) ? undefined : lab.equipment.renewed(exchange);
  if (exchange !== undefined && renewed !== undefined) {
    lab.forget(exchange);
    exchange = await unlessStopped(send(renewed));
  }
  if (exchange === undefined) return undefined;
  const id = isSuccess(exchange) ? things.idOf(resource, exchange) : undefined;
  if (id === undefined) lab.forget(exchange);
  return id === undefined ? undefined : { resource, created: exchange, id, sources };
}

/** A number of a neighbour, as it was before the create. */
interface Moved {
  readonly neighbour: Neighbour;
  readonly name: string;
  readonly value: number;
}

function movedSince(before: readonly Shown[], after: readonly Shown[], { members }: Undone, { created }: Thing): readonly Moved[] {
  const { body } = created.case.input ?? {};
  const sent = new Set([...numbersIn((body ?? {}) as Members).values()].map(Math.abs));
  const isSent = (difference: number): boolean => [...sent].some((one) => Math.abs(one - Math.abs(difference)) < NEAR);
  return before.flatMap(({ neighbour, numbers }) => {
    const now = after.find((one) => one.neighbour === neighbour)?.numbers;
    return [...numbers].flatMap(([name, value]): readonly Moved[] => {
      const difference = (now?.get(name) ?? value) - value;
      const isMeant = members?.includes(name) ?? (wordsOf(name).some((word) => HELD.test(word)) && isSent(difference));
      return isMeant && difference !== 0 ? [{ neighbour, name, value }] : [];
    });
  });
}

interface Wrong extends Moved {
  readonly is: number;
  readonly seen: Seen;
}

/** The first number that is not as it was. */
function wrongIn(moved: readonly Moved[], now: readonly Shown[]): Wrong | undefined {
  for (const one of moved) {
    const shown = now.find(({ neighbour }) => neighbour === one.neighbour);
    const is = shown?.numbers.get(one.name);
    if (shown !== undefined && is !== undefined && Math.abs(is - one.value) >= NEAR) return { ...one, is, seen: shown.seen };
  }
  return undefined;
}
