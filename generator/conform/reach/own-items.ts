// Tells in lists of what no operation makes which items the run has brought about: the invoice of a sale that it has closed. Such an item names a
// thing that the run has made, or stands in a list below one, which nothing that was there before can do. What was there before is not changed.
import type { Edge } from '../../inference/edge.ts';
import { plain, referringNames, tailsOf } from '../../inference/names.ts';
import { isObject, isTextOrNumber, valueAt } from '../../inference/pointers.ts';
import { collectionIn, pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { changedAt } from '../plan/index.ts';
import { type Result, resultOf } from '../sequences/index.ts';

export interface OwnItems {
  /** Notes the identifiers of what an operation has made. */
  note(exchange: Exchange): void;
  /** For each item of a list that the run has brought about, the result with that item alone. */
  in(one: Pick<Case, 'operation' | 'input'>, result: Result): readonly Result[];
}

/** The most items of one list that are taken. */
const MOST_ITEMS = 5;

/** Members deeper inside an item are not looked at. */
const MOST_DEPTH = 2;

/** So many characters with a digit among them name nothing else by chance. */
const LONG = 8;

/** `edges`: those from makers. `itemEdges`: those from lists to what is done to one item. */
export function createOwnItems(edges: readonly Edge[], itemEdges: readonly Edge[]): OwnItems {
  const makers = Map.groupBy(
    edges.filter(({ producer, to }) => (producer.method === 'POST' || producer.method === 'PUT') && to.startsWith('/path/')),
    ({ producer }) => producer,
  );
  const lists = new Map(itemEdges.map(({ producer, from }) => [producer, from.slice(0, from.lastIndexOf('/0/'))]));
  /** The names by which other things refer to a thing, by its identifier. */
  const known = new Map<string, Set<string>>();
  /** The identifiers of what each operation has made. */
  const made = new Map<Operation, Set<string>>();

  /** Whether the path of a list names a thing that the run has made. */
  function isBelowOwn({ operation, input }: Pick<Case, 'operation' | 'input'>): boolean {
    const place = pathPlacesOf(operation.path).at(-1);
    const value = place === undefined ? undefined : valueAt(input, place);
    return edges.some(
      ({ producer, consumer, to }) => consumer === operation && to === place && made.get(producer)?.has(String(value)) === true,
    );
  }

  function isOwn(item: unknown, depth = MOST_DEPTH): boolean {
    if (!isObject(item) || depth === 0) return false;
    return Object.entries(item).some(([name, value]) => {
      const members = Array.isArray(value) ? value : [value];
      return members.some((one) => (isTextOrNumber(one) ? isNamed(name, String(one)) : isOwn(one, depth - 1)));
    });
  }

  function isNamed(name: string, value: string): boolean {
    const names = known.get(value);
    if (names === undefined) return false;
    return (value.length >= LONG && /\d/.test(value)) || tailsOf(name).some((tail) => names.has(plain(tail)));
  }

  return {
    note(exchange) {
      const { operation } = exchange.case;
      for (const { from } of makers.get(operation) ?? []) {
        const value = valueAt(resultOf(exchange), from);
        if (!isTextOrNumber(value)) continue;
        made.set(operation, (made.get(operation) ?? new Set()).add(String(value)));
        const names = known.get(String(value)) ?? new Set<string>();
        for (const name of referringNames(collectionIn(operation))) names.add(name);
        known.set(String(value), names);
      }
    },
    in(one, result) {
      const list = lists.get(one.operation);
      const items = list === undefined ? undefined : valueAt(result, list);
      if (list === undefined || !Array.isArray(items)) return [];
      const isBelow = isBelowOwn(one);
      const own = items.filter((item) => isBelow || isOwn(item)).slice(-MOST_ITEMS);
      return own.map((item) => changedAt(result, list, [item]) as unknown as Result);
    },
  };
}
