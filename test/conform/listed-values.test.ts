// Tests that `octavo conform` reports a listed value that a service refuses, and which texts excuse the refusal.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { body, handlerOf, ID, json, object, refusal, refused, serviceOf, shown } from './small-services.ts';

const KINDS = ['paper', 'cloth', 'leather'];

interface Texts {
  readonly filter?: string;
  readonly kind?: string;
}

const bindery = ({ filter = '', kind = '' }: Texts) =>
  serviceOf({
    '/bindings': {
      get: {
        operationId: 'listBindings',
        parameters: [{ name: 'kind', in: 'query', description: filter, schema: { type: 'string', enum: KINDS } }],
        responses: { 200: shown({ type: 'array', items: object({ id: ID }) }), ...refused },
      },
      post: {
        operationId: 'addBinding',
        ...body(object({ kind: { type: 'string', description: kind, enum: KINDS } }), { kind: 'paper' }),
        responses: { 201: shown(object({ id: ID })), ...refused },
      },
    },
  });

interface Refusals {
  readonly filtering?: string;
  readonly adding?: string;
}

/** A bindery that does not know the last kind, and says so in these words. */
const unknowing = ({ filtering, adding }: Refusals) =>
  handlerOf({
    'GET bindings': (_, __, query) => {
      const kind = query.get('kind');
      if (query.getAll('kind').length > 1 || (kind !== null && !KINDS.includes(kind))) return refusal(400, 'This kind is not known.');
      return kind === 'leather' && filtering !== undefined ? refusal(400, filtering) : json(200, []);
    },
    'POST bindings': (_, { kind }) => {
      if (!KINDS.some((one) => one === kind)) return refusal(422, 'This kind is not known.');
      return kind === 'leather' && adding !== undefined ? refusal(422, adding) : json(201, { id: crypto.randomUUID() });
    },
  });

async function refusedValues(texts: Texts, refusals: Refusals): Promise<readonly string[]> {
  const settings = { seed: 1, random: 2, most: 60, sequences: false } as const;
  const { findings } = await conformService(await bindery(texts), { ...settings, target: unknowing(refusals) });
  return findings.filter(({ check }) => check === 'accepts-valid').map(({ operation }) => operation.id);
}

const LISTED = 'The kind must be one of: paper, cloth.';

test.each<readonly [what: string, texts: Texts, refusals: Refusals, found: readonly string[]]>([
  ['a bindery that knows all kinds', {}, {}, []],
  [
    'a filter whose text says nothing of the value',
    { filter: 'Set to a kind, or defaults to no filter.' },
    { filtering: 'No.' },
    ['listBindings'],
  ],
  ['a filter whose text restricts it', { filter: 'Only owners may filter by leather.' }, { filtering: 'No.' }, []],
  [
    'a member, where the refusal lists the other values',
    { kind: 'Leather is made where there are hides.' },
    { adding: LISTED },
    ['addBinding'],
  ],
  ['a member whose text may restrict the value', { kind: 'Leather is made where there are hides.' }, { adding: 'No.' }, []],
  ['a member whose text restricts it', { kind: 'Only members may have leather.' }, { adding: LISTED }, []],
  [
    'a refusal that lists the value as well',
    { kind: 'Leather is made where there are hides.' },
    { adding: `${LISTED} Later also leather.` },
    [],
  ],
  [
    'a refusal that repeats the value',
    { kind: 'Leather is made where there are hides.' },
    { adding: '"leather" is not one of paper, cloth' },
    ['addBinding'],
  ],
])('%s', async (_, texts, refusals, found) => {
  expect(await refusedValues(texts, refusals)).toEqual(found);
});
