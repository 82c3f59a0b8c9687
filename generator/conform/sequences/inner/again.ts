// `stated-again`: what the document says is done once, or up to what is left, is not done beyond it; and the same request counts once.

import { memberPlace, memberSchemasOf } from '../../../inference/bodies.ts';
import { idempotencyHeader } from '../../../inference/headers.ts';
import { valueAt } from '../../../inference/pointers.ts';
import {
  beyondIn,
  doneOnceIn,
  expectedOf,
  moreThanIn,
  otherContentIn,
  quoted,
  repeatIn,
  type Said,
} from '../../../inference/prose/index.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { isSuccess } from '../thing.ts';
import type { Adding } from './series.ts';
import { memberBy, NEAR, numbersIn } from './sums.ts';

export const AGAIN = 'stated-again';

/** A second success of what is done once, as the texts say. */
export function judgeOnce({ series: { service, place, looked, varying } }: Adding, second: Answered): void {
  const { operation, holder, does } = place.inside;
  if (does === 'adds') return;
  const path = segmentsOf(operation.path);
  const last = path.findLastIndex((one) => parameterIn(one) !== undefined);
  const [thing = '', part = ''] = [path[last - 1], path.slice(last + 1).join(' ')];
  const said = doneOnceIn(service, operation, { thing, part, isInParts: varying.amountsIn(place.base).length > 0 });
  if (said === undefined) return;
  looked(AGAIN, operation);
  if (!isSuccess(second)) return;
  const message = `${operation.id} has succeeded twice on one thing, which ${holder.read.id} reads.`;
  place.lab.fault(AGAIN, message, `${expectedOf(said)} the second time, as the document says: ${quoted(said)}`, second);
}

/** Sends the last success again as it was, and then with the same reference and another content. */
export async function repeated(adding: Adding): Promise<void> {
  const { place, looked } = adding.series;
  const { operation } = place.inside;
  const input = adding.done.at(-1)?.input ?? place.base;
  const names = [...propertiesOf(memberSchemasOf(operation)).keys()];
  const said = repeatIn(operation, names);
  if (said === undefined || (said.by === undefined && idempotencyHeader(operation) !== undefined)) return;
  const before = adding.now;
  const exchange = await place.send(place.tagged(input, before), 'the same request again', AGAIN);
  const after = exchange && (await place.look());
  if (exchange === undefined || after === undefined) return;
  looked(AGAIN, operation);
  const items = [before, after].map((one) => one.items?.length);
  const moved = [...numbersIn(before.thing)].find(
    ([name, value]) => !place.moving.has(name) && value !== numbersIn(after.thing).get(name),
  )?.[0];
  if (items[0] !== items[1] || moved !== undefined) {
    const what =
      moved === undefined ? `\`${place.inside.list?.name}\` has ${items[1]} items, and had ${items[0]}` : `\`${moved}\` has changed`;
    place.lab.fault(
      AGAIN,
      `${what} after ${operation.id} was sent again as it was.`,
      `nothing else than after the first time, as the document says: ${quoted({ text: said.quote })}`,
      after.exchange,
    );
  }
  if (said.by !== undefined) await otherContent(adding, input, said.by);
}

async function otherContent(adding: Adding, input: Input, by: string): Promise<void> {
  const { place, varying, looked, service } = adding.series;
  const { operation } = place.inside;
  const said = otherContentIn(service, operation, by);
  const at = memberPlace(operation, by);
  const [amount] = varying.amountsIn(input);
  const other =
    amount === undefined ? varying.varied(input, 'same', 9) : varying.withAmount(input, amount, amount.value + varying.stepOf(amount));
  const same = changedAt(other, at, valueAt(input, at)) as Input;
  if (said === undefined || JSON.stringify(same.body) === JSON.stringify(input.body)) return;
  const exchange = await place.send(place.tagged(same, adding.now), `another request with the same ${by}`, AGAIN);
  if (exchange === undefined) return;
  looked(AGAIN, operation);
  if (!isSuccess(exchange)) return place.lab.forget(exchange);
  const message = `${operation.id} has accepted another request with the \`${by}\` of an earlier one.`;
  place.lab.fault(AGAIN, message, `${expectedOf(said)}, as the document says: ${quoted(said)}`, exchange);
}

/** Adds a little more than is left, where the document refuses that, and then all that is left. */
export async function beyond(adding: Adding): Promise<void> {
  const { place, varying, looked, service } = adding.series;
  const { operation } = place.inside;
  judgeNothingLeft(adding);
  const falling = [...adding.movements.values()]
    .map((one) => ({ ...one, by: memberBy(one) }))
    .find(({ sign, by }) => sign === -1 && by !== undefined);
  const last = adding.done.at(-1);
  const said = falling && beyondIn(service, operation, falling.member);
  if (falling?.by !== undefined && said !== undefined) judgeBeyond(adding, falling.member, falling.by, said);
  const left = falling && numbersIn(adding.now.thing).get(falling.member);
  const amount = last && varying.amountsIn(last.input).find(({ name }) => name === falling?.by);
  if (last === undefined || falling === undefined || amount === undefined || left === undefined || left <= 0) return;
  const fresh = varying.varied(last.input, 'same', MANY);
  if (said !== undefined) {
    const much = Number((left + varying.stepOf(amount)).toFixed(6));
    const more = varying.withAmount(fresh, amount, much);
    const exchange = more === fresh ? undefined : await place.send(place.tagged(more, adding.now), 'more than is left', AGAIN);
    if (exchange !== undefined) {
      looked(AGAIN, operation);
      if (isSuccess(exchange)) {
        const message = `${operation.id} has accepted \`${amount.name}\` ${much}, where \`${falling.member}\` was ${left}.`;
        place.lab.fault(AGAIN, message, `${expectedOf(said)}, as the document says: ${quoted(said)}`, exchange);
      }
      place.lab.forget(exchange);
    }
  }
  // What comes once nothing is left is judged by what the answers say.
  await adding.send(varying.withAmount(varying.varied(last.input, 'same', MANY + 1), amount, left), 'all that is left');
}

/** A PUT that is answered with another status than 201 replaces what is there: the same payment again takes nothing (RFC 9110 section 9.3.4). */
function isAddition({ exchange }: Adding['done'][number]): boolean {
  return exchange.sent.method !== 'PUT' || exchange.response.status === 201;
}

/** @throws {SequenceFault} where one of the successes has taken more than was left before it. */
function judgeBeyond(adding: Adding, member: string, by: string, said: Said): void {
  const { place } = adding.series;
  for (const { exchange, input, before } of adding.done.filter(isAddition)) {
    const [sent, left] = [adding.amounts(input).get(by), numbersIn(before.thing).get(member)];
    if (sent === undefined || left === undefined || sent <= left + NEAR) continue;
    const message = `${place.inside.operation.id} has accepted \`${by}\` ${sent}, where \`${member}\` was ${left}.`;
    place.lab.fault(AGAIN, message, `${expectedOf(said)}, as the document says: ${quoted(said)}`, exchange);
  }
}

/** @throws {SequenceFault} where one of the successes has taken something although a number that bounds it by its name was 0, and is 0 still. */
function judgeNothingLeft(adding: Adding): void {
  const { place, service } = adding.series;
  for (const { exchange, input, before, after } of adding.done.filter(isAddition)) {
    const sent = [...adding.amounts(input)].filter(([, value]) => value > NEAR);
    const [only, other] = sent;
    if (only === undefined || other !== undefined) continue;
    for (const [member, left] of numbersIn(before.thing)) {
      const said = left === 0 && numbersIn(after.thing).get(member) === 0 ? moreThanIn(service, place.inside.operation, member) : undefined;
      if (said === undefined) continue;
      const message = `${place.inside.operation.id} has accepted \`${only[0]}\` ${only[1]}, where \`${member}\` was 0.`;
      place.lab.fault(AGAIN, message, `${expectedOf(said)}, as the document says: ${quoted(said)}`, exchange);
    }
  }
}

/** The number of an addition far from those before. */
const MANY = 20;
