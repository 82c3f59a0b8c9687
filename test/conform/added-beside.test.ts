// What an operation makes beside its own thing, as its texts say, is in the list of such things afterwards, with the values that the texts name.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { addedIn } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly action: string;
  readonly says: string;
  readonly list: string;
  readonly member: string;
  readonly value: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'machines',
    action: 'halt',
    says: 'Halts the machine. A stop is added to it at once, with the cause `halted`.',
    list: 'stops',
    member: 'cause',
    value: 'halted',
  },
  {
    things: 'permits',
    action: 'revocation',
    says: 'Takes the permit back, and writes an entry with the kind `revoked` to the journal.',
    list: 'journal',
    member: 'kind',
    value: 'revoked',
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, action, says, list, member }: Domain): string {
  const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]';
  const one = '{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }';
  const items = `{ type: array, items: { type: object, required: [${member}], properties: { ${member}: { type: string } } } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: addThing
      requestBody: { required: true, ${json('{ type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }')} }
      responses: { '201': { description: Made., ${json(one)} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${id}
    get: { operationId: readThing, responses: { '200': { description: It., ${json(one)} }, '404': { description: None. } } }
  /${things}/{id}/${action}:
    ${id}
    post: { operationId: act, description: '${says}', responses: { '200': { description: Done., ${json(one)} }, '404': { description: None. }, '409': { description: It is so already. } } }
  /${things}/{id}/${list}:
    ${id}
    get: { operationId: listBeside, responses: { '200': { description: All of them., ${json(items)} }, '404': { description: None. } } }
`;
}

async function found(domain: Domain, made: 'right' | 'none' | 'wrong'): Promise<readonly string[]> {
  const { things, action, list, member, value } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: { readonly name: string; readonly beside: Record<string, string>[]; isDone: boolean }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return status(422);
    const [, , key, below] = new URL(request.url).pathname.split('/');
    if (key === undefined) {
      const { name } = JSON.parse(text);
      return Response.json({ id: kept.push({ name, beside: [{ [member]: 'made' }], isDone: false }), name }, { status: 201 });
    }
    const one = kept[Number(key) - 1];
    if (one === undefined) return status(404);
    if (below === list) return Response.json(one.beside);
    if (below === action && one.isDone) return status(409);
    if (below === action) one.isDone = true;
    if (below === action && made !== 'none') one.beside.push({ [member]: made === 'right' ? value : 'other' });
    return Response.json({ id: Number(key), name: one.name });
  };
  const { findings } = await conformService(service, { target, random: 1, sequences: true, ...lookingFor('effects-elsewhere') });
  return findings.map(({ operation, message }) => `${operation.id} of ${things}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  const { things, list, member } = domain;

  test('nothing is found where it is made', async () => expect(await found(domain, 'right')).toEqual([]));

  test('nothing is made', async () =>
    expect(await found(domain, 'none')).toEqual([
      `listBeside of ${things}: listBeside has nothing new after act, and the document says that this makes one of ${list}.`,
    ]));

  test('it has another value', async () =>
    expect(await found(domain, 'wrong')).toEqual([`listBeside of ${things}: \`${member}\` of what act has made in ${list} is \`other\`.`]));
});

describe('sentences about what is made', () => {
  test.each([
    'A notice is sent if the owner wants it.',
    'The notice is added later.',
    'Opens a notice again.',
    'A notice that was read is kept.',
    'Creates a notice or a reminder.',
    'A notice may be added.',
  ])('say nothing: %s', (text) => expect(addedIn(text, ['notices'])).toEqual([]));

  test.each(['A short notice is also written.', 'Closes it and creates a notice.', 'With it, a notice is recorded.'])(
    'say so: %s',
    (text) => expect(addedIn(text, ['notices'])).toEqual([{ name: 'notices', quote: text }]),
  );
});
