// The shortest sequence of each check about lists: what was created and deleted, pages, and creates that are refused.
import { isDeepStrictEqual } from 'node:util';
import { sentencesIn } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Lab } from './lab.ts';
import { type Listing, readList, sizeOf } from './pages.ts';
import { asSent, refusable, type Script, type Setting, unlessStopped } from './script.ts';
import { remove, stateOf } from './state.ts';
import { isSuccess, type Thing } from './thing.ts';
import type { Things } from './things.ts';

export const listed: readonly Script[] = [
  { check: 'list-after-create', run: listAfterCreate },
  { check: 'list-after-delete', run: listAfterDelete },
  { check: 'list-pages', run: listPages },
  { check: 'failed-create', run: failedCreate },
];

/**
 * Four things, two of them with the same input. A list may leave out things for a reason of its own, such as drafts; so there is a fault where
 * none of them is in it, or where only one of two equal things is.
 */
async function* listAfterCreate({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { list } = resource;
  if (list === undefined) return;
  const labs: (readonly [Lab, Thing])[] = [];
  for (const variant of [1, 0, 2, 1]) {
    const lab = things.lab();
    labs.push([lab, await things.make(lab, resource, variant)]);
  }
  const [[lab, first] = []] = labs;
  if (lab === undefined || first === undefined) return;
  const listing = await readList(lab, things, list, first, { says: 'list after create' });
  if (listing === undefined || !listing.whole) return;
  yield list.operation;
  const here = idsOf(listing);
  const missing = labs.filter(([, { id }]) => !here.has(String(id)));
  // The newest is one of the two.
  const [one, , , two] = labs.map(([, thing]) => thing);
  const isHalf = one !== undefined && two !== undefined && here.has(String(one.id)) !== here.has(String(two.id)) && isSameInput(one, two);
  if (missing.length < labs.length && !isHalf) return;
  const lost = isHalf && one !== undefined && two !== undefined ? (here.has(String(one.id)) ? two : one) : first;
  lab.fault(
    'list-after-create',
    `What was created (${String(lost.id)}) is not in the list.`,
    `an item with the identifier ${String(lost.id)}`,
    listing.last,
    [lost.created, ...pagesOf(lab, listing)],
  );
}

function isSameInput(one: Thing, other: Thing): boolean {
  const [{ input: own, request }, { input: others, request: second }] = [one.created.case, other.created.case];
  // Below another parent, a thing is in another list.
  return request.body === second.body && isDeepStrictEqual(own?.path, others?.path);
}

async function* listAfterDelete({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { list, remove: operation } = resource;
  if (list === undefined || operation === undefined) return;
  const lab = things.lab();
  const state = stateOf(await things.make(lab, resource, 1));
  const before = await readList(lab, things, list, state.thing, { says: 'list before delete' });
  if (before === undefined || !idsOf(before).has(String(state.thing.id))) return;
  await remove(lab, things, operation, state, true);
  if (state.deleted === undefined) return;
  const listing = await readList(lab, things, list, state.thing, { says: 'list after delete', probe: 'list-after-delete' });
  if (listing === undefined) return;
  yield list.operation;
  const id = String(state.thing.id);
  if (!idsOf(listing).has(id) || (isKept(listing, before) && !saysLeftOut(list.operation))) return;
  lab.fault('list-after-delete', `What was deleted (${id}) is still in the list.`, `a list without the identifier ${id}`, listing.last, [
    state.thing.created,
    state.deleted,
    ...pagesOf(lab, listing),
  ]);
}

/** Whether the document says that a list leaves out what was deleted. */
function saysLeftOut({ summary, description }: Operation): boolean {
  return [summary, description]
    .flatMap((text) => sentencesIn(text ?? ''))
    .some(
      (sentence) =>
        /\bdeleted\b/i.test(sentence) &&
        /\b(?:left out|leaves? out|excluded?|excludes|hidden|hides|omitted|omits|without|except|never|not (?:be )?(?:listed|shown|included|returned|there|in))\b/i.test(
          sentence,
        ),
    );
}

/** Whether the list is another text than before although it has the same items: it may show things as deleted. */
function isKept(listing: Listing, before: Listing): boolean {
  const text = (one: Listing): string => new TextDecoder().decode(one.last.response.body);
  return (
    listing.pages.flat().length === before.pages.flat().length &&
    /delet|trash|archiv|status|state/i.test(text(listing)) &&
    text(listing) !== text(before)
  );
}

/** Pages of two items: each thing is on one page. While the list is read, another thing is created. */
async function* listPages({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { list } = resource;
  if (list === undefined || list.operation.pagination === undefined) return;
  const { style } = list.operation.pagination.facts;
  const made: Thing[] = [];
  for (const variant of [1, 2, 3, 4, 5]) made.push(await things.make(things.lab(), resource, variant));
  const [first] = made;
  if (first === undefined) return;
  // By number, an item that is added at the beginning moves the others to the next page.
  const isStable = style === 'cursor' || style === 'link';
  for (const isGrowing of isStable ? [false, true] : [false]) {
    // Without a parameter for it, pages are as long as the service makes them.
    const size = sizeOf(list.operation) === undefined ? undefined : 2;
    const known = await readList(things.lab(), things, list, first, { says: 'list' });
    const lab = things.lab();
    let added = 0;
    const between = async (): Promise<void> => {
      if (isGrowing && added < 2) await things.make(lab, resource, 10 + added++);
    };
    const listing = await readList(lab, things, list, first, {
      says: isGrowing ? 'pages while items are added' : 'pages',
      ...(size === undefined ? {} : { size }),
      between,
    });
    if (listing === undefined) return;
    yield list.operation;
    judgePages(lab, listing, known, made, isGrowing);
  }
}

function judgePages(lab: Lab, listing: Listing, known: Listing | undefined, made: readonly Thing[], isGrowing: boolean): void {
  const while_ = isGrowing ? ' while items are added' : '';
  if (listing.broken !== undefined) lab.fault('list-pages', listing.broken, 'a way to the next page', listing.last);
  const seen = new Set<string>();
  for (const id of listing.pages.flat()) {
    if (seen.has(id)) lab.fault('list-pages', `The item ${id} is there twice${while_}.`, 'each item once', listing.last);
    seen.add(id);
  }
  if (!listing.whole) return;
  // The list in long pages, or what was created, if the list has any of it.
  const ids = new Set([
    ...(known?.pages.flat() ?? []),
    ...(made.some(({ id }) => seen.has(String(id))) && known === undefined ? made.map(({ id }) => String(id)) : []),
  ]);
  for (const id of ids)
    if (!seen.has(id)) lab.fault('list-pages', `The item ${id} is on no page${while_}.`, 'each item once', listing.last);
}

/** Creates that are refused: the list has no new items after each of them. */
async function* failedCreate({ things, resource, invalid }: Setting): AsyncGenerator<Operation> {
  const { list, create } = resource;
  if (list === undefined) return;
  const thing = await things.make(things.lab(), resource, 1);
  const look = (lab: Lab, says: string): Promise<Listing | undefined> => readList(lab, things, list, thing, { says });
  let before = await look(things.lab(), 'list before');
  if (before === undefined || !idsOf(before).has(String(thing.id))) return;
  for (const one of refusable(await invalid(create), true)) {
    const lab = things.lab();
    const exchange = await unlessStopped(things.callBeside(lab, create, thing, { says: `refused create (${one.says})`, ...asSent(one) }));
    if (exchange === undefined || isSuccess(exchange) || exchange.response.status >= 500) continue;
    const after = await look(lab, 'list after');
    if (after === undefined) return;
    yield create;
    const known = idsOf(before);
    const found = [...idsOf(after)].find((id) => !known.has(id));
    const again = (): Promise<unknown> =>
      unlessStopped(things.callBeside(things.lab(), create, thing, { says: 'the same again', ...asSent(one) }));
    if (found !== undefined && (await isOwnDoing(things, look, again)))
      lab.fault(
        'failed-create',
        `A create that was refused with ${exchange.response.status} has left ${found} in the list.`,
        'the list as it was before',
        after.last,
      );
    before = after;
  }
}

/** How often a refused create is sent again, before its trace in the list counts. */
const TRIALS = 3;

/** How often the list is read before each of them: longer than the create takes, so that what others create shows there. */
const QUIET = 9;

/** Whether the list grows each time that the refused create is sent again, and never where nothing is sent: otherwise others create things too. */
async function isOwnDoing(
  things: Things,
  look: (lab: Lab, says: string) => Promise<Listing | undefined>,
  again: () => Promise<unknown>,
): Promise<boolean> {
  for (let count = 0; count < TRIALS; count++) {
    const before = await look(things.lab(), 'list');
    for (let reads = 1; reads < QUIET; reads++) {
      const now = await look(things.lab(), 'list');
      if (now === undefined || JSON.stringify(now.pages) !== JSON.stringify(before?.pages)) return false;
    }
    if (before === undefined) return false;
    await again();
    const after = await look(things.lab(), 'list');
    const known = idsOf(before);
    if (after === undefined || [...idsOf(after)].every((id) => known.has(id))) return false;
  }
  return true;
}

function idsOf({ pages }: Listing): ReadonlySet<string> {
  return new Set(pages.flat());
}

/** The exchanges of a list in its lab. */
function pagesOf(lab: Lab, { pages }: Listing): readonly Exchange[] {
  return lab.steps.slice(-pages.length);
}
