// Creates that need something done to what they name: the tester finds it, and judges what it can make then: members that leave out things in a
// state, things that do not go together, and what is done once alone. Each rule is there in the words of three domains.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

/** A plan is released before something is made of it, at a place that has got its part. */
interface Domain {
  readonly plans: string;
  readonly release: string;
  readonly places: string;
  readonly parts: string;
  readonly jobs: string;
  readonly end: string;
  readonly ended: string;
  readonly kinds: readonly [string, string];
  readonly kind: string;
  readonly texts: { readonly part: string; readonly job: string; readonly end: string; readonly busy: string };
  readonly refusals: { readonly plan: string; readonly part: string };
}

const DOMAINS: readonly Domain[] = [
  {
    ...{ plans: 'programmes', release: 'approve', places: 'halls', parts: 'keys', jobs: 'bookings', end: 'cancel', ended: 'cancelled' },
    ...{ kinds: ['tennis', 'judo'], kind: 'sport' },
    texts: {
      part: 'For a hall that has no key yet; others are a 409.',
      job: 'A programme for another sport than that of the hall is a 409.',
      end: 'A booking can be cancelled once (409).',
      busy: 'Whether a booking that is not cancelled has the hall.',
    },
    refusals: { plan: 'The programme is not approved.', part: 'The hall has no key.' },
  },
  {
    ...{ plans: 'scripts', release: 'clear', places: 'studios', parts: 'permits', jobs: 'shoots', end: 'wrap', ended: 'wrapped' },
    ...{ kinds: ['drama', 'news'], kind: 'genre' },
    texts: {
      part: 'Only a studio without a permit gets one; otherwise the answer is 409.',
      job: 'The genre of the script must match the genre of the studio, otherwise 409.',
      end: 'Wrapping twice is a mistake (409).',
      busy: 'Whether it has a shoot that nobody has wrapped.',
    },
    refusals: { plan: 'Clear the script first.', part: 'No permit was found for the studio.' },
  },
  {
    ...{ plans: 'routes', release: 'open', places: 'trucks', parts: 'badges', jobs: 'tours', end: 'close', ended: 'closed' },
    ...{ kinds: ['chilled', 'dry'], kind: 'cargo' },
    texts: {
      part: 'The truck already has a badge: 409.',
      job: 'A 409 if the route and the truck have a different cargo.',
      end: 'A tour that was closed cannot be closed again (409).',
      busy: 'True while a tour other than a closed one uses the truck.',
    },
    refusals: { plan: 'This route was never opened.', part: 'A badge is missing.' },
  },
];

type Mistake = 'keeps' | 'mixes' | 'second part' | 'ends twice';

const ID = '{ type: string, minLength: 3, maxLength: 20 }';
const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

function documentOf({ plans, release, places, parts, jobs, end, ended, kinds, kind, texts }: Domain): string {
  const path = (name: string, lines: readonly string[]): string => [`  ${name}:`, ...lines.map((line) => `    ${line}`)].join('\n');
  const id = (name: string): string => `{ name: ${name}, in: path, required: true, schema: ${ID} }`;
  const get = (name: string, schema: string, at = 'id'): readonly string[] => [
    `parameters: [${id(at)}]`,
    `get: { operationId: ${name}, responses: { '200': { description: Found., ${json(schema)} }, '404': { description: None. } } }`,
  ];
  const post = (name: string, schema: string, status: number, body: string | undefined, text: string): string =>
    `post: { operationId: ${name}, description: ${JSON.stringify(text)}, ${body === undefined ? '' : `requestBody: { required: true, ${json(body)} }, `}responses: { '${status}': { description: Done., ${json(schema)} }, '404': { description: None. }, '409': { description: It does not go. }, '422': { description: Wrong. } } }`;
  const schema = (name: string, members: string): string =>
    `    ${name}: { type: object, additionalProperties: false, required: [${[...members.matchAll(/(\w+): \{/g)].map(([, one]) => one)}], properties: { ${members} } }`;
  const kindOf = `${kind}: { type: string, enum: [${kinds}] }`;
  const state = (...all: readonly string[]): string => `state: { type: string, enum: [${all}] }`;
  return [
    "openapi: 3.1.0\ninfo: { title: Jobs, version: '1' }\npaths:",
    path(`/${plans}`, [post('addPlan', 'Plan', 201, 'NewPlan', 'A new one is a draft.')]),
    path(`/${plans}/{id}`, get('getPlan', 'Plan')),
    path(`/${plans}/{id}/${release}`, [`parameters: [${id('id')}]`, post('release', 'Plan', 200, undefined, 'It counts from here on.')]),
    path(`/${places}`, [post('addPlace', 'Place', 201, 'NewPlace', 'A new one.')]),
    path(`/${places}/{id}`, get('getPlace', 'Place')),
    path(`/${places}/{id}/${parts}`, [`parameters: [${id('id')}]`, post('addPart', 'Part', 201, 'NewPart', texts.part)]),
    path(`/${parts}/{id}`, get('getPart', 'Part')),
    path(`/${jobs}`, [post('addJob', 'Job', 201, 'NewJob', texts.job)]),
    path(`/${jobs}/{id}`, get('getJob', 'Job')),
    path(`/${jobs}/{id}/${end}`, [`parameters: [${id('id')}]`, post('end', 'Job', 200, undefined, texts.end)]),
    'components:\n  schemas:',
    schema('NewPlan', kindOf),
    schema('Plan', `id: ${ID}, ${kindOf}, ${state('draft', 'released')}`),
    schema('NewPlace', kindOf),
    schema('Place', `id: ${ID}, ${kindOf}, busy: { type: boolean, description: ${JSON.stringify(texts.busy)} }`),
    schema('NewPart', 'label: { type: string, minLength: 1, maxLength: 9 }'),
    schema('Part', `id: ${ID}, label: { type: string }`),
    schema('NewJob', `${plans.slice(0, -1)}Id: ${ID}, ${places.slice(0, -1)}Id: ${ID}`),
    schema('Job', `id: ${ID}, ${plans.slice(0, -1)}Id: ${ID}, ${places.slice(0, -1)}Id: ${ID}, ${state('running', ended)}`),
  ].join('\n');
}

type Kept = Readonly<Record<string, unknown>>;

function serving({ plans, release, places, parts, jobs, end, ended, kinds, kind, refusals }: Domain, mistake?: Mistake): Handler {
  const kept = new Map<string, Kept>();
  const refused = (status: number, message = 'No.'): Response => Response.json({ message }, { status });
  const shown = (key: string, one: Kept, status = 200): Response => {
    kept.set(key, one);
    return Response.json(one, { status });
  };
  const [planId, placeId] = [`${plans.slice(0, -1)}Id`, `${places.slice(0, -1)}Id`];
  const isBusy = (id: unknown): boolean =>
    [...kept].some(([key, one]) => key.startsWith(`${jobs}/`) && one[placeId] === id && (mistake === 'keeps' || one.state !== ended));
  const job = (body: Kept, id: string): Response => {
    const [plan, place] = [kept.get(`${plans}/${body[planId]}`), kept.get(`${places}/${body[placeId]}`)];
    if (plan === undefined || place === undefined) return refused(422);
    if (plan.state === 'draft') return refused(409, refusals.plan);
    if (![...kept].some(([key, one]) => key.startsWith(`${parts}/`) && one.of === body[placeId])) return refused(409, refusals.part);
    if (plan[kind] !== place[kind] && mistake !== 'mixes') return refused(409);
    return isBusy(body[placeId]) ? refused(409) : shown(`${jobs}/${id}`, { id, ...body, state: 'running' }, 201);
  };
  const created = (collection: string | undefined, body: Kept, id: string): Response => {
    if (collection === jobs) return job(body, id);
    if (!kinds.some((one) => one === body[kind])) return refused(422);
    return shown(`${collection}/${id}`, { id, ...body, ...(collection === plans ? { state: 'draft' } : { busy: false }) }, 201);
  };
  return async (request) => {
    const [, collection, id = '', act] = new URL(request.url).pathname.split('/');
    const body = request.method === 'POST' ? await request.json().catch(() => ({})) : {};
    const fresh = `n${kept.size}x`;
    if (request.method === 'POST' && id === '') return created(collection, body, fresh);
    const one = kept.get(`${collection}/${id}`);
    if (one === undefined) return refused(404);
    if (act === parts) {
      const has = [...kept].some(([key, part]) => key.startsWith(`${parts}/`) && part.of === id);
      if (has && mistake !== 'second part') return refused(409);
      kept.set(`${parts}/${fresh}`, { id: fresh, label: body.label, of: id });
      return Response.json({ id: fresh, label: body.label }, { status: 201 });
    }
    if (act === release) return one.state === 'draft' ? shown(`${plans}/${id}`, { ...one, state: 'released' }) : refused(409);
    if (act === end)
      return one.state === ended && mistake !== 'ends twice' ? refused(409) : shown(`${jobs}/${id}`, { ...one, state: ended });
    const { of: _, ...rest } = one;
    return Response.json(collection === places ? { ...rest, busy: isBusy(id) } : rest);
  };
}

async function foundWith(domain: Domain, mistake?: Mistake): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target: serving(domain, mistake),
    random: 0,
    ...lookingFor('effects-elsewhere', 'stated-rules', 'state-rules', 'most-things'),
    most: 1,
  });
  return findings.map(({ check, operation }) => `${check}: ${operation.id}`);
}

const FINDINGS: readonly (readonly [mistake: Mistake | undefined, finding: string | undefined])[] = [
  [undefined, undefined],
  ['keeps', 'effects-elsewhere: getPlace'],
  ['mixes', 'stated-rules: addJob'],
  ['second part', 'most-things: addPart'],
  ['ends twice', 'state-rules: end'],
];

describe.each(sampleOf(DOMAINS, 1))('$jobs of $plans at $places', (domain) => {
  test.each(FINDINGS.map(([mistake, finding]) => ({ title: mistake ?? 'no mistake', mistake, finding })))(
    '$title',
    async ({ mistake, finding }) => {
      expect(await foundWith(domain, mistake)).toEqual(finding === undefined ? [] : [finding]);
    },
  );
});
