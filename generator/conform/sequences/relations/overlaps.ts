// `no-overlap`: two things whose spans of time may not overlap, as the document says, do not; and one that comes right after another is let through.

import { listedValues } from '../../../inference/lists/places.ts';
import { isObject } from '../../../inference/pointers.ts';
import { expectedOf, hasWord, quoted, type Said, saidOf, withRefusal } from '../../../inference/prose/index.ts';
import { type Pair, pairOf } from '../../../inference/spans.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import { type Span, withSpan } from '../making/spans.ts';
import { declaredMembers } from '../rules/seen.ts';
import { ownParent, type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';

const CHECK = 'no-overlap';

export const noOverlaps: readonly Script[] = [{ check: CHECK, run: noOverlap }];

/** Words by which a sentence lets some spans overlap, or is about something else than two things. */
const OTHERWISE =
  /\b(?:may overlap|can overlap|overlaps? (?:is|are) (?:allowed|fine)|unless|except|more than (?:one|\d+)|capacity|confirmed|active|approved|accepted|paid|pages?|pagination|cursor|own)\b/i;

/** Words of a time that has to lie between two things. */
const BETWEEN = /\b(?:between|gap|buffer|turn-?around|clean\w*|break|apart|minutes?|hours? (?:before|after)|notice|rest)\b/i;

interface Rule extends Pair {
  readonly said: Said;
}

function ruleOf({ context: { service }, resource: { read } }: Setting, operation: Operation): Rule | undefined {
  const pair = pairOf(operation);
  const states = [...(read === undefined ? [] : declaredMembers(read).values())].flatMap((schemas) => listedValues(schemas) ?? []);
  // A new thing need not be in a state that the sentence names.
  const isNarrow = (text: string): boolean => OTHERWISE.test(text) || states.some((one) => typeof one === 'string' && hasWord(text, one));
  const said = [...saidOf(service, operation), ...(pair?.texts ?? []).map(withRefusal)].find(
    ({ text, refusal }) => /\boverlap/i.test(text) && refusal !== undefined && !isNarrow(text),
  );
  return pair && said && { ...pair, said };
}

/** Other things may stand around one, so that what overlaps it is refused for them. */
const ROUNDS = 2;

async function* noOverlap(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create, changes } = resource;
  const rule = ruleOf(setting, create);
  if (rule === undefined) return;
  let rounds = 0;
  // Below a thing of its own, nothing else is in the way.
  const parent = await ownParent(things.lab(), things, resource);
  const options = parent === undefined ? {} : { parent };
  for await (const input of things.timedInputs(resource, options)) {
    const lab = things.lab();
    const first = await unlessStopped(things.makeFrom(lab, resource, input, options));
    const span = first && spanOf(first.created, rule);
    if (first === undefined || span === undefined) continue;
    const beside = { setting, lab, rule, first };
    const far = await farFrom(beside, span);
    if (far === undefined) continue;
    yield create;
    for (const operation of changes) if (await judgeChange(beside, operation, span, far)) yield operation;
    await judgeCreates(beside, span);
    if (++rounds === ROUNDS) return;
  }
}

interface Beside {
  readonly setting: Setting;
  readonly lab: Lab;
  readonly rule: Rule;
  readonly first: Thing;
}

/** The span of a thing as it was sent; `undefined` where it does not last for a unit. */
function spanOf({ case: { input } }: Answered, { start, end, unit, isDay }: Rule): Span | undefined {
  const body = input?.body;
  const [from, to] = isObject(body) ? [Date.parse(String(body[start])), Date.parse(String(body[end]))] : [Number.NaN, Number.NaN];
  return to - from >= (isDay ? 0 : unit) ? [from, to] : undefined;
}

async function createAt(
  { setting: { things, resource }, lab, rule, first }: Beside,
  span: Span,
  says: string,
): Promise<Answered | undefined> {
  const { create } = resource;
  const input = withSpan(things.ready(create, first.created.case.input ?? {}), span, rule);
  const exchange = await unlessStopped(things.callBeside(lab, create, first, { says, input, probe: CHECK }));
  if (exchange !== undefined && !isSuccess(exchange)) lab.forget(exchange);
  return exchange;
}

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

function movedBy([from, to]: Span, by: number): Span {
  return [from + by, to + by];
}

/** Spans that have a time in common with another one, each in another way. The day on which one ends and the next begins is in neither. */
function overlapping([from, to]: Span, { unit, isDay }: Rule): readonly (readonly [says: string, span: Span])[] {
  const part = isDay ? unit : unit / 2;
  const parts = [
    ['a span that begins before its start', [from - unit, from + part]],
    ['a span that goes on after its end', [to - part, to + unit]],
  ] as const;
  return [
    ['the same span', [from, to]],
    ...(to - from > part ? parts : []),
    ['a span around it', [from - unit, to + unit]],
    ...(to - from >= 3 * unit ? [['a span within it', [from + unit, to - unit]] as const] : []),
  ];
}

async function judgeCreates(beside: Beside, span: Span): Promise<void> {
  const { lab, rule, setting, first } = beside;
  const { id } = setting.resource.create;
  let refused = 0;
  for (const [says, other] of overlapping(span, rule)) {
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
  const later = spanOf(far.created, rule);
  if (own?.start !== rule.start || own.end !== rule.end || later === undefined) return false;
  const given = { ...inputs.least(operation), body: operation.method === 'PUT' ? far.created.case.input?.body : {} };
  const change = (to: Span, says: string): Promise<Answered | undefined> =>
    unlessStopped(things.call(lab, operation, far, { says, input: withSpan(given, to, rule), probe: CHECK }));
  // What may be moved by one unit has no other reason to stay.
  const moved = await change(movedBy(later, rule.unit), 'move it');
  if (moved === undefined || !isSuccess(moved)) return false;
  const exchange = await change(span, 'move it to where another one is');
  if (exchange === undefined || !isSuccess(exchange)) return exchange !== undefined;
  const message = `${operation.id} moves ${String(far.id)} to the span of ${String(first.id)}, and the document says: ${quoted(own.said)}`;
  return lab.fault(CHECK, message, expectedOf(own.said), exchange);
}
