// Gives a thing the value of another one where the document says that it is free: the other one belongs to somebody else, or has given it back.
import { isDeepStrictEqual } from 'node:util';
import { endingIn, isFreedIn, isScopedTo, quoted, sentencesIn } from '../../../inference/prose/index.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { actionsOn } from '../machines/moves.ts';
import { readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, namesThing, type Thing } from '../thing.ts';
import { holderOfAll, type Rule, rulesOf, type Values, valuesOf, withNew, withValues } from './unique-rules.ts';

const CHECK = 'unique-values';

export const scoped: readonly Script[] = [{ check: CHECK, run: freeValues }];

async function* freeValues(setting: Setting): AsyncGenerator<Operation> {
  for (const rule of rulesOf(setting)) {
    if (rule.isOneEach === true) continue;
    yield* ofAnotherOwner(setting, rule);
    yield* givenBack(setting, rule);
  }
}

/** What belongs to another owner may have the same value. */
async function* ofAnotherOwner(setting: Setting, rule: Rule): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  for (const owner of things.takenBy(resource).filter((one) => one !== resource && isScopedTo(rule.said.text, one.name))) {
    const lab = things.lab();
    const first = await holderOfAll(lab, things, resource, rule.members, await unlessStopped(things.make(lab, owner, 1)));
    // Both owners are made alike: an owner of another kind might not be allowed to have such things.
    const other = await unlessStopped(things.make(lab, owner, 1));
    if (first === undefined || other === undefined || namesThing(first, other, true)) continue;
    yield resource.create;
    await judge(setting, rule, { lab, first, sources: [other], says: `a thing of another of ${owner.name}`, quote: quoted(rule.said) });
  }
}

/** What has given its value back, or is over, leaves it to others. */
async function* givenBack(setting: Setting, rule: Rule): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const member = resource.read && listedState(resource.read);
  const ended = endingIn(rule.said.text, member?.states ?? []);
  for (const action of [...actionsOn(setting, resource), ...(resource.remove === undefined ? [] : [resource.remove])]) {
    const said = sentencesIn(action.description ?? '').find((one) => rule.members.some((name) => isFreedIn(one, name)));
    if (said === undefined && ended.length === 0) continue;
    const lab = things.lab();
    const first = await holderOfAll(lab, things, resource, rule.members, undefined);
    const done = first && (await unlessStopped(things.call(lab, action, first, { says: action.id, isNeeded: true })));
    if (first === undefined || done === undefined || !isSuccess(done) || done.response.status === 202) continue;
    const seen =
      action === resource.remove ? undefined : resource.read && (await unlessStopped(readThing(lab, things, resource.read, first)));
    const state = seen && member?.of(seen.resource);
    if (said === undefined && (state === undefined || !ended.includes(state))) continue;
    yield action;
    const quote = said === undefined ? quoted(rule.said) : quoted({ text: said });
    await judge(setting, rule, { lab, first, sources: [], says: `one after ${action.id}`, quote });
  }
}

interface Trial {
  readonly lab: Lab;
  readonly first: Thing;
  /** What the next thing names in place of what the first one does. */
  readonly sources: readonly Thing[];
  readonly says: string;
  readonly quote: string;
}

/** The same create succeeds with another value before and after it is refused with the value of the first thing. */
async function judge({ things, resource: { create } }: Setting, rule: Rule, { lab, first, sources, says, quote }: Trial): Promise<void> {
  const given = first.created.case.input as Input;
  const same = valuesOf(create, given, rule.members);
  const made = (values: Values): Promise<Answered | undefined> => {
    const input = withValues(create, things.ready(create, given), values);
    return unlessStopped(things.callBeside(lab, create, first, { says: 'create', input, sources, probe: CHECK }));
  };
  const others = [3, 4, 6, 8].map((variant) => withNew(same, variant)).filter((values) => !isDeepStrictEqual(values, same));
  const before = await made(others[0] ?? {});
  if (before === undefined || !isSuccess(before)) return;
  lab.forget(before);
  const exchange = await made(same);
  if (exchange === undefined || exchange.response.status !== 409) return;
  const after = await made(others[1] ?? {});
  if (after === undefined || !isSuccess(after)) return;
  lab.forget(after);
  const members = rule.members.map((name) => `\`${name}\``).join(' and ');
  const message = `${create.id} is refused with 409 for the ${members} of ${says}, and succeeds with another value.`;
  lab.fault(CHECK, message, `a status from 200 to 299, as the document says: ${quote}`, exchange);
}
