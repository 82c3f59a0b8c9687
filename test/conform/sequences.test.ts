// Tests the sequences of octavo conform on a small service with state, with one fault at a time, and that they leave mocks alone.
import { describe, expect, test } from 'vitest';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { type Faults, SHELVES, shelves } from './shelves.ts';
import { lookingFor, serviceFrom } from './support.ts';

const service = await serviceFrom(SHELVES);
const judge = await createJudge(service);

function conform(handler: Handler, settings: ConformSettings = {}): Promise<ConformReport> {
  return conformService(service, {
    target: handler,
    credentials: { given: { token: 'mira' }, other: { token: 'jonas' } },
    ...byEffort({ quick: { most: 6, random: 4 }, deep: { most: 30, random: 20 } }),
    ...settings,
    // The judge that the service asks says of a wrong method only that it is one.
    checks: { 'refuses-method': false, ...settings.checks },
  });
}

/** A fault that only several creates show. */
const losesEqual: Faults['afterCreate'] = ({ books }, { id, title, shelf }) => {
  for (const other of books.values()) if (other.title === title && other.shelf === shelf && other.id !== id) books.delete(other.id);
};

const shown = (report: ConformReport): string => terminalReport(report, { origin: 'http://localhost', most: 10 });

test.each(sampleOf([1, 2, 3], 1))('the faultless service has no findings with seed %i', async (seed) => {
  const report = await conform(shelves(judge), { seed });
  expect(shown(report)).toContain('no findings');
  expect(report.sequences).toBeUndefined();
});

test('every check of sequences looks at the faultless service', async () => {
  const report = await conform(shelves(judge), { most: byEffort({ quick: 40, deep: 500 }) });
  const looked = new Set(report.operations.flatMap(({ cells }) => [...cells].flatMap(([id, cell]) => (cell.looked > 0 ? [id] : []))));
  for (const [check] of FAULTS) expect(looked).toContain(check);
  const [deleted] = report.operations.flatMap(({ cells }) => cells.get('read-after-delete')?.cases ?? []);
  expect(deleted?.name).toBe('create, delete, read after delete');
  const paged = report.operations.flatMap(({ cells }) => cells.get('list-pages')?.cases ?? []);
  expect(paged.length).toBeGreaterThan(0);
  for (const { name, requests } of paged) {
    expect(name).toMatch(/^(?:pages(?: while items are added)?, |a page with all items)/);
    expect(requests.length).toBeGreaterThan(0);
  }
  expect(deleted?.requests.map(({ method, status }) => [method, status])).toEqual([
    ['POST', 201],
    ['DELETE', 204],
    ['GET', 404],
  ]);
});

const FAULTS: readonly (readonly [check: string, fault: string, faults: Faults])[] = [
  ['read-after-create', 'keeps no book', { afterCreate: (store, book) => store.books.delete(book.id) }],
  ['read-after-create', 'keeps another title', { stored: (book) => ({ ...book, title: book.title.toUpperCase() }) }],
  ['read-after-change', 'keeps the old fields', { changed: (book) => book }],
  [
    'read-after-change',
    'forgets other fields',
    { changed: (book, change) => ({ id: book.id, shelf: book.shelf, owner: book.owner, title: 'Lost', ...change }) },
  ],
  ['read-after-delete', 'deletes nothing', { deletes: () => false }],
  ['change-after-delete', 'changes what is deleted', { changesDeleted: true }],
  ['delete-twice', 'answers the second delete as the first', { deletesTwice: true }],
  ['unknown-id', 'reads the first book for each unknown identifier', { unknown: (store) => store.books.values().next().value }],
  ['list-after-create', 'lists no book', { listed: () => [] }],
  ['list-after-delete', 'lists what was deleted', { listed: (books, gone) => [...books, ...gone] }],
  ['list-pages', 'loses an item between two pages', { cursor: (id) => id + 1 }],
  ['list-pages', 'repeats an item', { cursor: (id) => id - 1 }],
  ['failed-create', 'keeps what it refuses', { createsRefused: true }],
  ['failed-change', 'changes what it refuses to change', { changesRefused: true }],
  ['other-parent', 'does not look at the shelf', { anyShelf: true }],
  ['other-account', 'does not look at the owner', { anyOwner: true }],
  ['idempotency-key', 'forgets keys', { forgetsKeys: true }],
];

/** Requests of an operation: a run that has all checks in view needs more of them. */
const MOST = byEffort({ quick: 30, deep: 60 });

/** The faults that are tried, and those of them that are tried without their check. */
const TRIED = sampleOf(FAULTS, 6);
const silent = sampleOf(TRIED, 1).map(([, fault]) => fault);

describe.each(TRIED)('%s', (check, fault, faults) => {
  test(`finds a service that ${fault}`, async () => {
    const report = await conform(shelves(judge, faults), { most: MOST, ...byEffort({ quick: lookingFor(check), deep: {} }) });
    expect(report.findings.map((finding) => finding.check)).toContain(check);
  });

  if (silent.includes(fault))
    test(`is silent when it is off, where a service ${fault}`, async () => {
      const report = await conform(shelves(judge, faults), { checks: { [check]: false } });
      expect(report.findings.map((finding) => finding.check)).not.toContain(check);
    });
});

test('a finding shows the shortest sequence, as curl and as client code', async () => {
  const report = await conform(shelves(judge, { deletes: () => false }));
  const finding = report.findings.find(({ check }) => check === 'read-after-delete');
  expect(finding?.exchanges.map((one) => one.case.operation.id)).toEqual(['createShelf', 'addBook', 'removeBook', 'readBook']);
  const text = shown({ ...report, findings: finding === undefined ? [] : [finding] });
  expect(text).toContain('const a = unwrap(await client.createShelf(');
  expect(text).toContain('const b = unwrap(await client.addBook({ path: { shelf: a.id }, ');
  expect(text).toContain('> await client.removeBook({ path: { shelf: a.id, id: b.id } });');
  expect(text).toMatch(/curl -i -X DELETE .*'http:\/\/localhost\/shelves\/\d+\/books\/\d+'/);
});

test('fast-check shrinks a random order to the shortest one', async () => {
  const report = await conform(shelves(judge, { afterCreate: losesEqual }), {
    random: 100,
    ...byEffort({ quick: lookingFor('read-after-create'), deep: { checks: { 'list-after-create': false, 'list-pages': false } } }),
  });
  const finding = report.findings.find(({ check }) => check === 'read-after-create');
  expect(finding?.exchanges.map((one) => one.case.operation.id)).toEqual(['createShelf', 'addBook', 'addBook', 'readBook']);
});

describe('a service that does not keep what it creates', () => {
  const mock: Handler = async (request) => {
    const { pathname } = new URL(request.url);
    const book = { id: Math.ceil(Math.random() * 1000), title: 'Sand' };
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    if (request.method === 'GET' && pathname.endsWith('/books')) return Response.json({ books: [book] });
    const shelf = pathname.endsWith('/shelves') || /shelves\/\d+$/.test(pathname);
    const body = shelf ? { id: book.id, name: 'Sand' } : book;
    return Response.json(body, { status: request.method === 'POST' ? 201 : 200 });
  };

  test('gets no sequences', async () => {
    const report = await conform(mock);
    expect(shown(report)).toContain('the handler does not keep what it creates, as mocks do. `--sequences` sends them all the same.');
    expect(report.findings.map(({ check }) => check)).not.toContain('read-after-create');
  });

  test('gets them where they are forced', async () => {
    const report = await conform(mock, { sequences: true });
    expect(report.findings.map(({ check }) => check)).toContain('read-after-create');
  });
});
