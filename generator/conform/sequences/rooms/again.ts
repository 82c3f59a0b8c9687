// Fills what has room for so many things, and tries what the texts say of room that is free again, of a thing that changes in its own place, and of
// one that begins when another one ends.

import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { givenBackIn, mayTouch, quoted, sentencesIn } from '../../../inference/prose/index.ts';
import { timesOf } from '../../../inference/spans.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import { textsAround } from '../../../inference/stated/limits.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { spanIn, withSpan } from '../making/spans.ts';
import { textsAbout } from '../relations/span-rules.ts';
import { waitBriefly } from '../rules/later.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, resultOf, sourcesOf, type Thing } from '../thing.ts';
import { filled, isSameRefusal, type Room, request, roomsOf } from './room.ts';

const CHECK = 'capacity';

export const freeAgain: readonly Script[] = [{ check: CHECK, run: again }];

async function* again(setting: Setting): AsyncGenerator<Operation> {
  for (const room of await roomsOf(setting, CHECK)) {
    yield* ownPlace(setting, room);
    // Where the same names of other things are refused too, there may be one of each, and not so much room.
    if (!room.isApart) continue;
    yield* givenBack(setting, room);
    yield* movedAway(setting, room);
    yield* touching(setting, room);
  }
}

/** A thing with room for no more, and what has taken all of it. */
interface Full {
  readonly lab: Lab;
  readonly given: Thing;
  readonly last: Thing;
}

async function full(setting: Setting, room: Room): Promise<Full | undefined> {
  const lab = setting.things.lab();
  const found = await filled(setting, lab, room, room.count, CHECK);
  const last = found?.users.at(-1);
  return found === undefined || last === undefined ? undefined : { lab, given: found.given, last };
}

/** One more create that takes of the same. */
async function more(setting: Setting, room: Room, { lab, given }: Full, like?: Input): Promise<Answered | undefined> {
  const next = await request(setting, lab, { ...room, given, probe: CHECK, ...(like === undefined ? {} : { like }) });
  return next && (await unlessStopped(next()));
}

/** Whether an answer says what the refusal of one too many has said. */
function isFull({ refused }: Room, answer: Answered): boolean {
  return isSameRefusal(refused, answer);
}

/** What gives back what a thing has taken gives room to another one. */
async function* givenBack(setting: Setting, room: Room): AsyncGenerator<Operation> {
  const { resource, things } = setting;
  const { remove, create } = resource;
  for (const operation of [...actionsOn(setting, resource), ...(remove === undefined ? [] : [remove])]) {
    const said = doingTextsOf(operation)
      .map(givenBackIn)
      .find((one) => one !== undefined);
    const now = said === undefined ? undefined : await full(setting, room);
    if (said === undefined || now === undefined) continue;
    const done = await unlessStopped(things.call(now.lab, operation, now.last, { says: operation.id, isNeeded: true }));
    if (done === undefined || !isSuccess(done) || done.response.status === 202) continue;
    yield operation;
    const first = await more(setting, room, now);
    if (first === undefined || !isFull(room, first)) continue;
    await waitBriefly();
    const second = await more(setting, room, now);
    if (second === undefined || !isFull(room, second)) continue;
    const message = `${create.id} is refused with ${second.response.status} after ${operation.id}, as it was before it.`;
    now.lab.fault(CHECK, message, `room for another one, as the document says: ${quoted({ text: said })}`, second);
  }
}

/** Says that what moves to another thing gives back what it had of the first one. */
const MOVED = /\b(?:moved?|moves|moving|switch\w*|transferr?\w*|exchang\w*)\b/i;
const GIVEN_BACK = /\b(?:free|freed|frees|gives? (?:up|back)|given (?:up|back)|released?|releases|available)\b/i;

/** A change by which a thing takes of another one gives room to others in the first one. */
async function* movedAway(setting: Setting, room: Room): AsyncGenerator<Operation> {
  const { resource, things, context, inputs } = setting;
  const { create } = resource;
  const texts = [create, room.source.create, ...resource.changes].flatMap((one) => textsAround(context.service, one));
  const said = texts.flatMap(sentencesIn).find((text) => MOVED.test(text) && GIVEN_BACK.test(text));
  for (const operation of said === undefined ? [] : resource.changes) {
    const place = things.references(operation).find((one) => one.resource === room.source);
    const least = inputs.least(operation);
    const now = place === undefined || least === undefined ? undefined : await full(setting, room);
    if (said === undefined || place === undefined || least === undefined || now === undefined) continue;
    const above = sourcesOf(now.given).find((one) => one.resource === things.parentOf(room.source));
    const options = above === undefined ? {} : { parent: above };
    const other = await unlessStopped(things.make(now.lab, room.source, 1, { ...options, isOwn: true }));
    if (other === undefined) continue;
    const input = withMembers(operation, least, {});
    const values = { [place.to]: valueAt(resultOf(other.created), place.from) };
    const moved = await unlessStopped(things.callUnknown(now.lab, operation, now.last, { says: 'change to another one', input }, values));
    if (moved === undefined || !isSuccess(moved) || moved.response.status === 202) continue;
    yield operation;
    const first = await more(setting, room, now);
    if (first === undefined || !isFull(room, first)) continue;
    await waitBriefly();
    const second = await more(setting, room, now);
    if (second === undefined || !isFull(room, second)) continue;
    const message = `${create.id} is refused with ${second.response.status} after ${operation.id} to another of ${room.source.name}, as it was before it.`;
    now.lab.fault(CHECK, message, `room for another one, as the document says: ${quoted({ text: said })}`, second);
  }
}

/** A change to the values that a thing has takes no more than the thing has taken already. */
async function* ownPlace(setting: Setting, room: Room): AsyncGenerator<Operation> {
  const { resource, inputs, things } = setting;
  for (const operation of resource.changes.filter(({ method }) => method === 'PATCH')) {
    const now = await full(setting, room);
    const least = inputs.least(operation);
    if (now === undefined || least === undefined) continue;
    const taken = propertiesOf(memberSchemasOf(operation));
    const own = membersIn(resource.create, now.last.created.case.input) ?? {};
    const same = Object.fromEntries(Object.entries(own).filter(([name]) => taken.has(name)));
    if (Object.keys(same).length === 0) continue;
    const input = withMembers(operation, least, same);
    const says = 'change to the values that it has';
    const exchange = await unlessStopped(things.call(now.lab, operation, now.last, { says, input, probe: CHECK, isExact: true }));
    if (exchange === undefined) continue;
    yield operation;
    if (!isFull(room, exchange)) continue;
    const message = `${operation.id} to the values that ${String(now.last.id)} has is refused with ${exchange.response.status}, as one more is for which there is no room.`;
    now.lab.fault(CHECK, message, 'a status from 200 to 299, since the thing has its place already', exchange);
  }
}

/** What may begin when another one ends has room then, where it has room a unit later. */
async function* touching(setting: Setting, room: Room): AsyncGenerator<Operation> {
  const { resource, context } = setting;
  const { create } = resource;
  const pair = timesOf(create);
  const { description = '' } = context.service;
  if (pair === undefined || !mayTouch([...textsAbout(setting, create), ...sentencesIn(description)])) return;
  const now = await full(setting, room);
  const input = now?.last.created.case.input;
  const span = spanIn(input, pair);
  if (now === undefined || input === undefined || span === undefined) return;
  const [from, to] = span;
  const at = (start: number): Promise<Answered | undefined> =>
    more(setting, room, now, withSpan(input as Input, [start, start + to - from], pair));
  const next = await at(to);
  yield create;
  if (next === undefined || !isFull(room, next)) return;
  const later = await at(to + pair.unit);
  if (later === undefined || !isSuccess(later)) return;
  const message = `${create.id} is answered with ${next.response.status} where it begins at the end of ${String(now.last.id)}, and succeeds a little later.`;
  now.lab.fault(CHECK, message, 'a status from 200 to 299', next);
}
