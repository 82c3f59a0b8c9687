// Mutants that accept a request which breaks one constraint of the document: each mends the request before the service sees it.
import {
  again,
  answering,
  asking,
  askingJson,
  askingQuery,
  type Fields,
  fieldsOf,
  instead,
  itemsOf,
  type Mutant,
  read,
} from '../faults.ts';

const RECIPE = 'POST /notebooks/*/recipes';

/** The value in place of one that `isBroken`. */
function mended(body: Fields, name: string, isBroken: (value: unknown) => boolean, value: unknown): Fields {
  return Object.hasOwn(body, name) && isBroken(body[name]) ? { ...body, [name]: value } : body;
}

function isLonger(most: number): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && [...value].length > most;
}

function eachStep(change: (step: Fields) => Fields): (body: Fields) => Fields {
  return (body) => (Array.isArray(body.steps) ? { ...body, steps: body.steps.map((step: unknown) => change(fieldsOf(step))) } : body);
}

const accepts = (what: string, mutate: Mutant['mutate'], ...more: readonly string[]): Mutant => ({
  name: `accepts ${what}`,
  checks: ['refuses-invalid', ...more],
  mutate,
});

const bodies: readonly Mutant[] = [
  accepts(
    'more servings than the maximum',
    askingJson('POST /notebooks', (body) => mended(body, 'servings', (value) => typeof value === 'number' && value > 24, 24)),
  ),
  accepts(
    'no servings, below the minimum',
    askingJson('PATCH /notebooks/*', (body) => mended(body, 'servings', (value) => typeof value === 'number' && value < 1, 1)),
  ),
  accepts(
    'an empty title',
    askingJson('POST /notebooks', (body) => mended(body, 'title', (value) => value === '', 'Untitled')),
  ),
  accepts(
    'a title that is too long',
    askingJson('PATCH /notebooks/*', (body) => mended(body, 'title', isLonger(60), 'Long')),
  ),
  accepts(
    'a season that the enum does not list',
    askingJson('POST /notebooks', (body) =>
      mended(body, 'season', (value) => typeof value === 'string' && !/^(?:spring|summer|autumn|winter)$/.test(value), 'winter'),
    ),
  ),
  accepts(
    'a notebook without a title',
    askingJson('POST /notebooks', (body) => ({ title: 'Untitled', ...body })),
  ),
  accepts(
    'undeclared fields of a notebook',
    askingJson('POST /notebooks', ({ title, season, servings }) => ({ title, season, servings })),
  ),
  accepts(
    'servings as a text',
    askingJson('POST /notebooks', (body) => mended(body, 'servings', (value) => typeof value === 'string', 4)),
  ),
  accepts(
    'a change of nothing',
    answering('PATCH /notebooks/*', async (response, request, box) =>
      response.status === 400 && (await request.text()) === '{}' ? read(request, box, '/notebooks/1') : response,
    ),
  ),
  accepts(
    'tags against their pattern',
    askingJson(RECIPE, (body) =>
      Array.isArray(body.tags)
        ? { ...body, tags: body.tags.map((tag: unknown) => (/^[a-z]{2,12}$/.test(String(tag)) ? tag : 'other')) }
        : body,
    ),
  ),
  accepts(
    'the same tag twice',
    askingJson(RECIPE, (body) => (Array.isArray(body.tags) ? { ...body, tags: [...new Set(body.tags)] } : body)),
  ),
  accepts(
    'more tags than the maximum',
    askingJson(RECIPE, (body) => (Array.isArray(body.tags) ? { ...body, tags: body.tags.slice(0, 5) } : body)),
  ),
  accepts(
    'a rating between the steps of multipleOf',
    askingJson(RECIPE, (body) =>
      mended(body, 'rating', (value) => typeof value === 'number' && value > 0 && value < 10.5 && value % 0.5 !== 0, 5),
    ),
  ),
  accepts(
    'a rating on its exclusive maximum',
    askingJson('PUT /notebooks/*/recipes/*', (body) => mended(body, 'rating', (value) => value === 10.5, 10)),
  ),
  accepts(
    'a source that is no URI',
    askingJson(RECIPE, (body) => mended(body, 'source', (value) => typeof value === 'string' && !URL.canParse(value), null)),
  ),
  accepts(
    'a recipe without steps',
    askingJson('PUT /notebooks/*/recipes/*', (body) =>
      Array.isArray(body.steps) && itemsOf(body.steps).length === 0 ? { ...body, steps: [{ kind: 'wait', minutes: 1 }] } : body,
    ),
  ),
  accepts(
    'a step of an unknown kind',
    askingJson(
      RECIPE,
      eachStep((step) => (['prepare', 'heat', 'wait'].includes(String(step.kind)) ? step : { kind: 'wait', minutes: 1 })),
    ),
  ),
  accepts(
    'a heat beyond its maximum',
    askingJson(
      RECIPE,
      eachStep((step) => mended(step, 'degrees', (value) => typeof value === 'number' && value > 300, 300)),
    ),
  ),
  accepts(
    'a wait without minutes',
    askingJson(
      RECIPE,
      eachStep((step) => (step.kind === 'wait' ? { minutes: 1, ...step } : step)),
    ),
  ),
  accepts(
    'JSON with a comma too many',
    asking('POST /notebooks', async (request) => again(request, { body: (await request.text()).replace(/,\}$/, '}') })),
  ),
  accepts(
    'JSON of an undeclared media type',
    asking('POST /notebooks', (request) => again(request, { headers: { 'content-type': 'application/json' } })),
    'refuses-content-type',
  ),
  accepts(
    'a form without its picture',
    instead('PUT /notebooks/*/recipes/*/photo', async (request, box) => {
      const form = await request
        .clone()
        .formData()
        .catch(() => undefined);
      return form === undefined || form.has('picture') || (await box(request)).status !== 400
        ? undefined
        : new Response(null, { status: 204 });
    }),
  ),
];

const parameters: readonly Mutant[] = [
  accepts(
    'a limit beyond its maximum',
    askingQuery('GET /notebooks', (query) => Number(query.get('limit')) > 50 && query.set('limit', '50')),
  ),
  accepts(
    'a limit that is a text',
    askingQuery('GET /notebooks', (query) => Number.isNaN(Number(query.get('limit') ?? 1)) && query.delete('limit')),
  ),
  accepts(
    'a day that does not exist',
    askingQuery(
      'GET /notebooks/*/recipes',
      (query) => /^\d{4}-\d\d-\d\d$/.test(query.get('since') ?? '') && query.set('since', '2024-01-01'),
    ),
  ),
  accepts(
    'more tags in a query than the maximum',
    askingQuery('GET /notebooks/*/recipes', (query) => {
      const tags = query.getAll('tag');
      if (tags.length <= 3) return;
      query.delete('tag');
      for (const tag of tags.slice(0, 3)) query.append('tag', tag);
    }),
  ),
  accepts(
    'a difficulty that the enum does not list',
    askingQuery('GET /notebooks/*/recipes', (query) => {
      if (query.has('difficulty') && !/^(?:easy|fair|hard)$/.test(query.get('difficulty') ?? '')) query.delete('difficulty');
    }),
  ),
  accepts(
    'a malformed idempotency key',
    asking('POST /notebooks', (request) => {
      const isValid = /^[A-Za-z0-9-]{8,64}$/.test(request.headers.get('idempotency-key') ?? 'absent-key');
      return isValid ? request : again(request, { headers: { 'idempotency-key': 'mended-key' } });
    }),
  ),
  accepts(
    'an id of 0',
    instead('GET /notebooks/0', (request, box) => read(request, box, '/notebooks/1')),
  ),
];

export const accepting: readonly Mutant[] = [...bodies, ...parameters];
