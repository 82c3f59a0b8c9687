// Tests that octavo conform finds more things for one customer, and times further ahead, than sentences allow, in a small service of bookings.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const kind = (name: string, says: string): string => `
  /${name}:
    post:
      operationId: add-${name}
      description: ${says}
      requestBody: { required: true, ${json('NewBooking')} }
      responses: { '201': { description: Made., ${json('Booking')} }, '409': { description: Refused. }, '422': { description: Invalid. } }
  /${name}/{id}:
    parameters: [${id}]
    get: { operationId: read-${name}, responses: { '200': { description: Found., ${json('Booking')} }, '404': { description: None. } } }`;
const service = await serviceFrom(`openapi: 3.1.0
info: { title: Bookings, version: '1' }
paths:
  /customers:
    post:
      operationId: addCustomer
      requestBody: { required: true, ${json('NewCustomer')} }
      responses: { '201': { description: Made., ${json('Customer')} }, '422': { description: Invalid. } }
  /customers/{id}:
    parameters: [${id}]
    get: { operationId: getCustomer, responses: { '200': { description: Found., ${json('Customer')} }, '404': { description: None. } } }${kind('bookings', 'At most 3 bookings per customer.')}${kind('holds', 'Makes a hold. More than 3 open holds for each customer are a 409.')}
components:
  schemas:
    NewCustomer: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }
    Customer: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    NewBooking:
      type: object
      required: [customerId, startsAt]
      properties:
        customerId: { type: integer, minimum: 1, description: An existing customer. }
        startsAt: { type: string, format: date-time, description: Cannot be more than 60 days in the future. }
    Booking:
      type: object
      required: [id, customerId, startsAt, status]
      properties: { id: { type: integer }, customerId: { type: integer }, startsAt: { type: string, format: date-time }, status: { type: string, enum: [requested, open] } }
`);
const judge = await createJudge(service);

type Members = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;

interface Faults {
  readonly most?: number;
  readonly days?: number;
  readonly status?: string;
}

function agency({ most = 3, days = 60, status = 'open' }: Faults): (request: Request) => Promise<Response> {
  const kept: Members[] = [];
  const none = (code: number): Response => new Response(null, { status: code });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, name = '', key] = pathname.split('/');
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return none(verdict.status === 400 ? 422 : verdict.status);
    if (key !== undefined) {
      const found = kept.find((one) => one.of === name && one.id === Number(key));
      return found === undefined ? none(404) : Response.json({ ...found, of: undefined });
    }
    const body: Members = JSON.parse(text);
    if (name !== 'customers') {
      if (!kept.some((one) => one.of === 'customers' && one.id === body.customerId)) return none(422);
      if (Date.parse(String(body.startsAt)) > Date.now() + days * DAY) return none(422);
      const others = kept.filter((one) => one.of === name && one.customerId === body.customerId && one.status !== 'requested');
      if (others.length >= most) return none(409);
    }
    kept.push({ of: name, id: kept.length + 1, ...(name === 'customers' ? {} : { status: name === 'holds' ? status : 'open' }), ...body });
    return Response.json({ ...kept.at(-1), of: undefined }, { status: 201 });
  };
}

const CHECKS = ['most-things', 'stated-rules'];

const AHEAD = '^stated-rules: A request with a `startsAt` more than 60 days ahead is accepted with 201, and the document says: “Cannot be';

test.each<readonly [says: string, faults: Faults, found: readonly RegExp[]]>([
  ['a service without a fault', {}, []],
  ['holds that are not open and do not count', { status: 'requested' }, []],
  [
    'a fourth thing',
    { most: 4 },
    [
      /^most-things: add-bookings has succeeded 4 times below \d+, and the document says: “At most 3 bookings per customer\.”$/,
      /^most-things: add-holds has succeeded 4 times below \d+/,
    ],
  ],
  [
    'times far ahead, and things without a limit',
    { days: 9999, most: 99 },
    ['^most-things: add-bookings', '^most-things: add-holds', AHEAD, AHEAD].map((one) => new RegExp(one)),
  ],
])('%s', async (_, faults, expected) => {
  const report = await conformService(service, { target: agency(faults), random: 0, ...lookingFor(...CHECKS) });
  const shown = report.findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown.toSorted()).toEqual(expected.map((one) => expect.stringMatching(one)));
  expect(report.operations.flatMap(({ cells }) => [...cells.keys()])).toContain('stated-rules');
});
