// The list of things shows the same numbers as the thing itself, after something was added inside of it.
import { identifierAmong } from '../../../inference/identifiers.ts';
import { isObject, valueAt } from '../../../inference/pointers.ts';
import { listOf } from '../../../inference/shapes.ts';
import { isSameTemplate, lastPlaceOf, parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { unlessStopped } from '../lab.ts';
import { waitBriefly } from '../rules/later.ts';
import type { Members } from '../rules/seen.ts';
import { isSuccess, resultOf } from '../thing.ts';
import { type Adding, SUMS } from './series.ts';
import { NEAR, numbersIn } from './sums.ts';

export async function listedSame(adding: Adding, operations: readonly Operation[]): Promise<void> {
  const { place, looked } = adding.series;
  const { read } = place.inside.holder;
  const above = segmentsOf(read.path).slice(0, -1);
  const list = operations.find(
    ({ method, path, parameters }) =>
      method === 'GET' && isSameTemplate(segmentsOf(path), above) && !parameters.some((one) => one.required && one.in.startsWith('query')),
  );
  if (list === undefined || adding.movements.size === 0) return;
  for (const isLast of [false, true]) {
    const now = await place.look();
    const shown = now && (await shownBy(adding, list));
    if (now === undefined || shown === undefined) return;
    looked(SUMS, list);
    const [own, listed] = [numbersIn(now.thing), numbersIn(shown.item)];
    const other = [...adding.movements.keys()].find((name) => Math.abs((listed.get(name) ?? Number.NaN) - (own.get(name) ?? 0)) > NEAR);
    if (other === undefined) return;
    if (isLast) {
      const message = `\`${other}\` is ${listed.get(other)} in what ${list.id} lists after ${place.inside.operation.id}, and ${own.get(other)} in what ${read.id} reads.`;
      place.lab.fault(SUMS, message, 'the same number in both', shown.exchange);
    }
    await waitBriefly();
  }
}

/** The thing as a list shows it; `undefined` where it is on no first page. */
async function shownBy(
  { series: { place, equipment } }: Adding,
  list: Operation,
): Promise<{ readonly exchange: Answered; readonly item: Members } | undefined> {
  const { read, places } = place.inside.holder;
  const segments = segmentsOf(read.path);
  const [at, parameter, shape] = [lastPlaceOf(read.path), parameterIn(segments.at(-1)), listOf(list)];
  const id = shape && parameter !== undefined ? identifierAmong(parameter, segments.at(-2) ?? '', shape.properties) : undefined;
  const from = at === undefined ? undefined : places.get(at);
  const least = equipment.inputs.least(list);
  if (shape === undefined || id === undefined || from === undefined || least === undefined) return undefined;
  const above = new Map([...places].filter(([to]) => to !== at));
  const exchange = await unlessStopped(place.lab.step({ operation: list, says: 'list', input: place.placed(list, least, above) }));
  const items = exchange && isSuccess(exchange) ? valueAt(resultOf(exchange), shape.at) : undefined;
  const item = Array.isArray(items)
    ? items.find((one) => isObject(one) && String(one[id]) === String(valueAt(place.base, from)))
    : undefined;
  return exchange === undefined || item === undefined ? undefined : { exchange, item };
}
