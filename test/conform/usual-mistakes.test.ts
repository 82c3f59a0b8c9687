// Mistakes that programmers usually make with dates and with the address of what was made, each in three domains.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { isDate } from '../../runtime/validate/formats.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly day: string;
  readonly example: string;
}

const DOMAINS: readonly Domain[] = [
  { things: 'pupils', day: 'born_on', example: '2001-05-17' },
  { things: 'paintings', day: 'finishedOn', example: '1983-10-02' },
  { things: 'clubs', day: 'foundation', example: '1988-03-30' },
];

function documentOf({ things, day, example }: Domain): string {
  const own = `name: { type: string, minLength: 1, maxLength: 20 }, ${day}: { type: string, format: date, example: '${example}' }`;
  const shown = `content: { application/json: { schema: { type: object, required: [id, name, ${day}], properties: { id: { type: integer }, ${own} } } } }`;
  return `openapi: 3.1.0
info: { title: Days, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [name, ${day}], properties: { ${own} } } } } }
      responses: { '201': { description: Added., ${shown} }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { operationId: read, responses: { '200': { description: It., ${shown} }, '404': { description: None. }, '422': { description: Wrong. } } }
`;
}

interface Mistake {
  readonly refuses?: (day: string) => boolean;
  readonly location?: (id: number) => string;
}

async function foundWith(domain: Domain, { refuses = () => false, location }: Mistake): Promise<readonly string[]> {
  const { things, day } = domain;
  const kept: Record<string, unknown>[] = [];
  const target = async (request: Request): Promise<Response> => {
    const [, , id] = new URL(request.url).pathname.split('/');
    if (request.method !== 'POST') {
      if (!/^[1-9][0-9]{0,4}$/.test(id ?? '')) return new Response(null, { status: 422 });
      const one = kept[Number(id) - 1];
      return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    }
    const body: unknown = await request.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return new Response(null, { status: 422 });
    const { name, [day]: date, ...others } = body as Record<string, unknown>;
    const isNamed = typeof name === 'string' && name !== '' && [...name].length <= 20;
    if (!isNamed || typeof date !== 'string' || !isDate(date) || refuses(date) || Object.keys(others).length > 0)
      return new Response(null, { status: 422 });
    const made = { id: kept.length + 1, name, [day]: date };
    kept.push(made);
    return Response.json(made, { status: 201, headers: { location: location?.(made.id) ?? `/${things}/${made.id}` } });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    ...lookingFor('accepts-valid', 'read-after-create'),
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

/** Whether a day of a leap year has the weekday of its 29 February. */
function isLeapWeekday(day: string): boolean {
  const leap = new Date(`${day.slice(0, 4)}-02-29T00:00:00Z`);
  return leap.getUTCDate() === 29 && new Date(`${day}T00:00:00Z`).getUTCDay() === leap.getUTCDay();
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test.each<readonly [says: string, mistake: Mistake]>([
    ['no mistake', {}],
    ['only days of two centuries are taken', { refuses: (day) => day < '1900' || day > '2099' }],
    ['only days that are to come are taken', { refuses: (day) => day < '2030' }],
    ['the weekday of leap days is closed in their year', { refuses: (day) => isLeapWeekday(day) }],
    ['Location has the whole address', { location: (id) => `http://localhost/${domain.things}/${id}` }],
    ['Location leads to something else', { location: (id) => `/jobs/${id}` }],
  ])('nothing is found where %s', async (_, mistake) => expect(await foundWith(domain, mistake)).toEqual([]));

  test.each<readonly [says: string, mistake: Mistake, finding: RegExp]>([
    ['leap days are refused', { refuses: (day) => day.endsWith('02-29') }, /^accepts-valid: .*a leap day.* days beside it are accepted/],
    [
      'days before 1970 are refused',
      { refuses: (day) => day < '1970' },
      /^accepts-valid: .*a day before 1970.* days beside it are accepted/,
    ],
    ['Location leads to the list', { location: () => `/${domain.things}` }, /^read-after-create: .* leads to where things are made/],
    [
      'Location has another number than the path takes',
      { location: (id) => `/${domain.things}/no-${id}` },
      /leads to an address that is refused with 422/,
    ],
    ['Location leads to the list, with a slash', { location: () => `/${domain.things}/` }, /leads to where things are made/],
  ])('it is found that %s', async (_, mistake, finding) => {
    expect(await foundWith(domain, mistake)).toEqual([expect.stringMatching(finding)]);
  });
});
