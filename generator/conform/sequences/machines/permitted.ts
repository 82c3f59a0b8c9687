// Tries what is made of a thing, such as an order of a ticket type, again once the thing is in a state that the texts refuse: it has just succeeded
// before.
import type { StateRules } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import { takes, taking } from '../making/taking.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf } from '../thing.ts';
import { isRefused, rulesAbout } from './guards.ts';
import { look, type Machine, nounsOf, refusalOf } from './machine.ts';
import { flagsOf, listedState } from './members.ts';
import { actionMoves, type Move, settingMoves } from './moves.ts';

const CHECK = 'state-rules';

export async function* permitted(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  if (read === undefined) return;
  const takers = things.all().filter((one) => takes(setting, one, resource));
  for (const member of [listedState(read), ...flagsOf(read)]) {
    if (member === undefined) continue;
    const machine: Machine = { things, resource, read, member };
    for (const taker of takers) {
      const rules = rulesAbout(taker.create, member.states, nounsOf(resource));
      for (const state of rules === undefined ? [] : member.states.filter((one) => isRefused(rules, one)))
        if (rules !== undefined && (await tryIn(setting, machine, { taker, rules, state }))) yield taker.create;
    }
  }
}

interface Guarded {
  readonly taker: Resource;
  readonly rules: StateRules;
  readonly state: string;
}

/** Whether the thing has come into the state after something was made of it, and the same was tried again. */
async function tryIn(setting: Setting, machine: Machine, { taker, rules, state }: Guarded): Promise<boolean> {
  const { things, resource, member } = machine;
  const moves = movesTo(setting, machine, state);
  const lab = things.lab();
  const given = moves.length === 0 ? undefined : await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
  const first = given && (await taking(setting, lab, given, taker));
  const isThere = async (): Promise<boolean> => given !== undefined && (await unlessStopped(look(machine, lab, given)))?.state === state;
  if (given === undefined || first === undefined || (await isThere())) return false;
  for (const { operation, says, input } of moves) {
    const exchange = await unlessStopped(things.call(lab, operation, given, { says, input }));
    if (exchange !== undefined && isSuccess(exchange) && (await isThere())) break;
  }
  if (!(await isThere())) return false;
  const again = await unlessStopped(things.make(lab, taker, first.variant, { parent: first.parent, isOwn: true }));
  if (again === undefined || again.created.response.status === 202 || !sourcesOf(again).includes(given) || !(await isThere())) return true;
  const where = `where ${member.shown(state)} in ${resource.name}`;
  const message = `${taker.create.id} is answered with ${again.created.response.status} ${where}, for which the document says that it is refused.`;
  return lab.fault(CHECK, message, refusalOf(taker.create, rules.quotes), again.created);
}

/** The moves that may lead into a state: a change that sets it, or else each action. */
function movesTo(setting: Setting, machine: Machine, state: string): readonly Move[] {
  const acts = actionMoves(setting, machine.resource);
  const set = [...settingMoves(machine), ...acts].filter(({ to }) => to === state);
  return set.length > 0 ? set : acts;
}
