// Takes away again what was added inside of a thing: it is gone then, the others are there, and sums are as they were before it.
import type { Inside } from '../../../inference/inner/index.ts';
import { isObject, isTextOrNumber, pointerTo } from '../../../inference/pointers.ts';
import { lastPlaceOf, parameterIn, segmentsOf } from '../../../inference/templates.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { asTaken } from '../lab.ts';
import { waitBriefly } from '../rules/later.ts';
import { isSuccess } from '../thing.ts';
import type { Look } from './place.ts';
import { type Adding, ITEMS, SUMS } from './series.ts';
import { NEAR, numbersIn } from './sums.ts';

export async function removal(adding: Adding, insides: readonly Inside[]): Promise<void> {
  const { place, equipment, looked } = adding.series;
  const { list, holder } = place.inside;
  const last = adding.done.at(-1);
  const remove = insides.find(
    (one) => one.does === 'removes' && one.holder.read === holder.read && one.list?.name === list?.name,
  )?.operation;
  const id = list?.id;
  if (last === undefined || remove === undefined || id === undefined) return;
  const had = new Set((last.before.items ?? []).map((one) => (isObject(one) ? String(one[id]) : '')));
  const item = adding.now.items?.find((one) => isObject(one) && !had.has(String(one[id])));
  const value = isObject(item) ? item[id] : undefined;
  const at = lastPlaceOf(remove.path);
  const least = equipment.inputs.least(remove);
  if (!isTextOrNumber(value) || at === undefined || least === undefined) return;
  const own = segmentsOf(holder.read.path);
  const places = segmentsOf(remove.path)
    .slice(0, own.length)
    .flatMap((segment, index): readonly (readonly [string, string])[] => {
      const [to, from] = [parameterIn(segment), parameterIn(own[index])];
      const base = from === undefined ? undefined : holder.places.get(pointerTo('path', from));
      return to === undefined || base === undefined ? [] : [[pointerTo('path', to), base]];
    });
  const input = changedAt(place.placed(remove, least, new Map(places)), at, asTaken(remove, at, value)) as Input;
  const before = adding.now;
  const removed = await place.send(input, 'remove it again', ITEMS, remove);
  if (removed === undefined || !isSuccess(removed)) return;
  const judge = (after: Look): { readonly check: string; readonly message: string; readonly expected: string } | undefined => {
    const ids = after.items?.map((one) => (isObject(one) ? String(one[id]) : ''));
    if (ids === undefined) return undefined;
    if (ids.includes(String(value)))
      return {
        check: ITEMS,
        message: `The item \`${id}\` ${String(value)} is in \`${list?.name}\` of what ${holder.read.id} reads after ${remove.id}.`,
        expected: 'the list without it',
      };
    const lost = before.items
      ?.map((one) => (isObject(one) ? String(one[id]) : ''))
      .find((one) => one !== String(value) && !ids.includes(one));
    if (lost !== undefined)
      return {
        check: ITEMS,
        message: `${remove.id} has taken another item from \`${list?.name}\` of what ${holder.read.id} reads: ${lost}.`,
        expected: 'all other items',
      };
    const [sums, were] = [numbersIn(after.thing), numbersIn(last.before.thing)];
    const stayed = [...adding.movements.keys()].find((name) => Math.abs((sums.get(name) ?? 0) - (were.get(name) ?? 0)) > NEAR);
    if (stayed === undefined) return undefined;
    return {
      check: SUMS,
      message: `\`${stayed}\` of what ${holder.read.id} reads is ${sums.get(stayed)} after ${remove.id}, and was ${were.get(stayed)} before the item was added.`,
      expected: `${were.get(stayed)}`,
    };
  };
  looked(ITEMS, remove);
  let after = await place.look();
  if (after !== undefined && judge(after) !== undefined) {
    await waitBriefly();
    after = await place.look();
  }
  const wrong = after && judge(after);
  if (after !== undefined && wrong !== undefined) place.lab.fault(wrong.check, wrong.message, wrong.expected, after.exchange);
}
