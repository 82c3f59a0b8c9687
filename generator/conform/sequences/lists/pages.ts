// The pages of a list: in each way that leads from one to the next, they have every item once, in the order of the list in long pages, and they end.

import { sizeLimits } from '../../../inference/lists/facts.ts';
import { descriptionOf } from '../../../inference/lists/places.ts';
import { plain } from '../../../inference/names.ts';
import { successOf, successSchemaOf } from '../../../inference/shapes.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { isSuccess } from '../thing.ts';
import { countedFilters, filterRequests } from './filter-values.ts';
import { cursorOfOthers, endsByLink, lastOfOne, madeUpCursor } from './page-ends.ts';
import { isSameOrder, type ListReader, type Page, type Walk } from './reader.ts';
import { type ListCheck, type ListScript, type ListSetting, smallSize } from './script.ts';
import { totalsOf } from './totals.ts';
import { saysMore, saysNext, type Way } from './ways.ts';

const CHECK = 'list-pages';

export const pagesCheck: ListCheck = { id: CHECK, scripts };

/** The most ways from page to page that are tried. */
const MOST_WAYS = 3;

/** The most filters that are looked for in links. */
const MOST_FILTERED = 4;

function scripts(setting: ListSetting): readonly ListScript[] {
  const size = smallSize(setting);
  if (size === undefined && setting.whole.pages.length < 2) return [];
  return [
    ...Array.from({ length: MOST_WAYS }, (_, index) => () => walkOnce(setting, size, index)),
    () => fullLastPage(setting),
    () => behindTheEnd(setting, size),
    () => endsByLink(setting, size),
    () => lastOfOne(setting),
    () => madeUpCursor(setting),
    () => cursorOfOthers(setting, size),
    ...filterRequests(setting)
      .slice(0, MOST_FILTERED)
      .map(
        ({ values, says }) =>
          () =>
            linksKeep(setting, values, says),
      ),
  ];
}

/** A page that is full, and has all items, does not say that more follow. */
async function* fullLastPage(setting: ListSetting): AsyncGenerator<void> {
  const { reader, whole, facts } = setting;
  const limits = sizeLimits(facts);
  if (limits === undefined) return;
  const fits = (count: number): boolean => whole.ended && count >= limits.least && count <= limits.most;
  const requests = [...(fits(whole.ids.length) ? [{ values: {}, count: whole.ids.length }] : []), ...countedFilters(setting, fits)];
  for (const { values, count } of requests.slice(0, MOST_FILTERED)) {
    const lab = reader.lab();
    const walk = await reader.walk(lab, { says: 'a page with all items', values, size: count });
    const [first, second] = walk?.pages ?? [];
    if (walk === undefined || first === undefined || first.ids.length !== count || walk.ids.length !== count) continue;
    yield;
    const isNext = saysNext(facts, first.answered) && isCounted(setting, first, count);
    if (saysMore(facts, first.answered) === true || isNext)
      lab.fault(CHECK, 'A page that has all items says that more follow.', 'a page that says whether more follow', first.answered);
    if (second !== undefined && walk.way?.says === true && isKnownToEnd(setting, first, count, walk.way))
      lab.fault(CHECK, EMPTY, `no next page after the last one (${walk.way.kind})`, first.answered);
    return;
  }
}

/** No page is longer than the request asks for, also where nothing leads to the next one. */
async function* sizeKept({ reader }: ListSetting, size: number): AsyncGenerator<void> {
  const lab = reader.lab();
  const page = await reader.page(lab, 'first page', { input: reader.input({ size }) });
  if (page === undefined) return;
  yield;
  if (page.ids.length > size) lab.fault(CHECK, tooLong(page.ids.length, size), NO_LONGER, page.answered);
}

const NO_LONGER = 'no more items than the request asks for';

function tooLong(count: number, size: number): string {
  return `A page has ${count} items, and ${size} were asked for.`;
}

/** The ways of a list, from its first short page. */
async function waysFrom(reader: ListReader, lab: Lab, size: number | undefined): Promise<readonly Way[]> {
  const input = reader.input({ size });
  const first = await reader.page(lab, 'first page', { input });
  return first === undefined ? [] : reader.ways(reader.turn(first, input, 0, size ?? first.ids.length));
}

async function* walkOnce(setting: ListSetting, size: number | undefined, index: number): AsyncGenerator<void> {
  const { reader, whole } = setting;
  const way = (await waysFrom(reader, reader.lab(), size))[index];
  if (way === undefined) {
    if (index === 0 && size !== undefined) yield* sizeKept(setting, size);
    return;
  }
  const lab = reader.lab();
  const walk = await reader.walk(lab, { says: 'pages', way, size });
  if (walk === undefined) return;
  yield;
  judgeWalk(lab, setting, walk, whole, way);
  await judgeLinks(lab, setting, walk);
  await judgeEnd(lab, setting, walk, way);
  await judgeBack(lab, setting, walk, way);
}

function judgeWalk(lab: Lab, { facts, whole }: ListSetting, walk: Walk, known: Walk, { kind }: Way): void {
  const last = walk.last;
  const { size } = walk;
  if (walk.broken !== undefined) lab.fault(CHECK, walk.broken, `a way to the next page (${kind})`, last);
  for (const { ids, answered } of walk.pages)
    if (size !== undefined && ids.length > size) lab.fault(CHECK, tooLong(ids.length, size), NO_LONGER, answered);
  if (facts.id === undefined || (!facts.isKey && new Set(known.ids).size < known.ids.length)) return;
  const once = kind === 'declared' ? 'each item once' : `each item once (pages by ${kind})`;
  const seen = new Set<string>();
  for (const { ids, answered } of walk.pages)
    for (const id of ids) {
      if (seen.has(id)) lab.fault(CHECK, `The item ${id} is there twice.`, once, answered);
      seen.add(id);
    }
  if (!walk.ended || !known.ended) return;
  const lost = known.ids.find((id) => !seen.has(id));
  if (lost !== undefined) lab.fault(CHECK, `The item ${lost} is on no page.`, once, last);
  const extra = walk.ids.find((id) => !known.ids.includes(id));
  if (extra !== undefined)
    lab.fault(CHECK, `The item ${extra} is in short pages and not in long ones.`, 'the same items in pages of each size', last);
  const isOrdered = facts.operation.order !== undefined || facts.roles.sort !== undefined;
  if (isOrdered && whole === known && !isSameOrder(walk, known))
    lab.fault(CHECK, 'The items come in another order in short pages than in long ones.', 'the same order in pages of each size', last);
}

/** A link is a request that the document allows. */
async function judgeLinks(lab: Lab, { judge, facts }: ListSetting, { pages }: Walk): Promise<void> {
  for (const { answered } of pages) {
    if (answered.case.input !== undefined) continue;
    const verdict = await judge.request(answered.case.request, facts.operation);
    if (!verdict.accepted && verdict.status === 400)
      lab.fault(
        CHECK,
        `The document does not allow the link to the next page: ${verdict.reason}`,
        'a link that the document allows',
        answered,
      );
  }
}

/** Words that say that there is no next page after the last one. */
const LAST =
  /\b(?:last|final) page\b|\bno (?:more|further|next)\b|\bend of the list\b|\bmore (?:items|results|pages|entries)\b|\bsuch (?:a page|pages)\b/i;
const ABSENT =
  /\bnull|\babsent|\bmissing|\bomitted|\bleft out|\bempty|\bnot (?:present|set|returned|included|there)|\bnone\b|\bonly\b|\bwhere\b|\bif\b|\bwhen\b|\bunless\b/i;

/** An empty page at the end: cursors may lead to one, unless the page before it, or the document, says that they do not. */
async function judgeEnd(lab: Lab, setting: ListSetting, walk: Walk, way: Way): Promise<void> {
  const { facts, reader } = setting;
  const { pages, size, ended } = walk;
  if (!ended) return;
  const last = pages.at(-1) as Page;
  const more = pages.slice(0, -1).find((page, index) => saysMore(facts, page.answered) === false && pages[index + 1]?.ids.length !== 0);
  if (more !== undefined)
    lab.fault(
      CHECK,
      'A page says that no more items follow, and the next one has some.',
      'a page that says whether more follow',
      more.answered,
    );
  if (!way.says) {
    const full = last.ids.length === 0 ? pages.at(-2) : undefined;
    if (full !== undefined && saysMore(facts, full.answered) === true)
      lab.fault(CHECK, 'The last page says that more items follow.', 'a page that says whether more follow', full.answered);
    if (last.ids.length === 0 || saysMore(facts, last.answered) !== true || size === undefined) return;
    const turn = { ...reader.turn(last, reader.input({ size }), pages.length - 1, size), ids: fullPage(size) };
    const request = way.next(turn);
    const behind = request === undefined ? undefined : await reader.page(lab, 'page after the last one', request);
    if (behind?.ids.length === 0)
      lab.fault(CHECK, 'The last page says that more items follow.', 'a page that says whether more follow', last.answered);
    return;
  }
  const before = pages.at(-2);
  if (last.ids.length > 0 || before === undefined) return;
  // A cursor may be kept for what comes later, but a header with the next page says that there is one.
  const isDenied = way.kind === 'link-header' && saysMore(facts, before.answered) === false;
  if (isDenied || saysMore(facts, before.answered) === true || isKnownToEnd(setting, before, walk.ids.length, way))
    lab.fault(CHECK, EMPTY, `no next page after the last one (${way.kind})`, before.answered);
}

const EMPTY = 'The last page leads to a next one, which is empty.';

/**
 * Whether the service knows that a page is the last one: by a number of all items that it gives, or because the document says that it has no next
 * page.
 */
function isKnownToEnd(setting: ListSetting, page: Page, count: number, way: Way): boolean {
  return isCounted(setting, page, count) || isSaidToEnd(nextDescription(setting, way));
}

function isCounted({ facts }: ListSetting, page: Page, count: number): boolean {
  return totalsOf(facts).some(({ of, read }) => of === 'items' && read(page) === count);
}

function isSaidToEnd(description: string): boolean {
  return LAST.test(description) && ABSENT.test(description);
}

/** As many identifiers as a page has that is not the last one. */
function fullPage(size: number): readonly string[] {
  return Array.from({ length: size }, () => '');
}

/** What the document says of the place where a page has the next one. */
function nextDescription({ facts: { operation } }: ListSetting, { kind }: Way): string {
  if (kind === 'link-header')
    return (successOf(operation)?.headers ?? []).find(({ name }) => name.toLowerCase() === 'link')?.description ?? '';
  const schema = successSchemaOf(operation);
  if (schema === undefined) return '';
  const near = [...propertiesOf([schema])];
  return [...near, ...near.flatMap(([, own]) => [...propertiesOf(own)])]
    .filter(([name]) => /^next|^endcursor|continuation/.test(plain(name)))
    .map(([, own]) => descriptionOf(own, ''))
    .join(' ');
}

/** The page before the second one is the first one; where the third one leads back, the second one does too. */
async function judgeBack(lab: Lab, { reader, facts }: ListSetting, { pages, size }: Walk, way: Way): Promise<void> {
  const [first, second, third] = pages;
  if (way.previous === undefined || first === undefined || second === undefined || facts.id === undefined) return;
  if (second.ids.length === 0 || first.ids.length !== (size ?? first.ids.length)) return;
  const input = reader.input({ size });
  const request = way.previous(reader.turn(second, input, 1, first.ids.length));
  const later = request === undefined && third !== undefined && way.previous(reader.turn(third, input, 2, first.ids.length));
  if (later) {
    const message = 'The second page has no link to the page before it, and the third one has such a link.';
    lab.fault(CHECK, message, BACK, second.answered);
  }
  const back = request === undefined ? undefined : await reader.page(lab, 'previous page', request);
  if (back !== undefined && !isSameOrder(back, first)) lab.fault(CHECK, notBack('second', 'first'), BACK, back.answered);
  const before = back && third?.ids.length !== 0 && third && way.previous(reader.turn(third, input, 2, first.ids.length));
  const middle = before ? await reader.page(lab, 'previous page of the third one', before) : undefined;
  if (middle !== undefined && !isSameOrder(middle, second)) lab.fault(CHECK, notBack('third', 'second'), BACK, middle.answered);
}

const BACK = 'a link back to the page before';
const notBack = (from: string, to: string): string => `The link to the page before the ${from} one does not lead to the ${to} one.`;

/** A page behind the last one is not the first one again. */
async function* behindTheEnd({ reader, facts, whole }: ListSetting, size: number | undefined): AsyncGenerator<void> {
  if (size === undefined || !whole.ended || facts.id === undefined) return;
  const lab = reader.lab();
  const input: Input = reader.input({ size });
  const first = await reader.page(lab, 'first page', { input });
  if (first === undefined || first.ids.length === 0) return;
  for (const way of reader.ways(reader.turn(first, input, 0, size))) {
    if (way.kind !== 'number' && way.kind !== 'offset') continue;
    const request = way.next({ ...reader.turn(first, input, Math.ceil(whole.ids.length / size), size), ids: fullPage(size) });
    if (request === undefined) continue;
    const answered: Answered = await reader.answer(lab, 'page behind the end', request);
    const behind = isSuccess(answered) ? await reader.page(lab, 'page behind the end', request) : undefined;
    yield;
    if (behind !== undefined && isSameOrder(behind, first))
      lab.fault(CHECK, 'A page behind the end is the first one again.', 'an empty page behind the end', behind.answered);
  }
}

/** Links to next pages keep what the request asks for. */
async function* linksKeep(setting: ListSetting, values: Readonly<Record<string, unknown>>, says: string): AsyncGenerator<void> {
  const { reader, whole, facts } = setting;
  const lab = reader.lab();
  const long = await reader.walk(lab, { says, values, size: whole.size });
  if (long === undefined || !long.ended || long.ids.length < 2 || facts.id === undefined) return;
  const size = smallSize(setting, long.ids.length);
  if (size === undefined) return;
  const input = reader.input({ values, size });
  const first = await reader.page(lab, says, { input });
  if (first === undefined) return;
  const ways = reader
    .ways(reader.turn(first, input, 0, size))
    .filter(({ kind }) => kind === 'link' || kind === 'link-header' || kind === 'declared');
  for (const way of ways) {
    const walk = await reader.walk(lab, { says: `${says}, in short pages`, values, size, way });
    if (walk === undefined || !walk.ended) continue;
    yield;
    const extra = walk.ids.find((id) => !long.ids.includes(id));
    const lost = long.ids.find((id) => !walk.ids.includes(id));
    const different = extra ?? lost;
    if (different !== undefined)
      lab.fault(
        CHECK,
        extra === undefined
          ? `The pages that links lead to (${says}) lack ${different}, which the list in one page has.`
          : `The pages that links lead to (${says}) have ${different}, which the list in one page lacks.`,
        `links that keep the query of the request (${way.kind})`,
        walk.last,
      );
  }
}
