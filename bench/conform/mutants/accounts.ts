// Mutants that do not keep accounts apart, or take no notice of credentials.
import { again, answering, asking, bodied, fieldsOf, instead, itemsOf, type Mutant, type Mutation, pathOf, read } from '../faults.ts';
import { JONAS, MIRA, requestOf } from '../service.ts';

function as(request: Request, token: string): Request {
  return again(request, { headers: { authorization: `Bearer ${token}` } });
}

/** What one cook does not find is done as the other. */
function sharing(call: string): Mutation {
  return (box) => async (request) => {
    const copy = request.clone();
    const response = await box(request);
    if (response.status !== 404 || !isKnown(copy)) return response;
    return answering(call, async (own) => {
      const other = await box(as(copy, tokenOf(copy) === MIRA ? JONAS : MIRA));
      return other.ok ? other : own;
    })(async () => response)(copy);
  };
}

function tokenOf(request: Request): string {
  return request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
}

function isKnown(request: Request): boolean {
  return [MIRA, JONAS].includes(tokenOf(request));
}

export const accounts: readonly Mutant[] = [
  {
    name: 'the cook needs no credential',
    checks: ['refuses-credential'],
    mutate: asking('GET /cook', (request) => (request.headers.has('authorization') ? request : as(request, MIRA))),
  },
  {
    name: 'any token is good for a list',
    checks: ['refuses-credential'],
    mutate: asking('GET /notebooks', (request) =>
      request.headers.has('authorization') && !isKnown(request) ? as(request, MIRA) : request,
    ),
  },
  {
    name: 'a wrong token is answered with an empty list',
    checks: ['refuses-credential'],
    mutate: answering('GET /notebooks/*/recipes', (response) => (response.status === 401 ? Response.json({ recipes: [] }) : response)),
  },
  {
    name: 'statistics need no scope',
    checks: ['refuses-credential'],
    mutate: asking('GET /statistics', (request) => (isKnown(request) ? as(request, MIRA) : request)),
  },
  {
    name: 'creating needs no credential',
    checks: ['refuses-credential'],
    mutate: asking('POST /notebooks', (request) => (isKnown(request) ? request : as(request, JONAS))),
  },
  {
    name: 'a wrong token of a DELETE is answered with 400',
    checks: ['refuses-credential'],
    mutate: answering('DELETE /notebooks/*', (response) =>
      response.status === 401 ? bodied(response, response.body, { status: 400 }) : response,
    ),
  },
  {
    name: 'notebooks of other cooks can be read',
    checks: ['refuses-foreign-credential', 'other-account'],
    mutate: sharing('GET /notebooks/*'),
  },
  {
    name: 'recipes of other cooks can be read',
    checks: ['refuses-foreign-credential', 'other-account'],
    mutate: sharing('GET /notebooks/*/recipes/*'),
  },
  { name: 'notebooks of other cooks can be changed', checks: ['other-account'], mutate: sharing('PATCH /notebooks/*') },
  { name: 'notebooks of other cooks can be deleted', checks: ['other-account'], mutate: sharing('DELETE /notebooks/*') },
  {
    name: 'lists have the notebooks of all cooks',
    checks: ['other-account', 'list-pages', 'refuses-foreign-credential'],
    mutate: answering('GET /notebooks', async (response, request, box) => {
      if (response.status !== 200) return response;
      const own = fieldsOf(await response.json());
      const others = await box(requestOf('GET', '/notebooks', tokenOf(request) === MIRA ? JONAS : MIRA));
      const notebooks = [...itemsOf(own.notebooks), ...itemsOf(fieldsOf(await others.json()).notebooks)].slice(0, 50);
      return bodied(response, JSON.stringify({ ...own, notebooks }));
    }),
  },
  {
    name: 'a recipe is found under another notebook of its cook',
    checks: ['other-parent'],
    mutate: instead('GET /notebooks/*/recipes/*', async (request, box) => {
      if ((await box(request.clone())).status !== 404) return undefined;
      const [, , , , recipe = ''] = pathOf(request).split('/');
      const list = fieldsOf(await (await read(request, box, '/notebooks?limit=50')).json());
      for (const notebook of itemsOf(list.notebooks)) {
        const found = await read(request, box, `/notebooks/${String(fieldsOf(notebook).id)}/recipes/${recipe}`);
        if (found.ok) return found;
      }
      return undefined;
    }),
  },
];
