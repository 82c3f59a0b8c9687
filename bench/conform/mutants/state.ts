// Mutants that are right in each response and wrong in what they keep: only sequences of requests show them.
import {
  again,
  answering,
  answeringJson,
  asking,
  askingQuery,
  bodied,
  type Fields,
  fieldsOf,
  instead,
  itemsOf,
  type Mutant,
  parsed,
  pathOf,
  problem,
  read,
} from '../faults.ts';
import type { Box } from '../service.ts';

/** All notebooks of the caller, on as many pages as there are. */
async function all(request: Request, box: Box): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let after: unknown = 0; after !== undefined; ) {
    const page = fieldsOf(await (await read(request, box, `/notebooks?limit=50${after === 0 ? '' : `&after=${String(after)}`}`)).json());
    found.push(...itemsOf(page.notebooks));
    after = page.next;
  }
  return found;
}

const keeping: readonly Mutant[] = [
  {
    name: 'a created notebook is not kept',
    checks: ['read-after-create'],
    mutate: answering('POST /notebooks', async (response, request, box) => {
      const url = new URL(response.headers.get('location') ?? '', request.url);
      const { headers } = request;
      if (response.status === 201) await box(new Request(url, { method: 'DELETE', headers }));
      return response;
    }),
  },
  {
    name: 'titles are kept in small letters',
    checks: ['read-after-create'],
    mutate: answeringJson('GET /notebooks/*', 200, (notebook) => ({ ...notebook, title: String(notebook.title).toLowerCase() })),
  },
  {
    name: 'a created recipe loses its rating',
    checks: ['read-after-create'],
    mutate: answeringJson('GET /notebooks/*/recipes/*', 200, ({ rating: _, ...recipe }) => recipe),
  },
  {
    name: 'a change of a notebook is not kept',
    checks: ['read-after-change'],
    mutate: instead('PATCH /notebooks/*', async (request, box) => {
      const body = fieldsOf(parsed(await request.clone().text()));
      const before = await read(request, box, pathOf(request));
      if (!before.ok || !(await box(request)).ok) return undefined;
      const notebook = fieldsOf(await before.clone().json());
      const { title, season, servings } = notebook;
      const undo = JSON.stringify(
        Object.fromEntries(Object.entries({ title, season, servings }).filter(([, value]) => value !== undefined)),
      );
      await box(again(request, { body: undo }));
      return bodied(before, JSON.stringify({ ...notebook, ...body }));
    }),
  },
  {
    name: 'a replaced recipe loses its tags',
    checks: ['read-after-change', 'read-after-create'],
    mutate: (box) => {
      const changed = new Set<string>();
      return answering('PUT /notebooks/*/recipes/*', (response, request) => {
        if (response.ok) changed.add(request.url);
        return response;
      })(
        answeringJson('GET /notebooks/*/recipes/*', 200, ({ tags, ...recipe }, request) =>
          changed.has(request.url) || tags === undefined ? recipe : { tags, ...recipe },
        )(box),
      );
    },
  },
  {
    name: 'a deleted notebook is still there',
    checks: ['read-after-delete'],
    mutate: instead('DELETE /notebooks/*', async (request, box) =>
      (await read(request, box, pathOf(request))).ok ? new Response(null, { status: 204 }) : undefined,
    ),
  },
  {
    name: 'a removed recipe is still there',
    checks: ['read-after-delete'],
    mutate: instead('DELETE /notebooks/*/recipes/*', async (request, box) =>
      (await read(request, box, pathOf(request))).ok ? new Response(null, { status: 204 }) : undefined,
    ),
  },
  {
    name: 'a deleted notebook can be changed',
    checks: ['change-after-delete'],
    mutate: (box) => {
      const last = new Map<string, Response>();
      return instead('PATCH /notebooks/*', async (request) => {
        const response = await box(request.clone());
        if (response.ok) last.set(request.url, response.clone());
        return response.status === 404 ? (last.get(request.url)?.clone() ?? response) : response;
      })(box);
    },
  },
  {
    name: 'what was deleted once can be deleted again',
    checks: ['delete-twice'],
    mutate: (box) => {
      const deleted = new Set<string>();
      return answering('DELETE /notebooks/*', (response, request) => {
        if (response.ok) deleted.add(request.url);
        return response.status === 404 && deleted.has(request.url) ? new Response(null, { status: 204 }) : response;
      })(box);
    },
  },
  {
    name: 'an unknown id is answered with the first notebook',
    checks: ['unknown-id'],
    mutate: answering('GET /notebooks/*', async (response, request, box) => {
      const first = response.status === 404 ? await read(request, box, '/notebooks/1') : response;
      return first.ok ? first : response;
    }),
  },
  {
    name: 'a refused notebook leaves a row',
    checks: ['failed-create'],
    mutate: answering('POST /notebooks', async (response, request, box) => {
      const row = again(request, { body: '{"title":"Left behind"}', headers: { 'content-type': 'application/json' } });
      row.headers.delete('idempotency-key');
      if (response.status === 400) await box(row);
      return response;
    }),
  },
  {
    name: 'a refused change changes the servings',
    checks: ['failed-change'],
    mutate: answering('PATCH /notebooks/*', async (response, request, box) => {
      const body = '{"servings":7,"title":"Half a change"}';
      if (response.status === 400) await box(again(request, { body, headers: { 'content-type': 'application/json' } }));
      return response;
    }),
  },
  {
    name: 'Location leads to another notebook',
    checks: ['read-after-create', 'location'],
    mutate: answering('POST /notebooks', (response) => {
      const headers = new Headers(response.headers);
      if (response.status === 201) headers.set('location', '/v1/notebooks/1');
      return new Response(response.body, { status: response.status, headers });
    }),
  },
  {
    name: 'an idempotency key is ignored',
    checks: ['idempotency-key'],
    mutate: asking('POST /notebooks', (request) => {
      const copy = again(request, {});
      if (/^[A-Za-z0-9-]{8,64}$/.test(copy.headers.get('idempotency-key') ?? '')) copy.headers.delete('idempotency-key');
      return copy;
    }),
  },
  {
    name: 'a repeated idempotency key is an error',
    checks: ['idempotency-key', 'no-server-error'],
    mutate: (box) => {
      const seen = new Set<string>();
      return instead('POST /notebooks', async (request) => {
        const key = request.headers.get('idempotency-key');
        const response = await box(request);
        if (key === null || response.status !== 201) return response;
        const isNew = !seen.has(key);
        seen.add(key);
        return isNew ? response : problem(400, 'This key was used before.');
      })(box);
    },
  },
];

const lists: readonly Mutant[] = [
  {
    name: 'the newest notebook is missing from the list',
    checks: ['list-after-create', 'list-pages'],
    mutate: answeringJson('GET /notebooks', 200, (page) =>
      page.next === undefined ? { ...page, notebooks: itemsOf(page.notebooks).slice(0, -1) } : page,
    ),
  },
  {
    name: 'a deleted notebook stays in the list',
    checks: ['list-after-delete'],
    mutate: (box) => {
      const deleted: Fields[] = [];
      const watching = instead('DELETE /notebooks/*', async (request) => {
        const before = await read(request, box, pathOf(request));
        const response = await box(request);
        if (response.ok) deleted.push(fieldsOf(await before.json()));
        return response;
      })(box);
      return answeringJson('GET /notebooks', 200, (page) =>
        page.next === undefined ? { ...page, notebooks: [...itemsOf(page.notebooks), ...deleted].slice(0, 50) } : page,
      )(watching);
    },
  },
  {
    name: 'the list of recipes does not look at the difficulty',
    checks: ['list-filters'],
    mutate: askingQuery('GET /notebooks/*/recipes', (query) => query.delete('difficulty')),
  },
  {
    name: 'the list of notebooks is shorter than its default',
    checks: ['list-defaults'],
    mutate: askingQuery('GET /notebooks', (query) => {
      if (!query.has('limit')) query.set('limit', '2');
    }),
  },
  {
    name: 'each page loses its last notebook',
    checks: ['list-pages', 'list-after-create'],
    mutate: answeringJson('GET /notebooks', 200, (page) =>
      page.next === undefined ? page : { ...page, notebooks: itemsOf(page.notebooks).slice(0, -1) },
    ),
  },
  {
    name: 'each page begins with the last notebook of the page before',
    checks: ['list-pages'],
    mutate: (box) => async (request) => {
      const url = new URL(request.url);
      const after = Number(url.searchParams.get('after') ?? 1);
      if (isNotebooks(request) && after > 1) url.searchParams.set('after', String(after - 1));
      return box(isNotebooks(request) ? again(request, { url: url.href }) : request);
    },
  },
  {
    name: 'pages shift while notebooks are added',
    checks: ['list-pages'],
    mutate: (box) => async (request) => {
      const response = await box(request.clone());
      if (!isNotebooks(request) || response.status !== 200) return response;
      const { searchParams } = new URL(request.url);
      const [from, limit] = [Number(searchParams.get('after') ?? 0), Number(searchParams.get('limit') ?? 20)];
      const newestFirst = [...(await all(request, box))].reverse();
      const notebooks = newestFirst.slice(from, from + limit);
      return bodied(response, JSON.stringify(newestFirst.length > from + limit ? { notebooks, next: from + limit } : { notebooks }));
    },
  },
  {
    name: 'the last page leads back to the first',
    checks: ['list-pages'],
    mutate: answeringJson('GET /notebooks', 200, (page) => ({ ...page, next: page.next ?? 1 })),
  },
  {
    name: 'the second page of recipes loses its first one',
    checks: ['list-pages'],
    mutate: answeringJson('GET /notebooks/*/recipes', 200, (page, request) =>
      new URL(request.url).searchParams.has('after') ? { ...page, recipes: itemsOf(page.recipes).slice(1) } : page,
    ),
  },
];

function isNotebooks(request: Request): boolean {
  return request.method === 'GET' && pathOf(request) === '/notebooks';
}

export const state: readonly Mutant[] = [...keeping, ...lists];
