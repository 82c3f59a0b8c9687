// Tries what texts say of times beyond two things that overlap: one right after another, what each has one of at a time, and what frees a time.
import { expectedOf, hasOneAtATime, mayTouch, quoted } from '../../../inference/prose/index.ts';
import type { Operation } from '../../../model/service.ts';
import { isBrought } from '../machines/routes.ts';
import type { Span } from '../making/spans.ts';
import { unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { type Beside, CHECK, createAt, movedBy, spanOf, textsAbout } from './span-rules.ts';

/** Whether a time that begins when another one ends is refused, although the texts let it be. The same create succeeds half a unit later. */
export async function judgeTouching(beside: Beside, span: Span): Promise<void> {
  const { setting, lab, rule, first } = beside;
  const { create } = setting.resource;
  if (rule.isDay || !mayTouch(textsAbout(setting, create))) return;
  const length = span[1] - span[0];
  const next = await createAt(beside, movedBy(span, length), 'create at its end');
  if (next?.response.status !== 409) return;
  const later = await createAt(beside, movedBy(span, length + rule.unit / 2), 'create a little after its end');
  if (later === undefined || !isSuccess(later)) return;
  const message = `${create.id} is answered with 409 for a span that begins at the end of ${String(first.id)}, and succeeds a little later.`;
  lab.fault(CHECK, message, 'a status from 200 to 299', next);
}

/** Whether two things at once succeed that have only one thing in common of which each has one at a time. */
export async function* judgeEach(beside: Beside, span: Span): AsyncGenerator<Operation> {
  const { setting, lab, rule, first } = beside;
  const { things, resource } = setting;
  const named = things.takenBy(resource);
  const texts = textsAbout(setting, resource.create);
  for (const one of named) {
    const quote = texts.find((text) => hasOneAtATime(text, one.name));
    const shared = first.sources.filter((source) => source.resource === one);
    if (quote === undefined || shared.length !== 1) continue;
    const others: Thing[] = [];
    for (const other of named.filter((kind) => kind !== one)) {
      const made = await unlessStopped(things.make(lab, other, 1, { isOwn: true }));
      if (made !== undefined) others.push(made, ...made.sources);
    }
    const exchange = await createAt(beside, span, `create at the same time, with the same of ${one.name} alone`, [...shared, ...others]);
    if (exchange === undefined) continue;
    yield resource.create;
    if (!isSuccess(exchange)) continue;
    const message = `${resource.create.id} succeeds at the time of ${String(first.id)} with the same of ${one.name}, and the document says: ${quoted({ text: quote })}`;
    lab.fault(CHECK, message, expectedOf(rule.said), exchange);
  }
}

/** The most states of which it is tried whether they free a time. */
const MOST_STATES = 2;
/** Names of states that a thing comes into at once, and of others in which it is over. */
const AT_ONCE = /cancel|declin|reject|void|withdraw/i;
const ENDED = /expire|return/i;

/** Whether a thing keeps its time in a state in which the texts say that it does not. The time was free before the thing was made. */
export async function* judgeFreed(beside: Beside, far: Thing, freeing: readonly string[]): AsyncGenerator<Operation> {
  const { setting, lab, rule } = beside;
  const { create } = setting.resource;
  const rank = (state: string): number => (AT_ONCE.test(state) ? 0 : ENDED.test(state) ? 1 : 2);
  const states = [...freeing].sort((one, other) => rank(one) - rank(other));
  for (const [index, state] of states.slice(0, MOST_STATES).entries()) {
    const span = spanOf(setting.resource, far.created, rule);
    if (span === undefined) return;
    const later = movedBy(span, (7 + 4 * index) * Math.max(span[1] - span[0], rule.unit));
    const made = await createAt(beside, later, 'create far from all');
    const id = made && setting.things.idOf(setting.resource, made);
    if (made === undefined || !isSuccess(made) || id === undefined) return;
    if (!(await isBrought(setting, lab, { ...far, created: made, id }, state))) continue;
    yield create;
    const again = await createAt(beside, later, `create where one is ${state}`);
    if (again?.response.status !== 409) continue;
    const message = `${create.id} is answered with 409 at the time of ${String(id)}, which is \`${state}\`.`;
    lab.fault(CHECK, message, `a status from 200 to 299, as the document says of such times: ${quoted(rule.said)}`, again);
  }
}
