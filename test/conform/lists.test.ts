// Tests the comparisons of lists on lists of tasks in several styles, with one fault at a time.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { createJudge, type Judge } from '../../generator/conform/judge/index.ts';
import { createSender } from '../../generator/conform/run/sending/index.ts';
import { runList } from '../../generator/conform/sequences/index.ts';
import { totalsOf } from '../../generator/conform/sequences/lists/totals.ts';
import { inProcessTarget } from '../../generator/conform/target/in-process.ts';
import { type ListFacts, listFactsOf } from '../../generator/inference/lists/facts.ts';
import { statedOrder } from '../../generator/inference/lists/stated.ts';
import type { Schema } from '../../generator/model/schema/schema.ts';
import { documentOf, type ListFaults, type Style, TASKS, type Task, tasks } from './list-service.ts';
import { serviceFrom } from './support.ts';

const STYLES: readonly Style[] = ['numbered', 'offset', 'cursor', 'after', 'api'];
const judges = new Map<Style, Judge>();
for (const style of STYLES) judges.set(style, await createJudge(await serviceFrom(documentOf(style))));

interface Outcome {
  /** Checks, each with what was expected. */
  readonly faults: readonly string[];
  readonly looked: ReadonlySet<string>;
  readonly requests: number;
}

async function outcomeOf(judge: Judge, handler: Handler): Promise<Outcome> {
  const target = inProcessTarget(handler, { basePath: '' });
  const { signal } = new AbortController();
  const sender = createSender(judge, target, {}, signal, true, () => {});
  const faults: string[] = [];
  const looked = new Set<string>();
  let requests = 0;
  const operation = judge.service.operations.find(({ id }) => id === 'listTasks');
  if (operation === undefined) throw new Error('There is no list.');
  const options = {
    service: judge.service,
    judge,
    target,
    seed: 1,
    settling: 0,
    signal,
    override: <T>(_: unknown, input: T): T => input,
    isOn: () => true,
    send(one: Parameters<typeof sender.send>[0]) {
      requests++;
      return sender.send(one);
    },
    observe: () => {},
    looked: (check: string) => looked.add(check),
    found: ({ check, expected }: { readonly check: string; readonly expected: string }) => faults.push(`${check}: ${expected}`),
    more: async () => false,
    words: () => [],
  };
  await runList(options, operation, [{}]);
  return { faults, looked, requests };
}

function outcome(style: Style, faults: ListFaults = {}): Promise<Outcome> {
  return outcomeOf(judges.get(style) as Judge, tasks(style, faults));
}

const without =
  (name: string): NonNullable<ListFaults['link']> =>
  (query) =>
    new URLSearchParams([...query].filter(([one]) => one !== name));

const FAULTS: readonly (readonly [check: string, fault: string, style: Style, faults: ListFaults])[] = [
  [
    'list-pages',
    'begins a page with the last item before it',
    'numbered',
    { sliced: (all, start, size) => all.slice(Math.max(0, start - 1), start - 1 + size) },
  ],
  [
    'list-pages',
    'leaves out an item between pages',
    'offset',
    { sliced: (all, start, size) => (start === 0 ? all.slice(0, size) : all.slice(start + 1, start + size)) },
  ],
  ['list-pages', 'gives more than was asked for', 'api', { sliced: (all, start, size) => all.slice(start, start + size + 1) }],
  ['list-pages', 'ignores the cursor', 'cursor', { sliced: (all, _, size) => all.slice(0, size) }],
  ['list-pages', 'has a next token on the last page', 'cursor', { more: (end, count) => end <= count + 2 }],
  ['list-pages', 'says that more follow the last page', 'after', { more: (end, count) => end <= count + 2 }],
  [
    'list-pages: a page that says whether more follow',
    'says that more follow a full page',
    'after',
    { more: (end, count) => end <= count },
  ],
  ['list-pages: no next page after the last one', 'leads on from a full last page', 'numbered', { more: (end, count) => end <= count }],
  ['list-pages', 'says too early that no more follow', 'after', { more: (end, count) => end < count - 2 }],
  ['list-pages', 'links to a page behind the last one', 'numbered', { more: (end, count) => end <= count + 2 }],
  [
    'list-pages',
    'gives the first page behind the end',
    'numbered',
    { sliced: (all, start, size) => all.slice(start < all.length ? start : 0).slice(0, size) },
  ],
  // The last page is right as long as the number of items is no multiple of its size.
  [
    'list-pages: the last item behind `rel="last"`',
    'links to an empty last page where all pages are full',
    'numbered',
    { last: (count, size) => Math.floor(count / size) + 1 },
  ],
  [
    'list-pages: the last page behind `rel="last"`',
    'rounds the number of the last page down',
    'numbered',
    { last: (count, size) => Math.max(1, Math.floor(count / size)) },
  ],
  ['list-pages: a refusal, as the document says', 'takes a cursor that no page gave', 'cursor', { anyCursor: true }],
  ['list-pages', 'loses the size in its links', 'api', { link: without('page[size]') }],
  ['list-pages: a link back', 'has no link from the second page to the first one', 'api', { back: 3 }],
  ['list-pages', 'loses a filter in its links', 'numbered', { link: without('urgent') }],
  ['list-totals', 'counts the page', 'offset', { total: (_, __, page) => page.length }],
  ['list-totals', 'counts the page in a header', 'numbered', { total: (_, __, page) => page.length }],
  ['list-totals', 'counts what filters leave out', 'api', { total: (all) => all.length }],
  ['list-filters', 'ignores a filter', 'cursor', { filtered: (all, query) => filteredBut('owner', all, query) }],
  [
    'list-filters',
    'compares the beginning of identifiers',
    'offset',
    { filtered: (all, query) => all.filter((one) => String(one.owner_id).startsWith(query.get('owner') ?? '')) },
  ],
  [
    'list-filters',
    'looks at the first of several states',
    'after',
    { filtered: (all, query) => all.filter((one) => query.get('state') === null || query.get('state')?.split(',')[0] === one.state) },
  ],
  ['list-filters', 'ignores the filter of a deep name', 'api', { filtered: (all, query) => filteredBut('filter[state]', all, query) }],
  [
    'list-filters',
    'leaves out the least value',
    'offset',
    { filtered: (all, query) => all.filter((one) => query.get('min_effort') === null || one.effort > Number(query.get('min_effort'))) },
  ],
  [
    'list-filters',
    'has what is at an exclusive end',
    'cursor',
    {
      filtered: (all, query) =>
        all.filter((one) => query.get('created_before') === null || one.created_at <= (query.get('created_before') ?? '')),
    },
  ],
  [
    'list-filters: only items that satisfy both',
    'joins filters by or',
    'offset',
    {
      filtered(all, query) {
        const [state, owner, urgent] = ['state', 'owner', 'urgent'].map((name) => query.get(name));
        return all.filter((one) => {
          const fits = [
            ...(state ? [state.split(',').includes(one.state)] : []),
            ...(owner ? [String(one.owner_id) === owner] : []),
            ...(urgent ? [String(one.urgent) === urgent] : []),
          ];
          return fits.length > 1 ? fits.includes(true) : !fits.includes(false);
        });
      },
    },
  ],
  [
    'list-sorting: ascending values of `state`',
    'sorts states by their names',
    'numbered',
    { sorted: (some, key, down) => textSorted(some, key, down) },
  ],
  [
    'list-sorting',
    'ignores the direction',
    'numbered',
    { sorted: (some, key) => some.toSorted((one, other) => (one[key as 'effort'] < other[key as 'effort'] ? -1 : 1)) },
  ],
  [
    'list-sorting',
    'sorts numbers as texts',
    'offset',
    { tasks: () => TASKS.map((one) => ({ ...one, effort: one.effort * 3 })), sorted: (some, key, down) => textSorted(some, key, down) },
  ],
  [
    'list-sorting',
    'sorts within pages',
    'api',
    {
      sorted: (some) => some,
      sliced: (all, start, size) => all.slice(start, start + size).toSorted((one, other) => one.effort - other.effort),
    },
  ],
  [
    'list-sorting',
    'has the oldest first',
    'cursor',
    { sorted: (some) => some.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1)) },
  ],
  [
    'list-sorting',
    'loses items where it sorts',
    'offset',
    {
      sorted: (some, key) =>
        key === 'effort' ? some.filter((one) => one.effort > 1).toSorted((one, other) => one.effort - other.effort) : some,
    },
  ],
  ['list-search', 'finds everything', 'cursor', { filtered: (all, query) => filteredBut('q', all, query) }],
  [
    'list-search',
    'tells capitals from others',
    'offset',
    { filtered: (all, query) => all.filter((one) => one.title.includes(query.get('q') ?? '')) },
  ],
  [
    'list-search: what has the word in `title`',
    'compares whole titles',
    'offset',
    { filtered: (all, query) => all.filter((one) => [null, one.title].includes(query.get('q'))) },
  ],
  [
    'list-search: only what has the text, as the document says',
    'matches texts as patterns',
    'cursor',
    { filtered: (all, query) => all.filter((one) => patternOf(query.get('q') ?? '').test(one.title)) },
  ],
  ['list-totals', 'counts the tasks of one page', 'after', { total: (_all, _found, page) => page.length }],
  ['list-pages', 'links to a next page on the last one', 'after', { linked: true }],
  ['list-pages: a refusal', 'takes an id that it does not have', 'after', { anyCursor: true }],
  [
    'list-filters',
    'has what was created at the time before which all was created',
    'after',
    {
      filtered: (all, query) =>
        all.filter((one) => query.get('created_before') === null || one.created_at <= (query.get('created_before') ?? '')),
    },
  ],
  [
    'list-filters',
    'filters by one of two values of a boolean',
    'after',
    { filtered: (all, query) => all.filter((one) => query.get('urgent') !== 'true' || one.urgent) },
  ],
  ['list-defaults', 'has another size than the default', 'numbered', { size: 2 }],
];

function patternOf(text: string): RegExp {
  return new RegExp(text.replaceAll('_', '.').replaceAll('%', '.*'), 'i');
}

function filteredBut(name: string, all: readonly Task[], query: URLSearchParams): readonly Task[] {
  const state = query.get('state');
  return all.filter((one) => name === 'state' || state === null || state.split(',').includes(one.state));
}

function textSorted(some: readonly Task[], key: string, down: boolean): readonly Task[] {
  const up = some.toSorted((one, other) => (String(one[key as 'effort']) < String(other[key as 'effort']) ? -1 : 1));
  return down ? up.reverse() : up;
}

test.each(STYLES)('a faultless list in the style %s has no faults, and is compared in all ways', async (style) => {
  const { faults, looked, requests } = await outcome(style);
  expect(faults).toEqual([]);
  expect([...looked]).toEqual(expect.arrayContaining(['list-pages', 'list-filters', 'list-search']));
  expect(looked.has('list-totals')).toBe(['numbered', 'offset', 'after', 'api'].includes(style));
  expect(looked.has('list-sorting')).toBe(style !== 'after');
  expect(requests).toBeLessThan(130);
});

test.each(FAULTS)('%s finds a list that %s', async (check, _, style, fault) => {
  const { faults } = await outcome(style, fault);
  expect(faults.join('\n')).toContain(check);
});

describe('a list that others change', () => {
  const other = (id: number): Task => ({ ...(TASKS[0] as Task), id, title: `Other ${id}` });

  test('has no faults while it grows', async () => {
    let last = 100;
    const added: Task[] = [];
    const { faults } = await outcome('numbered', {
      tasks() {
        added.unshift(other(++last));
        return [...added, ...TASKS];
      },
    });
    expect(faults).toEqual([]);
  });

  test('has no faults where one thing goes', async () => {
    let reads = 0;
    const { faults } = await outcome('offset', { tasks: () => (++reads > 4 ? TASKS.slice(1) : TASKS) });
    expect(faults).toEqual([]);
  });
});

describe('the order that a document states', () => {
  const text: Schema = { type: ['string'] } as unknown as Schema;
  const members = new Map<string, readonly Schema[]>([
    ['name', [text]],
    ['position', [{ type: ['integer'] } as unknown as Schema]],
    ['workedOn', [{ ...text, format: 'date' }]],
    ['createdAt', [{ ...text, format: 'date-time' }]],
    ['startedAt', [{ ...text, format: 'date-time' }]],
    ['from', [{ ...text, format: 'date-time' }]],
    ['status', [{ ...text, enum: ['open', 'done'] }]],
    ['period', [{ ...text, description: 'A month.' }]],
    ['drivingMinutes', [{ type: ['integer'], description: 'The minutes from the first call to the last one.' } as unknown as Schema]],
  ]);
  const statedIn = (summary: string, parameters: readonly { readonly name: string }[] = []): readonly unknown[] => {
    const { member, sign } = statedOrder({ operation: { summary, parameters }, members, roles: {} } as unknown as ListFacts) ?? {};
    return member === undefined ? [] : [member, sign];
  };

  test.each<readonly [says: string, stated: readonly unknown[]]>([
    ['Lists things by position', ['position', undefined]],
    ['Lists the things of a user by name', ['name', 1]],
    ['Lists what was done, the earliest day first', ['workedOn', 1]],
    ['Lists things, the newest first', ['createdAt', -1]],
    ['Lists things in the order of their `name`, descending', ['name', -1]],
    ['Lists all things by creation', ['createdAt', undefined]],
    ['Lists things by their first day', ['from', undefined]],
    ['Things by their first day, the earliest first.', ['from', 1]],
    ['Things by position, the highest first.', ['position', -1]],
    ['Things by the day of their delivery, the latest first.', []],
    ['Things by the hour of their departure. Things that leave at the same moment come by position, the lowest first, in both orders.', []],
    ['Things, the newest first, and those of one and the same time by `name`.', ['createdAt', -1]],
    ['Visits by the end of their stay with the oldest first.', []],
    ['The thing that started last comes first.', ['startedAt', -1]],
    ['Lists things, sorted by creation date, with the most recently created things appearing first.', ['createdAt', -1]],
    ['Things are returned in descending order of `name`.', ['name', -1]],
    ['The list of things is sorted by name in ascending order.', ['name', 1]],
    ['Returns things, starting with the newest.', ['createdAt', -1]],
    ['Results are ordered by position', ['position', undefined]],
    ['Gets a thing by name', []],
    ['Things can be sorted by name', []],
    ['If not given, the oldest date is the first one logged.', []],
    ['Lists things by status', []],
    ['Lists things by owner', []],
    ['Lists the oldest things first. Lists archived ones, the newest first.', []],
    ['Finds a thing by name', []],
    ['Things of an owner, by name', ['name', 1]],
    ['Things of an owner, in the order of their names', ['name', 1]],
    ['at the same time, by name.', []],
    ['in the morning, by name.', []],
    ['Things of the same day, by name.', []],
    ['The newest comes first, by `startedAt`.', ['startedAt', -1]],
    ['Lists things, the oldest first by their first day', ['from', 1]],
    ['The newest thing comes first, then by name.', ['createdAt', -1]],
    ['Things of an owner, the latest month first', ['period', -1]],
    ['Things of an owner, sorted by the moment of their first call, the earliest first.', []],
  ])('%s', (says, stated) => {
    expect(statedIn(says)).toEqual(stated);
  });

  test('is none where a parameter has the name of the member', () => {
    expect(statedIn('Lists things by name', [{ name: 'name' }])).toEqual([]);
  });
});

test.each([
  ['All lists have `data` and `count`.', 0],
  ['A list has its items, and in `count` the number of all things that fit the filters.', 1],
  ['In `count` a list says how many things there are.', 1],
  ['`count` is the number of all things, or an estimate of it.', 0],
])('“%s” names %i totals', async (says, count) => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Tasks, version: '1', description: '${says}' }
paths:
  /tasks:
    get:
      operationId: listTasks
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema: { type: object, properties: { data: { type: array, items: { type: object, properties: { id: { type: integer } } } }, count: { type: integer } } }
`);
  const facts = service.operations.map((operation) => listFactsOf(service, operation)).find((one) => one !== undefined);
  expect(facts === undefined ? undefined : totalsOf(facts)).toHaveLength(count);
});
