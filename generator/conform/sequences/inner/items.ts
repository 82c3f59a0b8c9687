// `inner-items`: what is added inside of a thing is shown there once, and the other items stay as they were.
import { isDeepStrictEqual } from 'node:util';
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import type { InnerList, Inside } from '../../../inference/inner/index.ts';
import { isObject, isTextOrNumber, valueAt } from '../../../inference/pointers.ts';
import { memberSentences } from '../../../inference/prose/index.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Members } from '../rules/seen.ts';
import { shown } from '../shown.ts';
import { resultOf } from '../thing.ts';
import type { Done } from './place.ts';

/** A fault of a list, as a message and what is right. */
export interface Wrong {
  readonly message: string;
  readonly expected: string;
}

/** Words by which a list does not have all that is added, or an item takes the place of another one. */
const SOME =
  /\b(?:last|latest|recent\w*|newest|first|top|up to|at most|only|current\w*|active|open|pending|settled|confirmed|approved|accepted|visible|published|public|upcoming|not yet|unless|except)\b/i;
const REPLACING =
  /\b(?:replac\w*|supersed\w*|merg\w*|instead|overwrit\w*|gives? way|takes? the place|discard\w*|drop(?:s|ped)?|combin\w*|joined)\b/i;

/** What the texts about the list and the operation say of how items are added. */
export interface Manner {
  readonly isWhole: boolean;
  readonly isReplacing: boolean;
  readonly end?: 'first' | 'last';
}

export function mannerOf({ operation, list }: Inside): Manner {
  const ofList =
    list === undefined
      ? ''
      : memberSentences(list.schemas)
          .map(({ text }) => text)
          .join(' ');
  const { summary = '', description = '', responses } = operation;
  const texts = [ofList, summary, description, ...responses.map((one) => one.description)].join(' ');
  const end = endIn(ofList);
  return { isWhole: !SOME.test(ofList), isReplacing: REPLACING.test(texts), ...(end === undefined ? {} : { end }) };
}

function endIn(text: string): 'first' | 'last' | undefined {
  if (/\b(?:newest|latest|most recent)(?: \w+)? first\b/i.test(text)) return 'first';
  return /\b(?:oldest|earliest)(?: \w+)? first\b|\bin the order (?:in which|of|that) (?:they|these|it|their)? ?\w* ?(?:was |were |are |have been )?(?:record|add|ma[dk]e|sent|creat|receiv|book|enter|attach)\w*/i.test(
    text,
  )
    ? 'last'
    : undefined;
}

/** What is wrong with the list after an item was added; `undefined` where nothing can be said. */
export function wrongAfterAdd(inside: Inside, manner: Manner, { exchange, before, after, input }: Done): Wrong | undefined {
  const { list, operation } = inside;
  if (list === undefined || before.items === undefined || after.items === undefined) return undefined;
  const whose = `\`${list.name}\` of what ${inside.holder.read.id} reads`;
  const twice = twiceIn(list, before.items, after.items);
  if (twice !== undefined)
    return { message: `${whose} has two items with the \`${list.id}\` ${twice} after ${operation.id}.`, expected: 'each of them once' };
  const sent = membersIn(operation, input) ?? {};
  const added = withoutThose(list, after.items, before.items);
  const lost = withoutThose(list, before.items, after.items);
  if (lost.length > 0 && !manner.isReplacing && isLoss(list, lost, added, before.items, after.items))
    return { message: `${operation.id} has taken an item from ${whose}: ${shown(lost[0])}.`, expected: 'all items that were there before' };
  const other = manner.isReplacing ? undefined : changedOther(list, Object.keys(sent), before.items, after.items, exchange.case.input);
  if (other !== undefined)
    return {
      message: `${operation.id} has changed ${other} of another item in ${whose}.`,
      expected: 'the other items as they were before',
    };
  const [first, second] = added;
  if (first === undefined)
    return isMissing(inside, manner, { exchange, before, after })
      ? { message: `What ${operation.id} has added is not in ${whose}.`, expected: 'one item more, as the answer of the operation says' }
      : undefined;
  if (second !== undefined && isTwice(list, sent, first, second))
    return { message: `What ${operation.id} has added is in ${whose} twice.`, expected: 'one item more' };
  return second === undefined ? wrongItem(inside, manner, { exchange, after, sent, before, first }) : undefined;
}

function wrongItem(
  inside: Inside,
  { end }: Manner,
  {
    exchange,
    before,
    after,
    sent,
    first,
  }: Pick<Done, 'exchange' | 'before' | 'after'> & { readonly sent: Members; readonly first: unknown },
): Wrong | undefined {
  const { list, operation, holder } = inside;
  if (list === undefined) return undefined;
  const whose = `\`${list.name}\` of what ${holder.read.id} reads`;
  const answered = itemAnswered(inside, resultOf(exchange));
  const differing =
    isObject(first) && answered !== undefined
      ? Object.keys(sent).find(
          (name) =>
            isDeepStrictEqual(answered[name], sent[name]) && Object.hasOwn(first, name) && !isDeepStrictEqual(first[name], sent[name]),
        )
      : undefined;
  if (differing !== undefined && isObject(first))
    return {
      message: `\`${differing}\` of the new item in ${whose} is ${shown(first[differing])} after ${operation.id}.`,
      expected: `${shown(sent[differing])}, as it was sent and answered`,
    };
  const items = after.items ?? [];
  const at = items.indexOf(first);
  if (end !== undefined && before.items !== undefined && before.items.length > 0 && at !== (end === 'last' ? items.length - 1 : 0))
    return {
      message: `The item that ${operation.id} has added is not the ${end} one of ${whose}.`,
      expected: `it at the ${end === 'last' ? 'end' : 'beginning'}, as the document says of the list`,
    };
  return wrongNumber(inside, before.items ?? [], first);
}

/** Names of members that number the items of a list. */
const NUMBERING = /^(?:number|no|position|sequence|seq|index|version|line_?(?:no|number)?|\w*_?(?:no|number|position|version))$/i;

/** The numbers of items that were 1, 2, 3 … go on with the next one. */
function wrongNumber({ list, operation, holder }: Inside, before: readonly unknown[], item: unknown): Wrong | undefined {
  if (list === undefined || !isObject(item)) return undefined;
  const sent = propertiesOf(memberSchemasOf(operation));
  for (const name of list.items.keys()) {
    const own = item[name];
    if (!NUMBERING.test(name) || sent.has(name) || typeof own !== 'number') continue;
    const numbers = before.map((one) => Number(isObject(one) ? one[name] : undefined)).sort((one, other) => one - other);
    const isCounting = numbers.length > 0 && numbers.every((one, index) => one === index + 1);
    if (isCounting && own <= numbers.length)
      return {
        message: `\`${name}\` of the new item in \`${list.name}\` of what ${holder.read.id} reads is ${own}, as that of another item.`,
        expected: `the number ${numbers.length + 1}`,
      };
  }
  return undefined;
}

/** The item that an answer has: the answer itself, or the item in the thing that it shows. */
function itemAnswered({ list, operation }: Inside, result: unknown): Members | undefined {
  if (list === undefined || list.items.size === 0) return undefined;
  for (const { at, properties } of shapesOf(operation)) {
    const found = valueAt(result, at);
    if (!isObject(found)) continue;
    const shared = [...properties.keys()].filter((name) => list.items.has(name)).length;
    if (shared > 1 && shared * 2 > list.items.size) return found;
  }
  return undefined;
}

/** What tells an item from others; `undefined` where nothing does. */
function idOf({ id }: InnerList, item: unknown): string | undefined {
  const value = id === undefined || !isObject(item) ? undefined : item[id];
  return isTextOrNumber(value) ? String(value) : undefined;
}

/** The items of a list that another one does not have: by what tells them apart, or else as they are. */
function withoutThose(list: InnerList, items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const ids = new Set(others.map((one) => idOf(list, one)));
  const own = new Set(items.map((one) => idOf(list, one)));
  const isTold = !ids.has(undefined) && !own.has(undefined) && own.size === items.length && ids.size === others.length;
  if (isTold) return items.filter((one) => !ids.has(idOf(list, one)));
  const left = [...others];
  return items.filter((one) => {
    const index = left.findIndex((other) => isDeepStrictEqual(one, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** What two items of a list have in the member that tells them apart, where no two had it before. */
function twiceIn(list: InnerList, before: readonly unknown[], after: readonly unknown[]): string | undefined {
  const [ids, had] = [after, before].map((items) => items.flatMap((one) => idOf(list, one) ?? []));
  const isTold = list.by === 'path' && isWholeId(list) && new Set(had).size === had?.length;
  return isTold ? ids?.find((id, index) => ids.indexOf(id) < index) : undefined;
}

/** Whether the document says that a member tells one item from all others: it is called an identifier, or a path takes it. */
function isWholeId({ id, isNamed }: InnerList): boolean {
  return isNamed === true || (id !== undefined && /^(?:id|uuid|guid)$/i.test(id));
}

/**
 * Whether items are lost, and not changed. Where nothing tells them apart, one that is changed looks like one that is gone: then the list is as short
 * as before, and what is new has nothing of the old one but values that many have.
 */
function isLoss(
  list: InnerList,
  lost: readonly unknown[],
  added: readonly unknown[],
  before: readonly unknown[],
  after: readonly unknown[],
): boolean {
  if (list.id !== undefined) return true;
  if (after.length > before.length) return false;
  const texts = (item: unknown): readonly unknown[] =>
    isObject(item) ? Object.values(item).filter((one) => typeof one === 'string') : [item];
  const isOther = added.every((one) =>
    lost.every((old) => texts(one).every((text) => !texts(old).includes(text) || String(text).length < 12)),
  );
  return added.length > 0 && isOther;
}

/** A member of another item that requests give, and that is another one now. */
function changedOther(
  list: InnerList,
  sent: readonly string[],
  before: readonly unknown[],
  after: readonly unknown[],
  input: unknown,
): string | undefined {
  const named = new Set(Object.values(isObject(input) && isObject(input.path) ? input.path : {}).map(String));
  for (const one of before) {
    const id = idOf(list, one);
    const now = id === undefined || named.has(id) ? undefined : after.find((other) => idOf(list, other) === id);
    const name =
      isObject(one) && isObject(now)
        ? sent.find((member) => Object.hasOwn(one, member) && !isDeepStrictEqual(one[member], now[member]))
        : undefined;
    if (name !== undefined) return `\`${name}\``;
  }
  return undefined;
}

/** Whether the answer says that something was added, and the list is as it was before. */
function isMissing({ list, does, operation }: Inside, { isWhole }: Manner, { exchange, before, after }: Omit<Done, 'input'>): boolean {
  const most = Math.min(
    Number.POSITIVE_INFINITY,
    ...possibleConjuncts(list?.schemas ?? []).flatMap(({ maxItems }) => (maxItems === undefined ? [] : [maxItems])),
  );
  const isMade = exchange.response.status === 201 && does === 'adds' && operation.method === 'POST';
  return isMade && isWhole && list?.by === 'path' && (after.items?.length ?? 0) < most && isDeepStrictEqual(before.items, after.items);
}

/** Whether two new items are what was sent once. */
function isTwice({ items, id }: InnerList, sent: Members, one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(sent).filter((name) => name !== id && items.has(name));
  return names.length > 1 && names.every((name) => isDeepStrictEqual(one[name], sent[name]) && isDeepStrictEqual(other[name], sent[name]));
}
