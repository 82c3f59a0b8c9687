// What is prepared for a request lasts over the time of what the request names: a pass for the day of a lesson, in three domains.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { covering } from '../../generator/conform/reach/moments.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly owners: string;
  readonly owner: string;
  readonly spans: string;
  readonly start: string;
  readonly end: string;
  readonly events: string;
  readonly event: string;
  readonly time: string;
  readonly uses: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    ...{ owners: 'pupils', owner: 'pupil_id', spans: 'passes', start: 'starts_on', end: 'ends_on' },
    ...{ events: 'lessons', event: 'lesson_id', time: 'starts_at', uses: 'visits' },
    says: 'The pupil needs a pass that covers the day of the lesson (409).',
  },
  {
    ...{ owners: 'drivers', owner: 'driverId', spans: 'licences', start: 'validFrom', end: 'validUntil' },
    ...{ events: 'trips', event: 'tripId', time: 'departsAt', uses: 'drives' },
    says: 'Refused with 409 unless a licence of the driver is in force on the day of the trip.',
  },
  {
    ...{ owners: 'clients', owner: 'client', spans: 'policies', start: 'from', end: 'until' },
    ...{ events: 'accidents', event: 'accident', time: 'happenedAt', uses: 'claims' },
    says: 'Without a policy that was valid at that time, 409.',
  },
];

function documentOf({ owners, owner, spans, start, end, events, event, time, uses, says }: Domain): string {
  const id = "{ type: string, pattern: '^[a-z]{2}-[0-9]+$' }";
  const at = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;
  const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
  const operation = (name: string, path: string, members: string, description = 'Adds one.'): string => `    post:
      operationId: ${name}
      description: '${description}'
      requestBody: { required: true, ${json(`{ type: object, required: [${[...members.matchAll(/(\w+): \{/g)].map(([, one]) => one).join(', ')}], properties: { ${members} } }`)} }
      responses: { '201': { description: Added., ${json(`{ type: object, required: [id], properties: { id: ${id} } }`)} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Wrong. } }
  ${path}/{id}:
    ${at}
    get: { operationId: read-${name}, responses: { '200': { description: It., ${json(`{ type: object, required: [id], properties: { id: ${id} } }`)} }, '404': { description: None. } } }`;
  return `openapi: 3.1.0
info: { title: Days, version: '1' }
paths:
  /${owners}:
${operation('addOwner', `/${owners}`, 'name: { type: string, minLength: 1, maxLength: 20 }')}
  /${owners}/{id}/${spans}:
    ${at}
${operation('addSpan', `/${spans}`, `${start}: { type: string, format: date, example: '2031-01-01' }, ${end}: { type: string, format: date, example: '2031-12-31' }`)}
  /${events}:
${operation('addEvent', `/${events}`, `${time}: { type: string, format: date-time, example: '2034-05-06T10:00:00Z' }`)}
  /${uses}:
${operation('use', `/${uses}`, `${owner}: ${id}, ${event}: ${id}`, says)}
`;
}

type Kept = Readonly<Record<string, unknown>> & { readonly above?: string | undefined };

async function reached(domain: Domain): Promise<boolean> {
  const { owners, owner, spans, start, end, events, event, time, uses } = domain;
  const all = new Map<string, Kept>();
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const isCovered = (sent: Kept): boolean => {
    const day = String(all.get(String(sent[event]))?.[time]).slice(0, 10);
    return [...all.values()].some((one) => one.above === sent[owner] && String(one[start]) <= day && day <= String(one[end]));
  };
  const target = async (request: Request): Promise<Response> => {
    const [, kind = '', id, below] = new URL(request.url).pathname.split('/');
    if (request.method === 'GET') return all.has(`${id}`) ? Response.json({ id }) : status(404);
    const sent: unknown = await request.json().catch(() => undefined);
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return status(422);
    const members = sent as Kept;
    if (below !== undefined && !all.has(`${id}`)) return status(404);
    const wanted = { [owners]: ['name'], [events]: [time], [uses]: [owner, event], [spans]: [start, end] }[below ?? kind] ?? [];
    if (wanted.some((name) => typeof members[name] !== 'string')) return status(422);
    if (below === spans && String(members[start]) > String(members[end])) return status(422);
    if (kind === uses && !(all.has(String(members[owner])) && all.has(String(members[event])))) return status(422);
    if (kind === uses && !isCovered(members)) return status(409);
    const key = `${(below ?? kind).slice(0, 2)}-${++last}`;
    all.set(key, { ...members, above: id });
    return Response.json({ id: key }, { status: 201 });
  };
  const { operations } = await conformService(await serviceFrom(documentOf(domain)), { target, random: 0, ...lookingFor('accepts-valid') });
  return operations.find(({ operation }) => operation.id === 'use')?.unreached === undefined;
}

describeInTurns('$uses', DOMAINS, (domain, test) => {
  test('are reached, although the examples do not go together', async () => expect(await reached(domain)).toBe(true));
});

test.each<readonly [start: string, end: string | undefined, days: readonly string[], covered: readonly [string, string | undefined]]>([
  ['2031-01-01', '2031-12-31', ['2034-05-06'], ['2031-01-01', '2034-05-07']],
  ['2035-01-01', '2035-12-31', ['2034-05-06'], ['2034-05-05', '2035-12-31']],
  ['2035-01-01', undefined, ['2034-05-06'], ['2034-05-05', undefined]],
  ['2034-01-01', '2034-12-31', ['2034-05-06', '2034-07-01'], ['2034-01-01', '2034-12-31']],
  ['2034-01-01', '2034-12-31', [], ['2034-01-01', '2034-12-31']],
])('from %s until %s with %j', (start, end, days, [from, until]) => {
  const pair = { at: '/body', start: 'start', end: 'end', unit: 86_400_000, isDay: true, texts: [] };
  const body = end === undefined ? { start } : { start, end };
  const after = until === undefined ? { start: from } : { start: from, end: until };
  expect(covering({ body }, pair, days.map(Date.parse)).body).toEqual(after);
});
