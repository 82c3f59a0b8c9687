// What one thing keeps from others in some states alone is free once it is in another one: `A pupil who already has an open place in the class is
// refused` lets a pupil come back whose place was given up.
import { ENDED, quoted } from '../../../inference/prose/index.ts';
import { timesOf } from '../../../inference/spans.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { isBrought } from '../machines/routes.ts';
import { readThing } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';
import { type Rule, type Values, withValues } from './unique-rules.ts';

const CHECK = 'unique-values';

/** Names of states in which a thing is over, beside those in which its time is. */
const OVER = /drop|left|gone|given|revok|terminat|inactive|past|lost/i;

/** Whether a thing is in one of the states in which it keeps others away, or has come there. */
export async function isKeeping(setting: Setting, lab: Lab, { states = [] }: Rule, thing: Thing): Promise<boolean> {
  const { read } = setting.resource;
  const member = read && listedState(read);
  const seen = states.length > 0 && read !== undefined ? await unlessStopped(readThing(lab, setting.things, read, thing)) : undefined;
  const now = seen && member?.of(seen.resource);
  if (states.length === 0 || (now !== undefined && states.includes(now))) return true;
  for (const state of states) if (await isBrought(setting, lab, thing, state)) return true;
  return false;
}

interface Kept {
  readonly rule: Rule;
  readonly first: Thing;
  /** What was refused while the first thing kept it. */
  readonly values: Values;
}

/** Whether the same create is still refused once the first thing is over, although each of the things that it names is taken beside another one. */
export async function* judgeOver(setting: Setting, lab: Lab, { rule, first, values }: Kept): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create, read } = resource;
  const member = read && listedState(read);
  const others = (member?.states ?? []).filter((one) => rule.states?.includes(one) === false && (ENDED.test(one) || OVER.test(one)));
  const named = sourcesOf(first).filter((one) => things.references(create).some((reference) => reference.resource === one.resource));
  // What one thing alone is named by may be refused for its time.
  if (named.length < 2 && timesOf(create) !== undefined) return;
  for (const state of others) {
    if (!(await isBrought(setting, lab, first, state))) continue;
    const input = withValues(create, things.ready(create, first.created.case.input as Input), values);
    const again = await unlessStopped(
      things.callBeside(lab, create, first, { says: `create where the first is ${state}`, input, probe: CHECK }),
    );
    if (again === undefined) return;
    yield create;
    if (again.response.status !== 409) return;
    for (const one of named) {
      const beside = named.length < 2 ? undefined : await unlessStopped(things.make(lab, resource, 0, { parent: one, isOwn: true }));
      if (named.length > 1 && (beside === undefined || !isSuccess(beside.created) || !sourcesOf(beside).includes(one))) return;
    }
    const message = `${create.id} is answered with 409 for what ${String(first.id)} names, which is \`${state}\`.`;
    lab.fault(CHECK, message, `a status from 200 to 299, as the document says in which states it is refused: ${quoted(rule.said)}`, again);
  }
}
