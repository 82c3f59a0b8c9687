// `no-overlap`: two things whose spans of time may not overlap, as the document says, do not; and one that comes right after another is let through.

import { membersIn } from '../../../inference/bodies.ts';
import { areDaysWhole, expectedOf, quoted } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { ApartRule } from '../../../inference/stated/apart.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { type Span, withSpan } from '../making/spans.ts';
import { ownParent, type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { judgeEach, judgeFreed, judgeTouching } from './around-spans.ts';
import { type Beside, CHECK, createAt, isTaking, movedBy, ruleOf, spanOf, statesOf, textsAbout } from './span-rules.ts';

export const noOverlaps: readonly Script[] = [{ check: CHECK, run: noOverlap }];

/** Words of a time that has to lie between two things. */
const BETWEEN = /\b(?:between|gap|buffer|turn-?around|clean\w*|break|apart|minutes?|hours? (?:before|after)|notice|rest)\b/i;

/** Other things may stand around one, so that what overlaps it is refused for them. */
const ROUNDS = 2;

async function* noOverlap(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create, changes } = resource;
  const rule = ruleOf(setting, create);
  if (rule === undefined) return;
  const states = statesOf(setting, create);
  let rounds = 0;
  // Below a thing of its own, nothing else is in the way.
  const parent = await ownParent(things.lab(), things, resource);
  const options = parent === undefined ? {} : { parent };
  for await (const input of things.timedInputs(resource, options)) {
    const lab = things.lab();
    const first = await unlessStopped(things.makeFrom(lab, resource, input, options));
    const span = first && lastingOf(resource, first.created, rule);
    if (first === undefined || span === undefined || !isTaking(setting, first.created, states.taking)) continue;
    const beside = { setting, lab, rule, first };
    const far = await farFrom(beside, span);
    if (far === undefined) continue;
    yield create;
    for (const operation of changes) if (await judgeChange(beside, operation, span, far)) yield operation;
    await judgeCreates(beside, span);
    await judgeTouching(beside, span);
    for await (const operation of judgeEach(beside, span)) yield operation;
    for await (const operation of judgeFreed(beside, far, states.freeing)) yield operation;
    if (++rounds === ROUNDS) return;
  }
}

/** The span of a thing; `undefined` where it does not last for a unit. */
function lastingOf(resource: Resource, created: Answered, rule: ApartRule): Span | undefined {
  const span = spanOf(resource, created, rule);
  const least = rule.isDay ? 0 : rule.isEndShown === true ? MINUTE : rule.unit;
  return span !== undefined && span[1] - span[0] >= least ? span : undefined;
}

const MINUTE = 60_000;

/** How many units after its end, or before its start, the next thing is made: the same request succeeds there, so that nothing else refuses it. */
const FAR: readonly number[] = [30, 8, 3, -8, -3];

async function farFrom(beside: Beside, span: Span): Promise<Thing | undefined> {
  const { setting, rule, first } = beside;
  for (const units of FAR) {
    const created = await createAt(beside, movedBy(span, Math.sign(units) * (span[1] - span[0]) + units * rule.unit), 'create far from it');
    const id = created && setting.things.idOf(setting.resource, created);
    if (created !== undefined && isSuccess(created) && id !== undefined && id !== first.id) return { ...first, created, id };
  }
  return undefined;
}

/** Spans that have a time in common with another one, each in another way. `isWhole`: the day on which one ends belongs to it. */
function overlapping([from, to]: Span, rule: ApartRule, isWhole: boolean): readonly (readonly [says: string, span: Span])[] {
  const { unit, isDay, isEndShown } = rule;
  if (isEndShown === true) {
    const half = Math.max(MINUTE, Math.floor((to - from) / 2 / MINUTE) * MINUTE);
    return [
      ['the same start', [from, to]],
      ['a start before its own, and an end within it,', movedBy([from, to], -half)],
      ['a start within it', movedBy([from, to], half)],
    ];
  }
  const part = isDay ? unit : unit / 2;
  const parts = [
    ['a span that begins before its start', [from - unit, from + part]],
    ['a span that goes on after its end', [to - part, to + unit]],
  ] as const;
  return [
    ['the same span', [from, to]],
    ...(to - from > part ? parts : []),
    ...(isWhole ? [['a span that begins on its last day', [to, to + unit]] as const] : []),
    ['a span around it', [from - unit, to + unit]],
    ...(to - from >= 3 * unit ? [['a span within it', [from + unit, to - unit]] as const] : []),
  ];
}

async function judgeCreates(beside: Beside, span: Span): Promise<void> {
  const { lab, rule, setting, first } = beside;
  const { id } = setting.resource.create;
  let refused = 0;
  const isWhole = rule.isDay && areDaysWhole(textsAbout(setting, setting.resource.create));
  for (const [says, other] of overlapping(span, rule, isWhole)) {
    const exchange = await createAt(beside, other, `create with ${says}`);
    if (exchange === undefined) continue;
    if (!isSuccess(exchange)) {
      refused++;
      continue;
    }
    const message = `${id} succeeds with ${says} of ${String(first.id)}, and the document says: ${quoted(rule.said)}`;
    lab.fault(CHECK, message, expectedOf(rule.said), exchange);
  }
  if (refused > 0 && !BETWEEN.test(rule.said.text)) await judgeNext(beside, span);
}

/** Whether the thing keeps others from the time after it: the same create succeeds once it is deleted, so that no other thing stands there. */
async function judgeNext(beside: Beside, span: Span): Promise<void> {
  const { setting, lab, rule, first } = beside;
  const { create, remove } = setting.resource;
  if (remove === undefined) return;
  const after = movedBy(span, span[1] - span[0] + rule.unit);
  const next = await createAt(beside, after, 'create right after it');
  if (next?.response.status !== 409) return;
  const removed = await unlessStopped(setting.things.call(lab, remove, first, { says: 'delete it' }));
  const again = removed !== undefined && isSuccess(removed) ? await createAt(beside, after, 'create right after where it was') : undefined;
  if (again === undefined || !isSuccess(again)) return;
  const message = `${create.id} is answered with 409 for a span that begins after the end of ${String(first.id)}, and succeeds once that is deleted.`;
  lab.fault(CHECK, message, 'a status from 200 to 299', next);
}

/** Whether a thing that stands later was moved to where another one is. */
async function judgeChange({ setting, lab, rule, first }: Beside, operation: Operation, span: Span, far: Thing): Promise<boolean> {
  const { things, inputs } = setting;
  const own = ruleOf(setting, operation);
  const later = lastingOf(setting.resource, far.created, rule);
  if (own?.start !== rule.start || own.end !== rule.end || later === undefined) return false;
  const whole = operation.method === 'PUT' ? membersIn(setting.resource.create, far.created.case.input) : {};
  const given = withMembers(operation, inputs.least(operation) ?? {}, whole ?? {});
  const change = (to: Span, says: string): Promise<Answered | undefined> =>
    unlessStopped(things.call(lab, operation, far, { says, input: withSpan(given, to, rule), probe: CHECK }));
  // What may be moved by one unit has no other reason to stay.
  const near = movedBy(later, rule.unit);
  const moved = await change(near, 'move it');
  if (moved?.response.status === 409) return judgeOwn({ lab, operation, far, change }, later, near, moved);
  if (moved === undefined || !isSuccess(moved)) return false;
  const exchange = await change(span, 'move it to where another one is');
  if (exchange === undefined || !isSuccess(exchange)) return exchange !== undefined;
  const message = `${operation.id} moves ${String(far.id)} to the span of ${String(first.id)}, and the document says: ${quoted(own.said)}`;
  return lab.fault(CHECK, message, expectedOf(own.said), exchange);
}

interface Moving {
  readonly lab: Lab;
  readonly operation: Operation;
  readonly far: Thing;
  readonly change: (to: Span, says: string) => Promise<Answered | undefined>;
}

/** Whether a thing keeps itself from a time: it may come there from elsewhere, so nothing else stands there. */
async function judgeOwn({ lab, operation, far, change }: Moving, own: Span, near: Span, refused: Answered): Promise<boolean> {
  const away = await change(movedBy(own, 4 * (own[1] - own[0])), 'move it away');
  const back = away !== undefined && isSuccess(away) ? await change(near, 'move it there from elsewhere') : undefined;
  if (back === undefined || !isSuccess(back)) return false;
  const message = `${operation.id} is answered with 409 where ${String(far.id)} moves to a span that overlaps its own, and moves it there from elsewhere.`;
  return lab.fault(CHECK, message, 'a status from 200 to 299', refused);
}
