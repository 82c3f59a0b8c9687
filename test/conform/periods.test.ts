// Tests that octavo conform makes one thing for each month where others have the month, with its days within it, and repeats a total as it is now.
import { expect, test } from 'vitest';
import type { Exchange } from '../../generator/conform/contract/exchange.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { createUniqueness } from '../../generator/conform/reach/unique/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Words {
  readonly things: string;
  readonly month: string;
  readonly day: string;
  readonly total: string;
  readonly count: string;
  readonly confirm: string;
}

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const documentOf = ({ things, month, day, total, count, confirm }: Words): string => `openapi: 3.1.0
info: { title: Months, version: '1' }
paths:
  /${things}:
    post:
      operationId: open
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Thing' }, example: { ${month}: '2031-04', ${day}: '2031-04-28' } } }
      responses: { '201': { description: Open., ${json("{ $ref: '#/components/schemas/Thing' }")} }, '409': { description: There already. }, '422': { description: Not in the month. } }
  /${things}/{id}/${count}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: count, responses: { '200': { description: Counted., ${json("{ $ref: '#/components/schemas/Thing' }")} }, '404': { description: None. } } }
  /${things}/{id}/${confirm}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: confirm
      description: Whoever confirms repeats \`${total}\`; another amount is a 409.
      requestBody: { required: true, ${json(`{ type: object, required: [${total}], properties: { ${total}: { type: integer } }, example: { ${total}: 12 } }`)} }
      responses: { '200': { description: Confirmed., ${json("{ $ref: '#/components/schemas/Thing' }")} }, '404': { description: None. }, '409': { description: Another amount. } }
components:
  schemas:
    Thing:
      type: object
      required: [id, ${month}, ${day}, ${total}]
      properties:
        id: { type: string, readOnly: true }
        ${month}: { type: string, pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' }
        ${day}: { type: string, format: date }
        ${total}: { type: integer, readOnly: true }
`;

/** The service, and how many things it has. */
function months({ month, day, total, count }: Words): {
  readonly target: (request: Request) => Promise<Response>;
  readonly size: () => number;
} {
  const things = new Map<string, Record<string, unknown>>();
  const target = async (request: Request): Promise<Response> => {
    const [, , id = '', act] = new URL(request.url).pathname.split('/');
    const body = (await request.json().catch(() => ({}))) as Record<string, unknown>;
    if (id === '') {
      if ([...things.values()].some((one) => one[month] === body[month]))
        return Response.json({ code: 'duplicate', text: 'There is one already.' }, { status: 409 });
      if (!String(body[day]).startsWith(String(body[month]))) return Response.json({ name: day, rule: 'is not in it' }, { status: 422 });
      const thing = { ...body, id: `t${things.size + 1}`, [total]: 0 };
      things.set(thing.id, thing);
      return Response.json(thing, { status: 201 });
    }
    const thing = things.get(id);
    if (thing === undefined) return Response.json({ text: 'There is none.' }, { status: 404 });
    if (act === count) Object.assign(thing, { [total]: 34_500 + things.size });
    else if (body[total] !== thing[total] || thing[total] === 0)
      return Response.json({ text: `The ${total} is another.` }, { status: 409 });
    return Response.json(thing);
  };
  return { target, size: () => things.size };
}

const DOMAINS: readonly Words[] = [
  { things: 'pay-runs', month: 'period', day: 'payday', total: 'netTotal', count: 'calculation', confirm: 'approval' },
  { things: 'bills', month: 'billedMonth', day: 'dueOn', total: 'amount', count: 'reading', confirm: 'release' },
  { things: 'stocktakings', month: 'month', day: 'countedOn', total: 'pieces', count: 'recount', confirm: 'closing' },
];

test.each(sampleOf(DOMAINS, 1))('$things of months', async (words) => {
  const { target, size } = months(words);
  const report = await conformService(await serviceFrom(documentOf(words)), { target, random: 1, ...lookingFor('response-body') });
  expect(size()).toBeGreaterThan(3);
  expect(report.reached?.succeeded).toBe(3);
});

test.each(sampleOf(DOMAINS, 1))('$things that others have are sent with another month, and with a day of it', async (words) => {
  const service = await serviceFrom(documentOf(words));
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document opens things.');
  const judge = await createJudge(service);
  const refusal = new TextEncoder().encode(JSON.stringify({ code: 'duplicate', text: 'There is one already.' }));
  for (const day of ['2031-01-01', '2031-01-31']) {
    const { renewed } = createUniqueness(judge, [], (_, input) => input);
    const input = { body: { [words.month]: '2031-01', [words.day]: day } };
    const exchange = {
      case: { operation, input },
      response: { status: 409, headers: new Headers(), body: refusal },
    } as unknown as Exchange;
    const body = renewed(exchange)?.body as Readonly<Record<string, string>> | undefined;
    expect(body?.[words.month]).toMatch(/^20\d\d-\d\d$/);
    expect(body?.[words.month]).not.toBe('2031-01');
    expect(body?.[words.day]?.slice(0, 7)).toBe(body?.[words.month]);
  }
});
