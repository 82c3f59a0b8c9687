// Pagination of every style, generated and called: items, requests, end conditions and errors.
import {
  ApiError,
  byRequest,
  ConfigurationError,
  createTransport,
  encodeBody,
  items,
  middleware,
  type PagedOperation,
  PaginationError,
  retry,
} from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { typeCheck } from '../support/type-check.ts';
import { collect, ends, filesOf, scratch, wideFilesOf } from './support.ts';

/** User code that compiles only with the expected types. */
const USE = `
import { createTransport, items, pages } from '@octavo/runtime';
import { createCursorClient, cursorService, listNotes, type ListNotesItem, type ListNotesPage, type Note, type NoteList } from './cursor/index.ts';
import { createPageClient } from './page/index.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};
same<ListNotesItem, Note>(true);
same<ListNotesPage['body'], NoteList>(true);
same<ListNotesPage['status'], 200>(true);

const client = createCursorClient();
export async function use(): Promise<void> {
  const result = await client.listNotes({ query: { tag: 'a' } });
  if (result.status === 429) result.body.error?.trim();
  for await (const note of client.listNotes.items({ query: { tag: 'a' } }, { maxPages: 2 })) same<typeof note, Note>(true);
  for await (const page of client.listNotes.pages()) same<typeof page.body, NoteList>(true);
  for await (const hit of client.searchNotes.items({ body: { words: 'a' } })) hit.score.toFixed();
  // @ts-expect-error: the body is required
  client.searchNotes.items();
  // @ts-expect-error: the operation is not paginated
  client.readPlain.items();
  for await (const leaf of createPageClient().listLeaves.items({})) leaf.trim();
  const transport = createTransport(cursorService);
  for await (const note of items(transport, listNotes, {})) same<typeof note, Note>(true);
  for await (const page of pages(transport, listNotes, undefined)) same<typeof page, ListNotesPage>(true);
}
`;

beforeAll(async () => {
  const wide = ['cursor', 'offset', 'page'].flatMap((name) => (['bigint', 'string'] as const).map((int64) => wideFilesOf(name, int64)));
  const all = await Promise.all([...['cursor', 'offset', 'page', 'link'].map(filesOf), ...wide]);
  const wrong = typeCheck(scratch, new Map([...all.flat(), ['use.ts', USE]]));
  expect(wrong).toBe('');
});

const asked = (requests: readonly Request[]): string[] => requests.map(({ url }) => url.replace(/^https:\/\/[^/]+/, ''));

describe('cursor', () => {
  const pages: Record<string, object> = {
    '': { data: [{ id: 1 }, { id: 2 }], meta: { next: 'b&c', previous: '' } },
    'b&c': { data: [], meta: { next: 'd', previous: '' } },
    d: { data: [{ id: 3 }], meta: { next: null, previous: 'b&c' } },
  };
  const listNotes = ({ query }: { query?: Record<string, unknown> }): object => ({ status: 200, body: pages[String(query?.after ?? '')] });

  test('`items` gives the items of all pages, past an empty one, and keeps the other parameters', async () => {
    const { method, requests } = await ends('cursor', { listNotes });
    expect(await collect(method('listNotes').items({ query: { tag: 'x' } }))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(asked(requests)).toEqual(['/v1/notes?tag=x', '/v1/notes?after=b%26c&tag=x', '/v1/notes?after=d&tag=x']);
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual(Array(3).fill('Bearer K3Y'));
  });

  test('pages are requested on demand, and none after an early end', async () => {
    const { method, requests } = await ends('cursor', { listNotes });
    const items = method('listNotes').items();
    expect(requests).toHaveLength(0);
    expect(await collect(items, 2)).toHaveLength(2);
    expect(requests).toHaveLength(1);
    const iterator = items[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    expect(requests).toHaveLength(2);
    await iterator.next();
    expect(requests).toHaveLength(4);
  });

  test('`pages` gives results, starts where the input says and stops at `maxPages`', async () => {
    const { method, requests } = await ends('cursor', { listNotes });
    expect(await collect(method('listNotes').pages({ query: { after: 'b&c' } }))).toMatchObject([
      { status: 200, body: { data: [] } },
      { status: 200, body: { data: [{ id: 3 }] } },
    ]);
    requests.length = 0;
    expect(await collect(method('listNotes').pages({}, { maxPages: 2 }))).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  test('backwards', async () => {
    const { method, requests } = await ends('cursor', { listNotes });
    expect(await collect(method('listNotes').pages({ query: { after: 'd' } }, { backwards: true }))).toHaveLength(2);
    expect(asked(requests)).toEqual(['/v1/notes?after=d', '/v1/notes?after=b%26c']);
    await expect(collect(method('searchNotes').pages({ body: {} }, { backwards: true }))).rejects.toThrow(ConfigurationError);
  });

  test.each([
    ['text', '7', '0'],
    ['numbers', 7, 0],
  ])('an end cursor ends the pages in both directions: %s', async (_, more, none) => {
    const listIds = ({ query }: { query?: Record<string, unknown> }): object => {
      const first = String(query?.cursor ?? '-1') === '-1';
      return { status: 200, body: { ids: first ? [1, 2] : [3], next: first ? more : none, previous: first ? none : '-1' } };
    };
    const { method, requests } = await ends('cursor', { listIds });
    expect(await collect(method('listIds').items())).toEqual([1, 2, 3]);
    expect(asked(requests)).toEqual(['/v1/ids', '/v1/ids?cursor=7']);
    requests.length = 0;
    expect(await collect(method('listIds').pages({ query: { cursor: '7' } }, { backwards: true }))).toHaveLength(2);
    expect(asked(requests)).toEqual(['/v1/ids?cursor=7', '/v1/ids?cursor=-1']);
  });

  test('a repeated cursor is an error, after the items of its page', async () => {
    const { method, requests } = await ends('cursor', {
      listNotes: () => ({ status: 200, body: { data: [{ id: 1 }], meta: { next: 'a' } } }),
    });
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const item of method('listNotes').items()) seen.push(item);
    })();
    await expect(reading).rejects.toThrow(PaginationError);
    expect(seen).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  test('an error status is an ApiError', async () => {
    const answers = [
      { status: 200, body: pages[''] },
      { status: 429, body: { error: 'slow' } },
    ];
    const { method } = await ends('cursor', { listNotes: () => answers.shift() ?? {} });
    const error = await collect(method('listNotes').items()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ operation: 'listNotes', status: 429, body: { error: 'slow' } });
  });

  test('an abort between pages stops the requests', async () => {
    const { method, requests } = await ends('cursor', { listNotes });
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of method('listNotes').pages({}, { signal: controller.signal })) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });

  test('the caller may modify a page', async () => {
    const { method } = await ends('offset', {
      listRows: ({ query }) => ({ status: 200, body: { rows: Number(query?.offset ?? 0) < 4 ? [1, 2] : [] } }),
    });
    let count = 0;
    for await (const { body } of method('listRows').pages()) {
      count++;
      (body as { rows: number[] }).rows.length = 0;
    }
    expect(count).toBe(3);
  });

  test('a cursor in the request body and a response header, with lists that are null', async () => {
    const bodies: unknown[] = [];
    const searchNotes = ({ body }: { body?: unknown }): object => {
      bodies.push(body);
      return bodies.length === 1
        ? { status: 200, body: { hits: null }, headers: { 'X-Next': 'n2' } }
        : { status: 200, body: { hits: [{ score: 0.5 }] }, headers: {} };
    };
    const { method } = await ends('cursor', { searchNotes });
    const input = { body: { words: 'w', page: { size: 1 } } };
    expect(await collect(method('searchNotes').items(input))).toEqual([{ score: 0.5 }]);
    expect(bodies).toEqual([
      { words: 'w', page: { size: 1 } },
      { words: 'w', page: { size: 1, after: 'n2' } },
    ]);
    expect(input).toEqual({ body: { words: 'w', page: { size: 1 } } });
  });

  test('in a form', async () => {
    const bodies: unknown[] = [];
    const exportNotes = ({ body }: { body?: unknown }): object => {
      bodies.push(body);
      return { status: 200, body: bodies.length === 1 ? { notes: ['a'], next: 'x=1&y' } : { notes: ['b'], next: '' } };
    };
    const { method } = await ends('cursor', { exportNotes });
    expect(await collect(method('exportNotes').items({ body: { tag: 't' } }))).toEqual(['a', 'b']);
    expect(bodies).toEqual([{ tag: 't' }, { tag: 't', after: 'x=1&y' }]);
  });

  const letter = (id: string): object => ({ key: { id } });
  test.each<[string, Record<string, object>, string[], string[]]>([
    [
      'until there is no more',
      { '': { data: [letter('a'), letter('b')], has_more: true }, b: { data: [letter('c')], has_more: false } },
      ['a', 'b', 'c'],
      ['/v1/letters', '/v1/letters?starting_after=b'],
    ],
    [
      'until an empty page, where the answer does not say',
      { '': { data: [letter('a')] }, a: { data: [] } },
      ['a'],
      ['/v1/letters', '/v1/letters?starting_after=a'],
    ],
    ['to an item without the field', { '': { data: [letter('a'), {}], has_more: true } }, ['a', ''], ['/v1/letters']],
  ])('after the last item: %s', async (_, answers, want, urls) => {
    const listLetters = ({ query }: { query?: Record<string, unknown> }): object => ({
      status: 200,
      body: answers[String(query?.starting_after ?? '')],
    });
    const { method, requests } = await ends('cursor', { listLetters });
    const found = (await collect(method('listLetters').items())) as { key?: { id: string } }[];
    expect(found.map(({ key }) => key?.id ?? '')).toEqual(want);
    expect(asked(requests)).toEqual(urls);
    await expect(collect(method('listLetters').pages({}, { backwards: true }))).rejects.toThrow(ConfigurationError);
  });

  test('a repeated last item is an error, even if the caller emptied the page', async () => {
    const { method } = await ends('cursor', { listLetters: () => ({ status: 200, body: { data: [letter('a')], has_more: true } }) });
    let count = 0;
    const reading = (async () => {
      for await (const { body } of method('listLetters').pages()) {
        count++;
        (body as { data: object[] }).data.length = 0;
      }
    })();
    await expect(reading).rejects.toThrow(PaginationError);
    expect(count).toBe(2);
  });

  test.each<[string, string, (value: bigint) => unknown, bigint]>([
    ['numbers', 'cursor', Number, 1005n],
    ['bigint', 'cursor-bigint', (value) => value, 9007199254740999n],
    ['bigint where a number becomes one', 'cursor-bigint', (value) => value, 9007199254740993n],
    ['text', 'cursor-string', String, 9223372036854775807n],
  ])('below the last item, without requesting it again: %s', async (_, name, held, newest) => {
    const posts = [newest, newest - 1n, newest - 2n, newest - 10n, newest - 11n];
    const listPosts = ({ query }: { query?: Record<string, unknown> }): object => {
      const max = BigInt(String(query?.max_id ?? newest));
      const body = posts.filter((id) => id <= max).slice(0, 2);
      return { status: 200, body: body.map((id) => ({ id: held(id) })) };
    };
    const { method, requests } = await ends(name, { listPosts });
    expect(await collect(method('listPosts').items({ query: { tag: 'x' } }))).toEqual(posts.map((id) => ({ id: held(id) })));
    const below = [posts[1], posts[3], posts[4]].map((id) => `/v1/posts?max_id=${(id ?? 0n) - 1n}&tag=x`);
    expect(asked(requests)).toEqual(['/v1/posts?tag=x', ...below]);
    requests.length = 0;
    expect(await collect(method('listPosts').pages({ query: { max_id: held(newest - 2n) } }, { maxPages: 2 }))).toHaveLength(2);
    expect(asked(requests)).toEqual([newest - 2n, newest - 11n].map((id) => `/v1/posts?max_id=${id}`));
  });

  test('above the last item, as text, until `more` is false', async () => {
    const keys = ['9007199254740992', '9007199254740993', '9007199254740994'];
    const listTrades = ({ query }: { query?: Record<string, unknown> }): object => {
      const from = BigInt(String(query?.from ?? 0));
      const found = keys.filter((key) => BigInt(key) >= from);
      return { status: 200, body: { trades: found.slice(0, 2).map((key) => ({ key })), more: found.length > 2 } };
    };
    const { method, requests } = await ends('cursor', { listTrades });
    expect(await collect(method('listTrades').items())).toEqual(keys.map((key) => ({ key })));
    expect(asked(requests)).toEqual(['/v1/trades', '/v1/trades?from=9007199254740994']);
  });

  test.each(['a1', '', '1.5', ' 5'])('an item with the identifier %j cannot be a cursor', async (key) => {
    const { method, requests } = await ends('cursor', { listTrades: () => ({ status: 200, body: { trades: [{ key }] } }) });
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const item of method('listTrades').items()) seen.push(item);
    })();
    // An empty identifier ends the list.
    if (key === '') await reading;
    else await expect(reading).rejects.toThrow(PaginationError);
    expect(seen).toEqual([{ key }]);
    expect(requests).toHaveLength(1);
  });

  test('a repeated page is an error, and an abort between pages stops the requests', async () => {
    const { method, requests } = await ends('cursor', { listPosts: () => ({ status: 200, body: [{ id: 7 }, { id: 6 }] }) });
    await expect(collect(method('listPosts').items())).rejects.toThrow(PaginationError);
    expect(asked(requests)).toEqual(['/v1/posts', '/v1/posts?max_id=5']);
    requests.length = 0;
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of method('listPosts').pages({}, { signal: controller.signal })) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });

  test('the operation itself can still be called', async () => {
    const { method } = await ends('cursor', { listNotes });
    expect(await method('listNotes')({ query: { after: 'd' } })).toMatchObject({ status: 200, body: { data: [{ id: 3 }] } });
  });
});

describe('offset', () => {
  const rows = [1, 2, 3, 4, 5];
  const listRows =
    (total?: number) =>
    ({ query }: { query?: Record<string, unknown> }): object => {
      const offset = Number(query?.offset ?? 0);
      return { status: 200, body: { rows: rows.slice(offset, offset + 2), ...(total === undefined ? {} : { total }) } };
    };
  test.each<[string, number | undefined, object, unknown[], string[]]>([
    ['to the total', 5, {}, rows, ['/rows', '/rows?offset=2', '/rows?offset=4']],
    [
      'to an empty page',
      undefined,
      { query: { limit: 9 } },
      rows,
      ['', 'offset=2&', 'offset=4&', 'offset=5&'].map((pair) => `/rows?${pair}limit=9`),
    ],
    ['from the middle', 5, { query: { offset: 3 } }, [4, 5], ['/rows?offset=3']],
    ['from beyond the end', 5, { query: { offset: 9 } }, [], ['/rows?offset=9']],
  ])('%s', async (_, total, input, want, urls) => {
    const { method, requests } = await ends('offset', { listRows: listRows(total) });
    expect(await collect(method('listRows').items(input))).toEqual(want);
    expect(asked(requests)).toEqual(urls);
  });

  test.each<[string, number | undefined, object, unknown[], string[]]>([
    ['to the total', 5, {}, rows, ['/leaves', '/leaves?startindex=3', '/leaves?startindex=5']],
    ['to the total exactly', 4, {}, rows.slice(0, 4), ['/leaves', '/leaves?startindex=3']],
    ['to an empty page', undefined, {}, rows, ['/leaves', '/leaves?startindex=3', '/leaves?startindex=5', '/leaves?startindex=6']],
    ['from the fourth', 5, { query: { startindex: 4 } }, [4, 5], ['/leaves?startindex=4']],
  ])('items counted from 1, %s', async (_, total, input, want, urls) => {
    const { method, requests } = await ends('offset', {
      listLeaves: ({ query }) => {
        const from = Number(query?.startindex ?? 1) - 1;
        const body = rows.slice(0, total).slice(from, from + 2);
        return { status: 200, body, headers: total === undefined ? {} : { TotalCount: total } };
      },
    });
    expect(await collect(method('listLeaves').items(input))).toEqual(want);
    expect(asked(requests)).toEqual(urls);
  });

  test('backwards is a ConfigurationError', async () => {
    const { method, requests } = await ends('offset', { listRows: listRows() });
    await expect(collect(method('listRows').pages({}, { backwards: true }))).rejects.toThrow(ConfigurationError);
    expect(requests).toHaveLength(0);
  });
});

describe.each<[string, (value: number) => unknown]>([
  ['bigint', BigInt],
  ['string', String],
])('64-bit integers as %s', (form, held) => {
  const seen: unknown[] = [];
  const rows = [1, 2, 3, 4, 5].map((value) => held(value));
  const listRows = ({ query }: { query?: Record<string, unknown> }): object => {
    seen.push(query?.offset);
    const offset = Number(query?.offset ?? 0);
    return { status: 200, body: { rows: rows.slice(offset, offset + 2), total: held(5) } };
  };

  test('by offset, from the start and from the middle', async () => {
    const { method, requests } = await ends(`offset-${form}`, { listRows });
    expect(await collect(method('listRows').items())).toEqual(rows);
    expect(await collect(method('listRows').items({ query: { offset: held(3) } }))).toEqual(rows.slice(3));
    expect(asked(requests)).toEqual(['/rows', '/rows?offset=2', '/rows?offset=4', '/rows?offset=3']);
    expect(seen).toEqual([undefined, held(2), held(4), held(3)]);
  });

  test('by page, from the second', async () => {
    const listLeaves = ({ query }: { query?: Record<string, unknown> }): object => {
      const page = Number(query?.page ?? 1);
      return { status: 200, body: ['a', 'b', 'c', 'd', 'e'].slice(2 * page - 2, 2 * page), headers: { 'X-Total': held(5) } };
    };
    const { method, requests } = await ends(`page-${form}`, { listLeaves });
    expect(await collect(method('listLeaves').items({ query: { page: held(2) } }))).toEqual(['c', 'd', 'e']);
    expect(asked(requests)).toEqual(['/leaves?page=2', '/leaves?page=3']);
  });
});

test('pages with a field that says whether more follow', async () => {
  const { method, requests } = await ends('page', {
    listSides: ({ query }: { query?: Record<string, unknown> }) => ({
      status: 200,
      body: { sides: [`side ${query?.page ?? 1}`], more: query?.page !== 3 },
    }),
  });
  expect(await collect(method('listSides').items())).toEqual(['side 1', 'side 2', 'side 3']);
  expect(asked(requests)).toEqual(['/sides', '/sides?page=2', '/sides?page=3']);
});

describe('page', () => {
  const leaves = ['a', 'b', 'c', 'd', 'e'];
  const listLeaves = ({ query }: { query?: Record<string, unknown> }): object => {
    const page = Number(query?.page ?? 1);
    return { status: 200, body: leaves.slice(2 * page - 2, 2 * page), headers: { 'X-Total': 5 } };
  };
  test('by the total of items, in a header', async () => {
    const { method, requests } = await ends('page', { listLeaves });
    expect(await collect(method('listLeaves').items())).toEqual(leaves);
    expect(asked(requests)).toEqual(['/leaves', '/leaves?page=2', '/leaves?page=3']);
    requests.length = 0;
    expect(await collect(method('listLeaves').items({ query: { page: 2 } }))).toEqual(['c', 'd', 'e']);
    expect(asked(requests)).toEqual(['/leaves?page=2', '/leaves?page=3']);
  });

  test('by the number of pages, counted from 0', async () => {
    const listSheets = ({ query }: { query?: Record<string, unknown> }): object => ({
      status: 200,
      body: { pages: 2, sheets: [`s${query?.p ?? 0}`] },
    });
    const { method, requests } = await ends('page', { listSheets });
    expect(await collect(method('listSheets').items())).toEqual(['s0', 's1']);
    expect(asked(requests)).toEqual(['/sheets', '/sheets?p=1']);
  });
});

describe('link', () => {
  /** A client whose server answers each request with the next link of the list. */
  const following = async (links: readonly (string | undefined)[], operation = 'listIssues') => {
    const requests: Request[] = [];
    const { method } = await ends(
      'link',
      {},
      {
        fetch: byRequest(async (request) => {
          requests.push(request);
          const link = links[requests.length - 1];
          if (operation === 'listEvents') return Response.json({ events: [requests.length], links: { next: link } });
          return Response.json([requests.length], link === undefined ? {} : { headers: { link } });
        }),
      },
    );
    return { method: method(operation), requests };
  };
  const issues = { path: { owner: 'o/o' }, query: { state: 'open' }, header: { 'X-Tenant': 't' } };
  const start = '/api/owners/o%2Fo/issues?state=open&api_key=K3Y';

  test.each<[string, string, string]>([
    ['absolute', '<https://links.example/api/7/issues?cursor=a%2Bb+c&x[]=1>; rel="next"', '/api/7/issues?cursor=a%2Bb+c&x[]=1&api_key=K3Y'],
    ['outside of the base path', '<https://links.example/other?c=1>; rel=next', '/other?c=1&api_key=K3Y'],
    ['relative', '<?page=2>;rel=next', '/api/owners/o%2Fo/issues?page=2&api_key=K3Y'],
    [
      'among others',
      '</api/x?first>; rel="first", <#a>; rel=next; anchor="/y", </api/x?b=1,2;3>; title="a \\", <b>; rel=next"; REL="last NEXT"',
      '/api/x?b=1,2;3&api_key=K3Y',
    ],
    ['with the credential in it', '</api/x?api_key=OLD&b=1&api%5Fkey=OLD>; rel=next', '/api/x?b=1&api_key=K3Y'],
    ['without a query', '</api/x#part>; rel=next', '/api/x?api_key=K3Y'],
  ])('in the header: %s', async (_, link, want) => {
    const { method, requests } = await following([link]);
    expect(await collect(method.items(issues))).toEqual([1, 2]);
    expect(asked(requests)).toEqual([start, want]);
    expect(requests.map((request) => request.headers.get('x-tenant'))).toEqual(['t', 't']);
  });

  test.each(['<>; rel=next', '</a>; rel=prev', 'nonsense', '', '</a>', '</a; rel=next', '</a>; rel="', ','])(
    'no next link: %s',
    async (link) => {
      const { method, requests } = await following([link]);
      expect(await collect(method.items(issues))).toEqual([1]);
      expect(requests).toHaveLength(1);
    },
  );

  test.each([
    ['to another origin', '<https://evil.example/api/x>; rel=next', 'leads to another origin'],
    ['to another scheme', '<http://links.example/api/x>; rel=next', 'leads to another origin'],
    ['to another port', '<https://links.example:8443/api/x>; rel=next', 'leads to another origin'],
    ['without a scheme', '<//evil.example/x>; rel=next', 'leads to another origin'],
    ['that is data', '<data:text/plain,x>; rel=next', 'leads to another origin'],
    ['that is not a URL', '<http://[>; rel=next', 'is not a URL'],
    ['to itself', '<?state=open>; rel=next', 'its link is the same as the previous one'],
  ])('a link %s is not followed', async (_, link, message) => {
    const { method, requests } = await following([link]);
    const error = await collect(method.items(issues)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PaginationError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('evil');
    expect(requests).toHaveLength(1);
  });

  test('user info in a link does not replace the client’s credentials', async () => {
    const { method, requests } = await following(['<https://user:pw@links.example/api/x>; rel=next']);
    expect(await collect(method.items(issues))).toEqual([1, 2]);
    expect(asked(requests)).toEqual([start, '/api/x?api_key=K3Y']);
  });

  test('backwards, by the relation prev', async () => {
    const { method, requests } = await following(['</api/x?p=1>; rel=prev, </api/x?p=3>; rel=next']);
    expect(await collect(method.pages(issues, { backwards: true }))).toHaveLength(2);
    expect(asked(requests)).toEqual([start, '/api/x?p=1&api_key=K3Y']);
  });

  test('in the body', async () => {
    const { method, requests } = await following(['https://links.example/api/events?cursor=2', '/api/events?cursor=3', ''], 'listEvents');
    expect(await collect(method.items())).toEqual([1, 2, 3]);
    expect(asked(requests)).toEqual(['/api/events?api_key=K3Y', '/api/events?cursor=2&api_key=K3Y', '/api/events?cursor=3&api_key=K3Y']);
  });

  test('by GET after a POST', async () => {
    const requests: [string | undefined, string, unknown, string | null][] = [];
    const { method } = await ends(
      'link',
      {},
      {
        fetch: async (url: string, { method: verb, body, headers }: RequestInit) => {
          requests.push([verb, url, body, new Headers(headers).get('content-type')]);
          return Response.json({ hits: [1], ...(requests.length < 2 ? { next: '/api/searches/7?page=2' } : {}) });
        },
      },
    );
    expect(await collect(method('search').items({ body: { text: 'a' } }))).toEqual([1, 1]);
    expect(requests).toEqual([
      ['POST', 'https://links.example/api/searches?api_key=K3Y', '{"text":"a"}', 'application/json'],
      ['GET', 'https://links.example/api/searches/7?page=2&api_key=K3Y', null, null],
    ]);
  });

  test('in a body of XML', async () => {
    const urls: string[] = [];
    const { method } = await ends(
      'link',
      {},
      {
        fetch: async (url: string) => {
          urls.push(url);
          const next = urls.length < 2 ? '<Next>/api/hits?page=2&amp;size=1</Next>' : '';
          const headers = { 'content-type': 'application/xml' };
          return new Response(`<Hits><Hit>${urls.length}</Hit>${next}</Hits>`, { headers });
        },
      },
    );
    expect(await collect(method('listHits').items())).toEqual([1, 2]);
    expect(urls).toEqual(['https://links.example/api/hits?api_key=K3Y', 'https://links.example/api/hits?page=2&size=1&api_key=K3Y']);
  });

  test('with middleware and another base URL', async () => {
    const urls: string[] = [];
    const { method } = await ends(
      'link',
      {},
      {
        baseUrl: 'http://127.0.0.1:9/root/',
        middleware: middleware({ onRequest: ({ request }) => void urls.push(request.url) }),
        fetch: async () => Response.json({ events: [1], links: urls.length < 2 ? { next: 'events?cursor=2' } : {} }),
      },
    );
    expect(await collect(method('listEvents').items())).toEqual([1, 1]);
    expect(urls).toEqual(['http://127.0.0.1:9/root/events?api_key=K3Y', 'http://127.0.0.1:9/root/events?cursor=2&api_key=K3Y']);
  });
});

test.each([
  ['listIssues', { path: { owner: 'o' } }, () => Response.json([1], { headers: { link: '<?c=2>; rel=next' } })],
  ['listEvents', {}, () => Response.json({ events: [1], links: { next: '?c=2' } })],
])('a page of %s that fails temporarily is retried', async (operation, input, answer) => {
  const urls: string[] = [];
  const answers = [
    new Response(null, { status: 503 }),
    answer(),
    new Response(null, { status: 503 }),
    Response.json(operation === 'listIssues' ? [2] : { events: [2] }),
  ];
  const fetch = async (url: string): Promise<Response> => {
    urls.push(new URL(url).search);
    return answers.shift() ?? Response.error();
  };
  const { method } = await ends('link', {}, { fetch, retry: retry({ baseMilliseconds: 1 }) });
  expect(await collect(method(operation).items(input))).toEqual([1, 2]);
  expect(urls).toEqual(['?api_key=K3Y', '?api_key=K3Y', '?c=2&api_key=K3Y', '?c=2&api_key=K3Y']);
});

test.each<[string, unknown, unknown]>([
  ['numbers', 7, 8],
  ['numbers that no double holds', 2n ** 60n, 2n ** 60n + 1n],
  ['objects', { id: { S: 'a' } }, { id: { S: 'b' } }],
])('cursors that are %s', async (_, first, second) => {
  const cursors: unknown[] = [];
  const codec = {
    kind: 'json',
    encode: () => ({ body: '{}' }),
    decode: () => ({ rows: [cursors.length], next: [first, second, second][cursors.length - 1] }),
  } as const;
  const operation: PagedOperation<{ body?: { after?: unknown } }, unknown, unknown, number> = {
    id: 'list',
    method: 'POST',
    path: '/',
    body: {
      encode: encodeBody,
      contents: {
        'application/json': { ...codec, encode: (body: unknown) => ({ body: String(cursors.push((body as { after?: unknown }).after)) }) },
      },
    },
    responses: { 200: { contents: { 'application/json': codec } } },
    pagination: { style: 'cursor', cursor: ['body', 'after'], next: ['body', 'next'], items: ['body', 'rows'] },
  };
  const transport = createTransport({ id: 'x', servers: [{ url: 'https://x.example' }] }, { fetch: async () => Response.json({}) });
  const seen: number[] = [];
  const reading = (async () => {
    for await (const item of items(transport, operation, { body: {} })) seen.push(item);
  })();
  await expect(reading).rejects.toThrow(PaginationError);
  expect(cursors).toEqual([undefined, first, second]);
  expect(seen).toEqual([1, 2, 3]);
});

test('items that are not a list are an error', async () => {
  const { method } = await ends('offset', {}, { fetch: async () => Response.json({ rows: { length: 3 } }) });
  await expect(collect(method('listRows').items())).rejects.toThrow(PaginationError);
});
