// Mutants whose responses are not what the document declares: status, media type, headers, body.
import { answering, answeringHeaders, answeringJson, bodied, fieldsOf, instead, itemsOf, type Mutant } from '../faults.ts';

export const answers: readonly Mutant[] = [
  {
    name: 'a created notebook is answered with 200',
    checks: ['declared-status'],
    mutate: answering('POST /notebooks', (response) =>
      response.status === 201 ? bodied(response, response.body, { status: 200 }) : response,
    ),
  },
  {
    name: 'an unknown recipe is answered with 410',
    checks: ['declared-status'],
    mutate: answering('GET /notebooks/*/recipes/*', (response) =>
      response.status === 404 ? bodied(response, response.body, { status: 410 }) : response,
    ),
  },
  {
    name: 'a removed recipe is answered with 202',
    checks: ['declared-status'],
    mutate: answering('DELETE /notebooks/*/recipes/*', (response) =>
      response.status === 204 ? new Response(null, { status: 202 }) : response,
    ),
  },
  {
    name: 'the list of notebooks is called text/html',
    checks: ['declared-media-type'],
    mutate: answeringHeaders('GET /notebooks', 200, (headers) => headers.set('content-type', 'text/html')),
  },
  {
    name: 'problems of notebooks are called application/json',
    checks: ['declared-media-type'],
    mutate: answeringHeaders('GET /notebooks/*', 404, (headers) => headers.set('content-type', 'application/json')),
  },
  {
    name: 'the cook has no media type',
    checks: ['declared-media-type', 'response-body'],
    mutate: answeringHeaders('GET /cook', 200, (headers) => headers.delete('content-type')),
  },
  {
    name: 'the health is JSON',
    checks: ['declared-media-type'],
    mutate: answering('GET /health', () => Response.json('well')),
  },
  {
    name: 'a recipe has no `added`',
    checks: ['response-body'],
    mutate: answeringJson('GET /notebooks/*/recipes/*', 200, ({ added: _, ...recipe }) => recipe),
  },
  {
    name: 'a notebook has an undeclared field',
    checks: ['response-body'],
    mutate: answeringJson('GET /notebooks/*', 200, (notebook) => ({ ...notebook, cook: 'Mira' })),
  },
  {
    name: 'the id of a created recipe is a string',
    checks: ['response-body'],
    mutate: answeringJson('POST /notebooks/*/recipes', 201, (recipe) => ({ ...recipe, id: String(recipe.id) })),
  },
  {
    name: 'hard recipes are called difficult',
    checks: ['response-body'],
    mutate: answeringJson('POST /notebooks/*/recipes', 201, (recipe) =>
      recipe.difficulty === 'hard' ? { ...recipe, difficulty: 'difficult' } : recipe,
    ),
  },
  {
    name: 'times have a space in place of T',
    checks: ['response-body'],
    mutate: answeringJson('PATCH /notebooks/*', 200, (notebook) => ({ ...notebook, created: String(notebook.created).replace('T', ' ') })),
  },
  {
    name: 'the last page has a next page of null',
    checks: ['response-body'],
    mutate: answeringJson('GET /notebooks', 200, (page) => ({ next: null, ...page })),
  },
  {
    name: 'the second recipe of a list has tags in capitals',
    checks: ['response-body'],
    mutate: answeringJson('GET /notebooks/*/recipes', 200, (page) => ({
      ...page,
      recipes: itemsOf(page.recipes).map((one, index) => (index === 1 ? { ...fieldsOf(one), tags: ['SOUP'] } : one)),
    })),
  },
  {
    name: 'a count of the statistics is negative',
    checks: ['response-body'],
    mutate: answeringJson('GET /statistics', 200, (counts) => ({ ...counts, recipes: -1 })),
  },
  {
    name: 'the cook is cut off in the middle',
    checks: ['response-body'],
    mutate: answering('GET /cook', async (response) =>
      response.status === 200 ? bodied(response, (await response.text()).slice(0, -3)) : response,
    ),
  },
  {
    name: 'the body of a replaced recipe is missing',
    checks: ['response-body', 'declared-media-type'],
    mutate: answering('PUT /notebooks/*/recipes/*', (response) => (response.status === 200 ? bodied(response, null) : response)),
  },
  {
    name: 'an exported recipe has no name',
    checks: ['response-body'],
    mutate: answering('GET /notebooks/*/export', async (response) =>
      response.status === 200 ? bodied(response, (await response.text()).replaceAll(/"name":"[^"]*",/g, '')) : response,
    ),
  },
  {
    name: 'the export is one JSON array',
    checks: ['response-body'],
    mutate: answering('GET /notebooks/*/export', async (response) =>
      response.status === 200 ? bodied(response, `[${(await response.text()).trim().replaceAll('\n', ',')}]\n`) : response,
    ),
  },
  {
    name: 'a created notebook has no Location',
    checks: ['response-headers'],
    mutate: answeringHeaders('POST /notebooks', 201, (headers) => headers.delete('location')),
  },
  {
    name: 'a notebook has no ETag',
    checks: ['response-headers'],
    mutate: answeringHeaders('GET /notebooks/*', 200, (headers) => headers.delete('etag')),
  },
  {
    name: 'the ETag of a changed notebook has no quotation marks',
    checks: ['response-headers'],
    mutate: answeringHeaders('PATCH /notebooks/*', 200, (headers) => headers.set('etag', (headers.get('etag') ?? '').replaceAll('"', ''))),
  },
  {
    name: 'the photo is called image/jpeg',
    checks: ['declared-media-type'],
    mutate: answeringHeaders('GET /notebooks/*/recipes/*/photo', 200, (headers) => headers.set('content-type', 'image/jpeg')),
  },
  {
    name: 'the body of the cook never ends',
    checks: ['response-body', 'no-server-error'],
    mutate: instead('GET /cook', async (request, box) => {
      const response = await box(request);
      if (response.status !== 200) return response;
      const chunk = new TextEncoder().encode(' '.repeat(65_536));
      return bodied(response, new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }));
    }),
  },
];
