// Tries the steps between states that a change or an action must refuse: `PATCH` with a status that the document does not let follow.

import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { lastStates, memberSentences, type Steps, stepsIn, tableSteps, tagTextsOf, withoutReturn } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { withMembers } from '../bodies.ts';
import { declaredMembers } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { type Arrived, arrive, isJudged, look, type Machine, nounsOf, refusalOf } from './machine.ts';
import { listedState } from './members.ts';
import { actionMoves, type Move, type SettingMove, settingMoves } from './moves.ts';

const CHECK = 'state-rules';

/** From each state that the steps lead to, all others are tried. */
export async function* stepped(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  if (read === undefined || member === undefined) return;
  const machine: Machine = { things, resource, read, member };
  const all = [...settingMoves(machine), ...actionMoves(setting, resource).filter(isSetting)];
  for (const operation of new Set(all.map((move) => move.operation))) {
    const steps = stepsOf(setting, machine, operation);
    const moves = all.filter((move) => move.operation === operation);
    const begun = steps === undefined ? undefined : await arrive(machine, []);
    if (steps === undefined || begun === undefined) continue;
    const routes = new Map<string, readonly Move[]>([[begun.seen.state, []]]);
    for (const [state, route] of routes) {
      const next = steps.next.get(state);
      if (next === undefined) continue;
      for (const move of moves)
        if (next.has(move.to) && !routes.has(move.to) && (await arrive(machine, [...route, move]))?.seen.state === move.to)
          routes.set(move.to, [...route, move]);
      const wrong = moves.filter(({ to }) => to !== state && isWrong(steps, state, to));
      if (await tryWrong(machine, state, route, wrong, steps)) yield operation;
    }
  }
}

/**
 * The steps that the texts of an operation tell, its tags and the members that say the state; or else the states that they call last, or that
 * nothing comes back to.
 */
export function stepsOf({ context, resource }: Setting, machine: Machine, operation: Operation): Steps | undefined {
  const { states: names } = machine.member;
  const tags = tagTextsOf(context.service, operation);
  const about = textsAbout(machine, operation);
  const texts = [operation.description ?? '', ...tags, ...about];
  const first = (read: (text: string) => Steps | undefined): Steps | undefined => {
    for (const text of texts) {
      const found = read(text);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return (
    // The rows of a table read as sentences say something else.
    first((text) => tableSteps(text, names)) ??
    stepsIn(operation, names, about) ??
    first((text) => (tags.includes(text) ? stepsIn({ description: text }, names) : undefined)) ??
    first((text) => lastStates(text, names, nounsOf(resource))) ??
    first((text) => withoutReturn(text, names, nounsOf(resource)))
  );
}

/** Whether the texts refuse a step from one state to another one, both of which they speak of. */
export function isWrong(steps: Steps | undefined, from: string, to: string): boolean {
  return steps?.next.has(to) === true && steps.next.get(from)?.has(to) === false;
}

function isSetting(move: Move): move is SettingMove {
  return move.to !== undefined;
}

/** What the members that say the state tell of it: what is read, and what the operation takes. */
function textsAbout({ read, member }: Machine, operation: Operation): readonly string[] {
  const taken = [...propertiesOf(memberSchemasOf(operation)).values()].map((one) => [...possibleConjuncts(one)]);
  const named = taken.filter((one) => one.some(({ enum: listed = [] }) => listed.some((value) => member.states.includes(String(value)))));
  return [...new Set([declaredMembers(read).get(member.name) ?? [], ...named].flatMap(memberSentences).map(({ text }) => text))];
}

/** Whether a thing has come into the state, and steps were tried there. */
async function tryWrong(
  machine: Machine,
  state: string,
  route: readonly Move[],
  wrong: readonly SettingMove[],
  { quotes }: Steps,
): Promise<boolean> {
  const arrived = wrong.length === 0 ? undefined : await arrive(machine, route);
  if (arrived === undefined || arrived.seen.state !== state) return false;
  const { lab, thing } = arrived;
  for (const move of wrong) {
    const { operation, to } = move;
    const exchange = await sentFitting(machine, arrived, move);
    if (exchange === undefined || !isJudged(exchange)) return true;
    if (!isSuccess(exchange)) continue;
    const after = await look(machine, lab, thing);
    // What is answered with success, and changes nothing, may be ignored.
    if (after?.state !== to) return true;
    const message = `${operation.id} has changed \`${machine.member.name}\` from \`${state}\` to \`${to}\`, a step that the document says is refused.`;
    lab.fault(CHECK, message, refusalOf(operation, [quotes.join(' ')]), exchange);
  }
  return true;
}

/** The most days of a thing that are tried in a step. */
const MOST_DAYS = 3;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The answer to a step; where the body is refused as wrong, it is sent again with the days that the thing has, since others may not fit it. */
async function sentFitting(
  { things }: Machine,
  { lab, thing, seen }: Arrived,
  { operation, says, input }: SettingMove,
): Promise<Answered | undefined> {
  const days = [...new Set(Object.values(seen.resource).filter((value) => typeof value === 'string' && DAY.test(value)))];
  const own = Object.entries(membersIn(operation, input) ?? {}).filter(([, value]) => typeof value === 'string' && DAY.test(value));
  const dated = own.length === 0 || input === undefined ? [] : days.slice(0, MOST_DAYS);
  const others = dated.map(
    (day) =>
      input && withMembers(operation, input, { ...membersIn(operation, input), ...Object.fromEntries(own.map(([name]) => [name, day])) }),
  );
  let last: Answered | undefined;
  for (const one of [input, ...others]) {
    const act = { says: `${says} in the state ${seen.state}`, probe: CHECK, input: one };
    last = await unlessStopped(things.call(lab, operation, thing, act));
    if (last === undefined || isSuccess(last)) return last;
    lab.forget(last);
    if (last.response.status !== 400 && last.response.status !== 422) return last;
  }
  return last;
}
