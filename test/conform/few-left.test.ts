// Things whose names or places are few: a name with a fixed beginning, one slot of a plan, days inside of a period, and a name that a caller chooses.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { daysBlamed } from '../../generator/conform/reach/moments.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { mostIn } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { ALL_CASES, lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly title: string;
  readonly things: string;
  /** The members of a thing. */
  readonly members: string;
  readonly required: string;
  /** Why a service takes a thing no more; `undefined` where it does. */
  readonly refusal: (body: Body, kept: readonly Body[]) => string | undefined;
}

type Body = Readonly<Record<string, unknown>>;

/** Names that the caller chooses, in a form with a fixed beginning, and slots of which each is taken once. */
const DOMAINS: readonly Domain[] = [
  {
    title: 'a name of a year',
    things: 'seasons',
    members:
      "name: { type: string, pattern: '^20[0-9]{2}-[0-9]{2}$', example: 2040-41 }, games: { type: integer, minimum: 1, maximum: 40 }",
    required: 'name, games',
    refusal: ({ name }, kept) => (kept.some((one) => one.name === name) ? `There is a season ${String(name)}.` : undefined),
  },
  {
    title: 'a code with a prefix',
    things: 'devices',
    members: "code: { type: string, pattern: '^V2-[0-9]{4}$', example: V2-0031 }, weight: { type: integer, minimum: 1, maximum: 40 }",
    required: 'code, weight',
    refusal: ({ code }, kept) => (kept.some((one) => one.code === code) ? `${String(code)} is there.` : undefined),
  },
  {
    title: 'a slot of a plan',
    things: 'duties',
    members:
      'weekday: { type: string, enum: [mon, tue, wed, thu, fri, sat, sun], example: tue }, hour: { type: integer, minimum: 0, maximum: 95, example: 12 }, guards: { type: integer, minimum: 1, maximum: 60 }',
    required: 'weekday, hour, guards',
    refusal: ({ weekday, hour }, kept) =>
      kept.some((one) => one.weekday === weekday && one.hour === hour) ? 'The gate has another duty then.' : undefined,
  },
];

function documentOf({ things, members, required }: Domain): string {
  const shown = `content: { application/json: { schema: { type: object, required: [id, ${required}], properties: { id: { type: integer }, ${members} } } } }`;
  return `openapi: 3.1.0
info: { title: Few, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [${required}], properties: { ${members} } } } } }
      responses: { '201': { description: Added., ${shown} }, '409': { description: Taken. }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { operationId: read, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
`;
}

/** The checks that fail where a service takes a number that is above its maximum. */
async function foundWith(domain: Domain, number: string, most: number): Promise<readonly string[]> {
  const service = await serviceFrom(documentOf(domain));
  const kept: Body[] = [];
  const target = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') {
      const one = kept[Number(new URL(request.url).pathname.split('/')[2]) - 1];
      return one === undefined ? new Response(null, { status: 404 }) : Response.json({ id: kept.indexOf(one) + 1, ...one });
    }
    const body = (await request.json().catch(() => ({}))) as Body;
    const value = body[number];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most) return new Response(null, { status: 422 });
    const message = domain.refusal(body, kept);
    if (message !== undefined) return Response.json({ message }, { status: 409 });
    kept.push(body);
    return Response.json({ id: kept.length, ...body }, { status: 201 });
  };
  const { findings } = await conformService(service, { target, ...lookingFor('refuses-invalid'), ...ALL_CASES });
  return findings.map(({ message }) => message).filter((message) => message.includes(`/body/${number}:`));
}

describe.each(
  sampleOf(
    [
      [DOMAINS[0], 'games', 40],
      [DOMAINS[1], 'weight', 40],
      [DOMAINS[2], 'guards', 60],
    ] as const,
    1,
  ),
)('%#', (domain, number, most) => {
  if (domain === undefined) throw new Error('There are three domains.');

  test(`${domain.title}: a number above its maximum is found`, async () => {
    expect(await foundWith(domain, number, most + 1)).toHaveLength(1);
  });
});

test.each([
  ['drivers', 'badge', 'driver', '^[A-Z]{3}$'],
  ['berths', 'mark', 'homeBerth', '^[a-z][0-9]{2}$'],
  ['cooks', 'initials', 'chief_cook', '^[A-Z]{2}$'],
])('what is made under a name of the caller is what others refer to: %s', async (things, name, member, pattern) => {
  const kind = `{ type: string, pattern: '${pattern}' }`;
  const shown = `content: { application/json: { schema: { type: object, properties: { ${name}: ${kind} } } } }`;
  const documentWith = (own: string): string => `openapi: 3.1.0
info: { title: Names, version: '1' }
paths:
  /${things}/{${name}}:
    put:
      operationId: put
      parameters: [{ name: ${name}, in: path, required: true, schema: ${kind} }]
      responses: { '200': { description: Replaced., ${shown} }, '201': { description: New., ${shown} } }
  /plans:
    post:
      operationId: add
      requestBody: { content: { application/json: { schema: { type: object, properties: { ${member}: { type: string, pattern: '${own}' } } } } } }
      responses: { '201': { description: New. } }
`;
  const linked = async (own: string): Promise<readonly string[]> =>
    edgesOf(await serviceFrom(documentWith(own))).map(({ from, to }) => `${from} ${to}`);
  expect(await linked(pattern)).toContain(`/body/${name} /body/${member}`);
  expect(await linked('^x{9}$')).not.toContain(`/body/${name} /body/${member}`);
});

test.each([
  ['A class has at most one lesson in a period.', 'lesson', ['class'], undefined],
  ['A hall has at most two shows on the same day of the week.', 'show', ['hall'], undefined],
  ['Guards have at most 3 duties at one gate.', 'duty', ['guard'], undefined],
  ['There are at most three notes in a folder.', 'note', ['folder'], 3],
  ['A member has at most 5 loans at a time.', 'loan', ['member'], 5],
])('%s', (text, name, owners, count) => {
  expect(mostIn({ text }, name, owners)?.count).toBe(count);
});

test.each<readonly [refusal: string, body: Body, blamed: readonly string[]]>([
  ['The absence is not in the school year.', { from: '2040-03-05', until: '2040-03-07' }, ['/body/from']],
  ['The cruise lies outside the season of the ship.', { back: '2041-07-02', out: '2041-06-20', deck: 3 }, ['/body/out']],
  ['A rehearsal cannot take place so, it is too early.', { begins: '2040-03-05T10:00:00Z' }, ['/body/begins']],
  ['The cruise has no free place.', { out: '2041-06-20' }, []],
  ['The parcel is not in the depot.', { weight: 12 }, []],
])('%s', (refusal, body, blamed) => {
  expect(daysBlamed(refusal, { body })).toEqual(blamed);
});
