// What a run says of itself: what it reached, where it waited, what it may call, what it deletes at its end, and how it names findings.
import { describe, expect, test } from 'vitest';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformReport, conformService, plannedOperations } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { viewOf } from '../../generator/conform/report/view.ts';
import { byEffort } from '../support/effort.ts';
import { SHELVES, shelves } from './shelves.ts';
import { lookingFor, serviceFrom, serving } from './support.ts';

const service = await serviceFrom(SHELVES);
const judge = await createJudge(service);
const ORIGIN = 'http://localhost';

function conform(target: Handler | string, settings: ConformSettings = {}): Promise<ConformReport> {
  return conformService(service, {
    target,
    credentials: { given: { token: 'mira' } },
    ...byEffort({ quick: { most: 2, random: 1 }, deep: { most: 12, random: 2 } }),
    ...settings,
    checks: { 'refuses-method': false, ...settings.checks },
  });
}

/** The faultless service, except where `first` answers. */
function shelvesWith(first: (request: Request) => Response | undefined): Handler {
  const handler = shelves(judge);
  return (request) => first(request) ?? handler(request);
}

/** What a run reaches does not depend on its checks. */
const WITHOUT_CHECKS = { ...lookingFor(), ...byEffort({ quick: { most: 2 }, deep: {} }) };

const isRead = ({ method, url }: Request): boolean => method === 'GET' && /books\/\d+$/.test(url);
const shown = (report: ConformReport): string =>
  terminalReport(report, { origin: ORIGIN, most: 10, repeat: (id) => `octavo conform --only ${id}` });

describe('what was reached', () => {
  test('all operations of the faultless service', async () => {
    const report = await conform(shelves(judge));
    expect(report).toMatchObject({ reached: { succeeded: 7, of: 7 }, findings: [] });
    expect(report.inconclusive).toBeUndefined();
    expect(shown(report)).toContain('7 of 7 operations succeeded.\n');
  });

  test('too few operations are no success, and the report says what to give', async () => {
    const lost = shelvesWith(({ url }) => (/books/.test(url) ? new Response(null, { status: 404 }) : undefined));
    const report = await conform(lost, { sequences: false, ...WITHOUT_CHECKS });
    expect(report.inconclusive).toEqual([
      'Only 2 of 7 operations answered a valid request with success, less than 80 % (`--min-success`). Give the identifiers of things that exist (`overrides.parameters`).',
    ]);
    expect(shown(report)).toMatch(/^No success: readBook, changeBook, removeBook, since \d+ valid requests got 404\.$/m);
    expect((await conform(lost, { sequences: false, minSuccess: 20, ...WITHOUT_CHECKS })).inconclusive).toBeUndefined();
    const { inconclusive, reached } = viewOf(report, { tool: 'octavo conform', origin: ORIGIN });
    expect({ inconclusive, reached }).toEqual({ inconclusive: report.inconclusive, reached: { succeeded: 2, of: 7 } });
  });

  test('the report says what the service said, and no credential', async () => {
    const answer = (detail: string) => () => Response.json({ errors: [{ detail }] }, { status: 409 });
    const refusing = (detail: string) => shelvesWith((request) => (isRead(request) ? answer(detail)() : undefined));
    const said = shown(await conform(refusing('The book is\n lent.'), { sequences: false, ...WITHOUT_CHECKS }));
    expect(said).toMatch(/^No success: readBook, since \d+ valid requests got 409, and the 409 says “The book is lent\.”\.$/m);
    const hidden = shown(await conform(refusing('mira may not.'), { sequences: false, ...WITHOUT_CHECKS }));
    expect(hidden).toMatch(/^No success: readBook, since \d+ valid requests got 409\.$/m);
  });

  test('operations that the user leaves out do not count', async () => {
    const report = await conform(shelves(judge), {
      skip: ['/shelves/{shelf}/books/{id}'],
      overrides: { operations: { listBooks: false } },
      ...WITHOUT_CHECKS,
    });
    expect(report.reached).toEqual({ succeeded: 3, of: 3 });
  });

  test('the end of the time is said, with what was not tried', async () => {
    const handler = shelves(judge);
    const slow: Handler = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return handler(request);
    };
    const report = await conform(slow, { maxTime: 400, most: 500 });
    expect(report.ended).toBe('the time limit of 400 ms');
    expect(report.inconclusive?.join()).toMatch(/The time was over before each check was tried: without (?:cases of|sequences of what) /);
  });
});

describe('limits of the service', () => {
  test('a request that was limited is sent again, and no check takes the refusal for an answer', async () => {
    let count = 0;
    const limited = shelvesWith(() =>
      ++count % 3 === 0 ? new Response(null, { status: 429, headers: { 'retry-after': '0' } }) : undefined,
    );
    const report = await conform(limited);
    expect(shown(report)).toContain('7 of 7 operations succeeded.');
    const checks = report.findings.map(({ check }) => check);
    // `SHELVES` declares no 429 for one of its operations.
    expect(checks.filter((check) => check !== 'declared-status')).toEqual([]);
    expect(report.ended).toBeUndefined();
  });

  test('a wait that is too long is not waited for, and said', async () => {
    const limited = shelvesWith((request) =>
      isRead(request) ? new Response(null, { status: 429, headers: { 'retry-after': '3600' } }) : undefined,
    );
    const report = await conform(limited, WITHOUT_CHECKS);
    expect(report.findings).toEqual([]);
    expect(report.ended).toMatch(/^\d+ requests to readBook got 429 or 503 with a wait that was too long, and were not judged further$/);
  });
});

describe('what is called', () => {
  test('chosen operations are tested with what they need', async () => {
    const called = new Set<string>();
    const handler = shelves(judge);
    const report = await conform(
      (request) => {
        called.add(`${request.method} ${new URL(request.url).pathname.replace(/\d+/g, '#')}`);
        return handler(request);
      },
      { only: ['readBook'], ...WITHOUT_CHECKS },
    );
    expect(report.reached).toEqual({ succeeded: 1, of: 1 });
    expect(called).toContain('POST /shelves');
    expect(called).not.toContain('GET /shelves/#/books');
    const tested = report.operations.filter(({ exchanges }) => exchanges > 0).map(({ operation }) => operation.id);
    expect(tested).toEqual(['readBook']);
  });

  test('a name that the document does not have is refused', async () => {
    await expect(conform(shelves(judge), { only: ['readBok'] })).rejects.toMatchObject({
      code: 'operation-unknown',
      exitCode: 2,
      fix: 'Did you mean `readBook`?',
    });
  });

  test('an address is not written to unless that is allowed', async () => {
    await expect(conform('http://127.0.0.1:1')).rejects.toMatchObject({
      code: 'writes-not-allowed',
      message: 'Of 7 operations, 3 create or change something and 1 delete something on http://127.0.0.1:1.',
    });
    const { reads, writes, deletes } = plannedOperations(service, { only: ['/shelves/{shelf}/*'] });
    expect([reads, writes, deletes].map((operations) => operations.map(({ id }) => id))).toEqual([
      ['listBooks', 'readBook'],
      ['createShelf', 'addBook', 'changeBook'],
      ['removeBook'],
    ]);
  });

  test('a run that only reads sends nothing else', async () => {
    const methods = new Set<string>();
    const handler = shelves(judge);
    const report = await serving(
      (request) => {
        methods.add(request.method);
        return handler(request);
      },
      (address) => conform(address, { readOnly: true, ...WITHOUT_CHECKS }),
    );
    expect([...methods]).toEqual(['GET']);
    expect(report.reached?.of).toBe(3);
  });

  test('what was made is deleted at the end, and what remains is listed', async () => {
    const books = new Set<string>();
    const handler = shelves(judge);
    const report = await serving(
      async (request) => {
        const { pathname } = new URL(request.url);
        const { method } = request;
        const response = await handler(request);
        if (method === 'POST' && response.status === 201 && pathname.endsWith('/books'))
          books.add(`${pathname}/${((await response.clone().json()) as { readonly id: number }).id}`);
        if (method === 'DELETE' && response.status === 204) books.delete(pathname);
        return response;
      },
      (address) => conform(address, { allowWrites: true, ...WITHOUT_CHECKS }),
    );
    expect(books).toEqual(new Set());
    expect(report.cleanup?.deleted).toBeGreaterThan(0);
    expect(report.cleanup?.remaining.map(({ create, reason }) => [create.id, reason])).toEqual([
      ['createShelf', 'the document has no delete for it'],
    ]);
    expect(shown(report)).toMatch(/^Remains: \d+ things of createShelf, since the document has no delete for it\.$/m);
  });
});

describe('findings', () => {
  const broken = shelvesWith((request) => (isRead(request) ? new Response(null, { status: 500 }) : undefined));

  test('one has the same id in each run, by which it is waived and repeated', async () => {
    const settings = { sequences: false, checks: { 'declared-status': false } } as const;
    const [first] = (await conform(broken, settings)).findings;
    const id = first?.id ?? '';
    expect(id).toMatch(/^no-server-error:readBook:[\da-f]{6}$/);
    expect(shown(await conform(broken, settings))).toContain(`  finding ${id}; again: octavo conform --only ${id}\n`);
    const again = await conform(broken, { sequences: false, only: [id] });
    expect(again.findings.map((one) => one.id)).toEqual([id]);
    const waived = await conform(broken, { ...settings, waivers: [{ check: id, reason: 'known' }] });
    // All of its cause are waived: reports print one id for them.
    expect([waived.findings, waived.idleWaivers]).toEqual([[], []]);
    expect(waived.waived.map((one) => one.operation.id)).toEqual(Array(waived.waived.length).fill('readBook'));
  });

  test('the same wrong answer of several operations is one entry, and the most harmful comes first', async () => {
    const all = shelvesWith(({ url }) =>
      url.includes('/books')
        ? Response.json({ error: `no disk in request ${Math.random()}` }, { status: 500, headers: { server: 'x' } })
        : undefined,
    );
    const report = await conform(all, { sequences: false });
    const failures = report.findings.filter(({ check }) => check === 'no-server-error');
    expect(failures.length).toBeGreaterThan(3);
    expect(failures.filter(({ alike }) => alike === undefined)).toHaveLength(1);
    expect(report.findings[0]?.check).toBe('no-server-error');
    expect(shown(report)).toMatch(/^ {2}the same at \d+ more places: /m);
  });

  test('curl waits for no body of HEAD', async () => {
    const handler = shelves(judge);
    const report = await conform(async (request) => (request.method === 'HEAD' ? new Response(null, { status: 404 }) : handler(request)), {
      sequences: false,
    });
    expect(shown(report)).toContain('curl -i --head ');
  });
});
