// Does what empties a member, by its texts, where the member has something: what stands below the thing or names it, or another action, fills it.
import { wordsOf } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { exampleOf, partsOf } from '../making/parts.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { effectsOf, judgeEffects } from './effects.ts';
import { isJudged } from './machine.ts';
import { actionMoves, actionsOn } from './moves.ts';

const CHECK = 'state-rules';

/** The most kinds of things that are made to fill a member, and the most other actions that are tried. */
const MOST_KINDS = 3;

/** The most ways in which an action is done where a member has something. */
const MOST_WAYS = 9;

export async function* emptied(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const read = shownBy(resource);
  if (read === undefined) return;
  for (const operation of actionsOn(setting, resource)) {
    const effects = effectsOf(operation, read).filter(({ kind }) => kind === 'emptied' || kind === 'zeroed');
    if (effects.length === 0) continue;
    const members = effects.map(({ member }) => member);
    const moves = actionMoves(setting, resource).filter((move) => move.operation === operation);
    const ways = fillsFor(setting, operation, members).flatMap((fill) => moves.map((move) => ({ fill, move })));
    for (const { fill, move } of ways.slice(0, MOST_WAYS)) {
      const found = await filledBy(setting, fill, members);
      if (found === 'full') break;
      if (found === undefined) continue;
      const { lab, thing, seen } = found;
      const act = { says: move.says, ...(move.input === undefined ? {} : { input: move.input }), isNeeded: true } as const;
      const exchange = await unlessStopped(setting.things.call(lab, operation, thing, act));
      // What fills the member may lead to a state in which the operation is refused.
      if (exchange === undefined || !isSuccess(exchange) || !isJudged(exchange)) continue;
      const after = await unlessStopped(readThing(lab, setting.things, read, thing));
      if (after === undefined) continue;
      judgeEffects(lab, operation, effects, seen, after, CHECK);
      yield operation;
      break;
    }
  }
}

/** What may fill a member of a thing. */
type Fill = (lab: Lab, thing: Thing) => Promise<boolean>;

/** What stands below the thing or names it, and the other actions: those that are called as a member first, such as `PUT /claims/{id}/reserve`. */
function fillsFor(setting: Setting, operation: Operation, members: readonly string[]): readonly Fill[] {
  const words = new Set(members.flatMap(wordsOf));
  const isNamed = ({ path }: Operation): boolean => wordsOf(segmentsOf(path).at(-1) ?? '').some((word) => words.has(word));
  const others = actionsOn(setting, setting.resource).filter((one) => one !== operation);
  const actions = [...others.filter(isNamed), ...others.filter((one) => !isNamed(one))].slice(0, MOST_KINDS);
  return [
    ...partsOf(setting)
      .slice(0, MOST_KINDS)
      .map(({ make }): Fill => make),
    ...actions.map(
      (one): Fill =>
        async (lab, thing) => {
          const exchange = await unlessStopped(setting.things.call(lab, one, thing, { says: one.id, isNeeded: true }));
          return exchange !== undefined && isSuccess(exchange);
        },
    ),
  ];
}

interface Filled {
  readonly lab: Lab;
  readonly thing: Thing;
  readonly seen: Seen;
}

/** A thing of which one of the members has something since it was filled. `full`: it has from the start, which is judged elsewhere. */
async function filledBy(setting: Setting, fill: Fill, members: readonly string[]): Promise<Filled | 'full' | undefined> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const lab = things.lab();
  const thing = await exampleOf(setting, lab);
  const before = read && thing && (await unlessStopped(readThing(lab, things, read, thing)));
  if (read === undefined || thing === undefined || before === undefined || members.some((name) => isFull(before.resource[name])))
    return 'full';
  if (!(await fill(lab, thing))) return undefined;
  const seen = await unlessStopped(readThing(lab, things, read, thing));
  return seen !== undefined && members.some((name) => isFull(seen.resource[name])) ? { lab, thing, seen } : undefined;
}

function isFull(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== 0 && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)
  );
}
