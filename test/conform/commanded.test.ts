// Tests that octavo conform takes the steps of a table that a value of a body asks for, and holds each to its row.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { appendedIn, commandsIn, leftIn, precedencesIn } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const STATES = ['filed', 'granted', 'used', 'ended'];
const ACTS = ['survey', 'grant', 'use', 'end'];
const TABLE = `
| Act | Possible from | New status | The plot |
| --- | --- | --- | --- |
| \`survey\` | \`filed\` | \`filed\` | stays \`held\` |
| \`grant\` | \`filed\` | \`granted\` | stays \`held\` |
| \`use\` | \`granted\` | \`used\` | becomes \`built\` and loses its ward |
| \`end\` | \`filed\`, \`granted\` | \`ended\` | goes back to \`free\` |

Any other act is refused with 409. If a survey is asked for (\`surveyed\`), the permit cannot be granted before the act \`survey\` was done.
An \`end\` must come with a \`reason\`; without one it is refused with 422. Every act is added at the end of \`log\`.`;

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const made = `'201': { description: Made., headers: { Location: { required: true, schema: { type: string } } } }, '409': { description: Not now. }, '422': { description: Wrong. }`;
const id = (name: string): string => `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1 } }]`;
const plot = `{ type: object, required: [id, ward, status], properties: { id: { type: integer }, ward: { type: [string, 'null'] }, status: { type: string, enum: [free, held, built] } } }`;
const permit = `{ type: object, required: [id, plot, surveyed, status, log], properties: { id: { type: integer }, plot: { type: integer }, surveyed: { type: boolean }, status: { type: string, enum: [${STATES}] }, log: { type: array, items: { type: object, properties: { act: { type: string } } } } } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Permits, version: '1' }
paths:
  /plots:
    post:
      operationId: addPlot
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { ward: { type: string, minLength: 1, maxLength: 20 } } }, example: {} } } }
      responses: { ${made} }
  /plots/{plotId}:
    get: { operationId: readPlot, ${id('plotId')}, responses: { '200': { description: It., ${json(plot)} }, '404': { description: None. } } }
  /permits:
    post:
      operationId: filePermit
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, required: [plot], properties: { plot: { type: integer, minimum: 1 }, surveyed: { type: boolean, default: false } } } } } }
      responses: { ${made} }
  /permits/{permitId}:
    get: { operationId: readPermit, ${id('permitId')}, responses: { '200': { description: It., ${json(permit)} }, '404': { description: None. } } }
  /permits/{permitId}/acts:
    post:
      operationId: act
      description: ${JSON.stringify(TABLE)}
      ${id('permitId')}
      requestBody: { required: true, ${json(`{ type: object, required: [act], properties: { act: { type: string, enum: [${ACTS}] }, reason: { type: string, minLength: 1 } } }`)} }
      responses: { '200': { description: Done., ${json(permit)} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } }
`);

type Fault = 'keeps-plot' | 'keeps-ward' | 'unsurveyed' | 'no-reason' | 'newest-only' | 'use-filed' | 'grant-stays';

interface Permit {
  readonly id: number;
  readonly plot: number;
  readonly surveyed: boolean;
  status: string;
  log: { readonly act: string }[];
}

function office(fault?: Fault) {
  const plots: { id: number; ward: string | null; status: string }[] = [];
  const permits: Permit[] = [];
  const empty = (status: number): Response => new Response(null, { status });
  const at = (path: string): Response => new Response(null, { status: 201, headers: { location: path } });
  const act = (permit: Permit, { act: name, reason }: { readonly act?: string; readonly reason?: unknown }): Response => {
    const from = {
      survey: ['filed'],
      grant: ['filed'],
      use: ['granted', ...(fault === 'use-filed' ? ['filed'] : [])],
      end: ['filed', 'granted'],
    };
    const to = { survey: 'filed', grant: fault === 'grant-stays' ? 'filed' : 'granted', use: 'used', end: 'ended' };
    if (name === undefined || !Object.hasOwn(from, name)) return empty(422);
    const key = name as keyof typeof from;
    if (reason !== undefined && (typeof reason !== 'string' || reason === '')) return empty(422);
    if (key === 'end' && reason === undefined && fault !== 'no-reason') return empty(422);
    const isEarly = key === 'grant' && permit.surveyed && !permit.log.some((one) => one.act === 'survey');
    if (!from[key].includes(permit.status) || (isEarly && fault !== 'unsurveyed')) return empty(409);
    permit.status = to[key];
    permit.log = [...(fault === 'newest-only' ? [] : permit.log), { act: name }];
    const own = plots[permit.plot - 1];
    if (own !== undefined && key === 'use') Object.assign(own, { status: 'built', ...(fault === 'keeps-ward' ? {} : { ward: null }) });
    if (own !== undefined && key === 'end' && fault !== 'keeps-plot') own.status = 'free';
    return Response.json(permit);
  };
  return async (request: Request): Promise<Response> => {
    const [, kind = '', key = '', below] = new URL(request.url).pathname.split('/');
    const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
    const form = isForm ? new URLSearchParams(await request.text()) : undefined;
    const list = kind === 'plots' ? plots : permits;
    if (key !== '' && !/^[1-9]\d*$/.test(key)) return empty(404);
    const one = list[Number(key) - 1];
    if (request.method === 'GET') return one === undefined ? empty(404) : Response.json(one);
    if (request.method !== 'POST') return empty(405);
    if (below === 'acts') {
      const body: unknown = await request.json().catch(() => undefined);
      const permit = permits[Number(key) - 1];
      return permit === undefined ? empty(404) : act(permit, (body ?? {}) as object);
    }
    if (form === undefined) return empty(422);
    if (kind === 'plots') {
      if (form.get('ward') === '') return empty(422);
      plots.push({ id: plots.length + 1, ward: form.get('ward'), status: 'free' });
      return at(`/plots/${plots.length}`);
    }
    const wanted = plots[Number(form.get('plot')) - 1];
    if (wanted === undefined) return empty(422);
    if (wanted.status !== 'free') return empty(409);
    wanted.status = 'held';
    permits.push({ id: permits.length + 1, plot: wanted.id, surveyed: form.get('surveyed') === 'true', status: 'filed', log: [] });
    return at(`/permits/${permits.length}`);
  };
}

test.each<readonly [fault: Fault | undefined, check: string | undefined]>([
  [undefined, undefined],
  ['keeps-plot', 'effects-elsewhere'],
  ['keeps-ward', 'effects-elsewhere'],
  ['unsurveyed', 'state-rules'],
  ['no-reason', 'state-rules'],
  ['newest-only', 'state-rules'],
  ['use-filed', 'state-rules'],
  ['grant-stays', 'state-rules'],
])('%s: %s', async (fault, check) => {
  const { findings } = await conformService(service, {
    target: office(fault),
    ...{ random: 2, most: 40, sequences: true },
    ...lookingFor('state-rules', 'effects-elsewhere'),
  });
  expect([...new Set(findings.map((one) => one.check))]).toEqual(check === undefined ? [] : [check]);
});

test('a table is read where its rows begin with the values and have states before and after', () => {
  const found = commandsIn(TABLE, ACTS, STATES);
  expect(found?.whole).toBe('Any other act is refused with 409.');
  expect(found?.commands.map(({ value, from, to }) => [value, from.join(), to])).toEqual([
    ['survey', 'filed', 'filed'],
    ['grant', 'filed', 'granted'],
    ['use', 'granted', 'used'],
    ['end', 'filed,granted', 'ended'],
  ]);
  expect(commandsIn(TABLE, ['survey', 'grant'], STATES)).toBeUndefined();
  expect(commandsIn(TABLE, ACTS, ['filed', 'granted'])).toBeUndefined();
});

test.each([
  ['If a survey is asked for (`surveyed`), it cannot be granted before the act `survey`.', ['surveyed']],
  ['A permit is never granted without `survey`.', [undefined]],
  ['Unless it is `surveyed`, it cannot be granted before `survey`.', []],
  ['A permit cannot be granted before noon.', []],
  ['A permit of a large plot, where the office says so, cannot be granted before `survey`.', []],
])('what comes first: %s', (text, flags) => {
  expect(precedencesIn(text, ACTS, ['surveyed']).map(({ flag }) => flag)).toEqual(flags);
});

test('what is added to a list, and what is left', () => {
  expect(appendedIn('Each act is recorded in `log`.', ['log', 'notes'])?.list).toBe('log');
  expect(appendedIn('Each act may be added to `log`.', ['log'])).toBeUndefined();
  expect(leftIn('The plot loses its ward', ['ward', 'owner'])).toEqual(['ward']);
  expect(leftIn('The plot keeps its ward', ['ward'])).toEqual([]);
});
