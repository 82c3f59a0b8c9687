// Tests what is found of additions that count together: refunds of a payment, parts of an order that are sent, hours of a budget.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  /** How much there may be in all; of each item of a list, where there is one. */
  readonly cap: string;
  readonly list?: string;
  readonly parts: string;
  readonly amount: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'payments',
    cap: 'total',
    parts: 'refunds',
    amount: 'cents',
    says: 'All refunds of a payment together cannot be more than its total (422).',
  },
  {
    things: 'projects',
    cap: 'budget',
    parts: 'bookings',
    amount: 'hours',
    says: 'The sum of the hours must not exceed the `budget` of the project; otherwise the answer is 422.',
  },
  {
    things: 'orders',
    cap: 'pieces',
    list: 'rows',
    parts: 'deliveries',
    amount: 'pieces',
    says: 'More pieces of an article than are left to deliver are refused with 422.',
  },
];

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ type: integer, minimum: 1, maximum: 99999 }';

function documentOf({ things, cap, list, parts, amount, says }: Domain): string {
  const capped = `${cap}: { type: integer, minimum: 2, maximum: 90 }`;
  const rows = (name: string): string =>
    `${list}: { type: array, minItems: 1, maxItems: 3, items: { type: object, required: [article, ${name}], properties: { article: { type: string, enum: [lamp, chair] }, ${name}: { type: integer, minimum: 1, maximum: 90 } } } }`;
  const own = list === undefined ? capped : rows(cap);
  const thing = content(`{ type: object, required: [id, ${list ?? cap}], properties: { id: ${ID}, ${own} } }`);
  const part = list === undefined ? `${amount}: { type: integer, minimum: 1, maximum: 90 }` : rows(amount);
  const made = content(`{ type: object, required: [${list ?? amount}], properties: { ${part} } }`);
  const example = list === undefined ? `{ ${cap}: 9 }` : `{ ${list}: [{ article: lamp, ${cap}: 4 }, { article: chair, ${cap}: 5 }] }`;
  const added = list === undefined ? `{ ${amount}: 2 }` : `{ ${list}: [{ article: lamp, ${amount}: 1 }] }`;
  const parameters = `parameters: [{ name: id, in: path, required: true, schema: ${ID} }]`;
  const body = (schema: string, shown: string): string =>
    `requestBody: { required: true, content: { application/json: { schema: ${schema}, example: ${shown} } } }`;
  return `openapi: 3.1.0
info: { title: Caps, version: '1' }
paths:
  /${things}:
    post:
      operationId: addThing
      ${body(`{ type: object, required: [${list ?? cap}], properties: { ${own} } }`, example)}
      responses: { '201': { description: Added., ${thing} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${parameters}
    get: { operationId: readThing, responses: { '200': { description: It., ${thing} }, '404': { description: None. } } }
  /${things}/{id}/${parts}:
    ${parameters}
    post:
      operationId: addPart
      description: ${JSON.stringify(says)}
      ${body(`{ type: object, required: [${list ?? amount}], properties: { ${part} } }`, added)}
      responses: { '201': { description: Added., ${made} }, '404': { description: None. }, '422': { description: Wrong. } }
`;
}

/** `each`: each addition alone is compared; `racing`: what is sent at once does not count; `falling`: what is shown is what is left. */
type Mistake = 'none' | 'each' | 'racing' | 'falling';

type Amounts = Readonly<Record<string, number>>;

async function foundWith(domain: Domain, mistake: Mistake): Promise<readonly string[]> {
  const { things, cap, list, amount } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: { caps: Amounts; added: Amounts[] }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const amountsIn = (body: Record<string, unknown>, name: string): Amounts => {
    const rows = list === undefined ? [{ article: '', [name]: body[name] }] : (body[list] as Record<string, unknown>[]);
    const sums: Record<string, number> = {};
    for (const row of rows) sums[String(row.article)] = (sums[String(row.article)] ?? 0) + Number(row[name]);
    return sums;
  };
  const shown = (id: number): object => {
    const { caps = {}, added = [] } = kept[id - 1] ?? {};
    const taken = (article: string): number => (mistake === 'falling' ? added.reduce((sum, one) => sum + (one[article] ?? 0), 0) : 0);
    const rows = Object.entries(caps).map(([article, most]) => ({ article, [cap]: most - taken(article) }));
    return { id, ...(list === undefined ? { [cap]: rows[0]?.[cap] } : { [list]: rows }) };
  };
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const [, kind, key, part] = pathname.split('/');
    const [id, body] = [Number(key), text === '' ? {} : JSON.parse(text)];
    if (kind === things && key === undefined)
      return Response.json(shown(kept.push({ caps: amountsIn(body, cap), added: [] })), { status: 201 });
    const one = kept[id - 1];
    if (kind !== things || one === undefined) return status(404);
    if (part === undefined) return Response.json(shown(id));
    const sent = amountsIn(body, amount);
    const before = mistake === 'each' ? [] : [...one.added];
    if (mistake === 'racing') await new Promise((resolve) => setTimeout(resolve, 5));
    const isTooMuch = Object.entries(sent).some(
      ([article, count]) => before.reduce((sum, other) => sum + (other[article] ?? 0), count) > (one.caps[article] ?? 0),
    );
    if (isTooMuch) return status(422);
    one.added.push(sent);
    return Response.json(body, { status: 201 });
  };
  const { findings } = await conformService(service, { target, most: 1, random: 0, ...lookingFor('stated-again') });
  return findings.map(({ message }) => message.replace(/\d+/g, '#'));
}

describeInTurns('$parts of $things', DOMAINS, (domain, test) => {
  test.each<Mistake>(['none', 'falling'])('nothing is found where they count together: %s', async (mistake) => {
    expect(await foundWith(domain, mistake)).toEqual([]);
  });

  test('it is found that each of them is compared alone', async () => {
    expect(await foundWith(domain, 'each')).toEqual([
      expect.stringMatching(/^addPart has accepted `\w+` # after #, where `[\w.#]+` is #\.$/),
    ]);
  });

  test('it is found that two at once do not count together', async () => {
    expect(await foundWith(domain, 'racing')).toEqual([
      expect.stringContaining('Two requests at once have both succeeded, which have added'),
    ]);
  });
});
