// Tests that a thing that takes one success after the other serves several cases, and that one that a success uses up serves one.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Words {
  /** The collection of the things, and what is done to each. */
  readonly things: string;
  readonly below: string;
  readonly member: string;
}

const documentOf = ({ things, below, member }: Words): string => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: addThing
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 20 } } } } } }
      responses: { '201': { description: Added., content: { application/json: { schema: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } } } } }, '400': { description: Wrong. } }
  /${things}/{id}/${below}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: addBelow
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [${member}]
              properties: { ${member}: { type: string, minLength: 2, maxLength: 30 }, note: { type: string, maxLength: 10 }, count: { type: integer, minimum: 1, maximum: 9 } }
      responses: { '201': { description: Done., content: { application/json: { schema: { type: object } } } }, '400': { description: Wrong. }, '404': { description: Unknown. }, '409': { description: Not now. } }
`;

interface Counts {
  /** How many things have had a success. */
  used: number;
  done: number;
  refused: number;
}

/** A service whose things take so many of what is done to them. It looks for the thing first, then at its state, and then at the body. */
function service({ things, member }: Words, room: number, counts: Counts): Handler {
  const taken = new Map<string, number>();
  const isText = (value: unknown, least: number, most: number): boolean =>
    typeof value === 'string' && [...value].length >= least && [...value].length <= most;
  return async (request) => {
    const [, , id] = new URL(request.url).pathname.split('/');
    const body: unknown = await request.json().catch(() => undefined);
    const {
      name,
      note = '',
      count = 1,
      [member]: text,
    } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    if (id === undefined) {
      if (!isText(name, 0, 20)) return new Response(null, { status: 400 });
      const made = `${things}-${taken.size + 1}`;
      taken.set(made, 0);
      return Response.json({ id: made, name }, { status: 201 });
    }
    const used = taken.get(decodeURIComponent(id));
    if (used === undefined) return new Response(null, { status: 404 });
    if (used >= room) {
      counts.refused++;
      return new Response(null, { status: 409 });
    }
    const isCount = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= 9;
    if (!isText(text, 2, 30) || !isText(note, 0, 10) || !isCount) return new Response(null, { status: 400 });
    taken.set(decodeURIComponent(id), used + 1);
    if (used === 0) counts.used++;
    counts.done++;
    return Response.json({}, { status: 201 });
  };
}

async function countsOf(words: Words, room: number): Promise<Counts> {
  const counts: Counts = { used: 0, done: 0, refused: 0 };
  const document = await serviceFrom(documentOf(words));
  const report = await conformService(document, {
    target: service(words, room, counts),
    random: 2,
    sequences: false,
    ...lookingFor('refuses-invalid', 'accepts-valid'),
  });
  expect(report.findings.map(({ check, operation }) => [check, operation.id])).toEqual([]);
  return counts;
}

const VARIANTS: readonly Words[] = [
  { things: 'notebooks', below: 'pages', member: 'text' },
  { things: 'meters', below: 'readings', member: 'reader' },
  { things: 'patients', below: 'visits', member: 'reason' },
];

test.each(VARIANTS)('one of the $things serves as many $below as it takes', async (words) => {
  const { used, done, refused } = await countsOf(words, 6);
  expect(done).toBeGreaterThan(10);
  expect(used).toBeLessThan((2 * done) / 3);
  expect(refused).toBeLessThan((2 * done) / 3);
});

test.each(VARIANTS)('one of the $things serves one of the $below where it takes one', async (words) => {
  const { done, refused } = await countsOf(words, 1);
  expect(done).toBeGreaterThan(10);
  // The first refusals show that a thing is used up.
  expect(refused).toBeLessThan((2 * done) / 3);
});
