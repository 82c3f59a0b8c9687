// Tests what texts say of one place of an answer: the header of a create leads to what it says, items go by the order that a sentence gives to words,
// a day itself is in or out of a range, and a list stays in the order that callers give.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createKeepingProse } from '../../generator/conform/kept/statements.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly header: string;
  readonly word: string;
  readonly words: readonly [string, string, string];
  readonly says: string;
  readonly day: string;
  readonly before: string;
  readonly range: string;
}

const DOMAINS: readonly Domain[] = [
  {
    ...{ things: 'tickets', header: 'The path of the new ticket.', word: 'weight', words: ['low', 'normal', 'high'] },
    ...{ says: 'Tickets are sorted by their weight from `low` to `high`.', day: 'dueOn', before: 'dueBefore' },
    range: 'Only tickets that are due on an earlier day.',
  },
  {
    ...{ things: 'alarms', header: 'Where it can be read.', word: 'level', words: ['notice', 'warning', 'danger'] },
    ...{ says: 'With `sortBy=level`, the order goes from notice to danger.', day: 'raisedOn', before: 'raisedBefore' },
    range: 'Alarms that were raised before this day, exclusive.',
  },
  {
    ...{ things: 'wines', header: 'The URL of what was made.', word: 'taste', words: ['mild', 'strong', 'hot'] },
    ...{ says: 'The level of `taste` counts when wines are sorted: from "mild" to "hot".', day: 'bottledOn', before: 'bottledBefore' },
    range: 'Wines that were bottled strictly before this day.',
  },
];

interface Mistake {
  readonly location?: (path: string) => string;
  readonly isByText?: boolean;
  readonly isOnDay?: boolean;
}

async function foundWith(
  domain: Domain,
  { location = (path) => path, isByText = false, isOnDay = false }: Mistake,
  header = domain.header,
) {
  const { things, word, words, says, day, before, range } = domain;
  const own = `${word}: { type: string, enum: [${words.join(', ')}] }, ${day}: { type: string, format: date }`;
  const thing = `{ type: object, required: [id, ${word}, ${day}], properties: { id: { type: integer }, ${own} } }`;
  const shown = `content: { application/json: { schema: ${thing} } }`;
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Places, version: '1' }
paths:
  /${things}:
    get:
      operationId: listAll
      description: ${JSON.stringify(says)}
      parameters:
        - { name: sortBy, in: query, schema: { type: string, enum: [id, ${word}], default: id } }
        - { name: ${before}, in: query, description: '${range}', schema: { type: string, format: date } }
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: ${thing} } } } } }
    post:
      operationId: addOne
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [${word}, ${day}], properties: { ${own} } }, example: { ${word}: ${words[0]}, ${day}: '2031-05-04' } } } }
      responses: { '201': { description: Added., headers: { Location: { description: '${header}', schema: { type: string } } }, ${shown} }, '422': { description: Wrong. } }
  /${things}/{id}:
    get:
      operationId: readOne
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
      responses: { '200': { description: It., ${shown} }, '404': { description: None. } }
`);
  const kept: Readonly<Record<string, unknown>>[] = [2, 0, 1, 2, 0].map((index, at) => ({
    id: at + 1,
    [word]: words[index],
    [day]: '2031-05-04',
  }));
  const target = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, id] = pathname.split('/');
    if (kind !== things) return new Response(null, { status: 404 });
    const one = kept[Number(id) - 1];
    if (id !== undefined) return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    if (request.method === 'POST') {
      const body: unknown = await request.json().catch(() => undefined);
      const sent = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
      if (!words.some((each) => each === sent[word]) || typeof sent[day] !== 'string') return new Response(null, { status: 422 });
      const made = { ...sent, id: kept.length + 1 };
      kept.push(made);
      return Response.json(made, { status: 201, headers: { location: location(`/${things}/${made.id}`) } });
    }
    const limit = searchParams.get(before);
    const some = kept.filter((each) => limit === null || String(each[day]) < limit || (isOnDay && each[day] === limit));
    const rank = (each: Readonly<Record<string, unknown>>): number | string =>
      isByText ? String(each[word]) : words.findIndex((other) => other === each[word]);
    if (searchParams.get('sortBy') !== word) return Response.json(some);
    return Response.json(some.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0)));
  };
  const { findings } = await conformService(service, {
    target,
    random: 2,
    ...lookingFor('read-after-create', 'list-sorting', 'list-filters'),
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found of a service that is right', async () => expect(await foundWith(domain, {})).toEqual([]));

  test('nothing is found of another address where the header may name something else', async () =>
    expect(await foundWith(domain, { location: () => '/events/latest' }, 'A trace of the request.')).toEqual([]));

  test.each<readonly [says: string, mistake: Mistake, finding: RegExp]>([
    ['Location leads nowhere', { location: (path) => `/all${path}` }, /^read-after-create: The header Location .* leads to nothing/],
    ['words go by their letters', { isByText: true }, /^list-sorting: Sorted by/],
    ['the day itself is in', { isOnDay: true }, /^list-filters: The list with/],
  ])('it is found that %s', async (_, mistake, finding) =>
    expect(await foundWith(domain, mistake)).toEqual([expect.stringMatching(finding)]),
  );
});

test.each<readonly [description: string, isSaid: boolean]>([
  ['Parts of it, in the order that you give.', true],
  ['The guests, in the order they were listed.', true],
  ['Steps, in the same order as you typed.', true],
  ['Parts of it, in the order of their names.', false],
])('%s', async (description, isSaid) => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Order, version: '1' }
paths:
  /plans:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { parts: { type: array, description: ${JSON.stringify(description)}, items: { type: string } } } } } } }
      responses: { '204': { description: Done. } }
`);
  const [operation] = service.operations;
  const parts = operation?.body?.contents[0]?.schema?.properties?.get('parts');
  const found = operation && parts && createKeepingProse(service).keeps(operation, [parts], 'list');
  expect(found !== undefined).toBe(isSaid);
});
