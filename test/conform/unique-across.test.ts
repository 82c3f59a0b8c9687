// Tests that octavo conform gives the second account a value of the first one: it is free where the document says that each account has its own, and
// taken where it says that all share it. A thing that gets its own value again is tried too.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly member: string;
  /** What the document says of the accounts, and of the member where it belongs to one of them or to all. */
  readonly apart: string;
  readonly each: string;
  readonly all: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'tools',
    member: 'stamp',
    apart: 'Every workshop sees its own tools and no others: what other workshops have is not found.',
    each: 'A workshop has each stamp once; a second tool with it is refused with 409.',
    all: 'Across all workshops, no two tools may have the same stamp (409).',
  },
  {
    things: 'scores',
    member: 'signature',
    apart: 'A key belongs to one choir. Scores of another choir do not exist for you.',
    each: 'The signature must not be taken by another score of your choir (409).',
    all: 'The signature must be new among all choirs (409).',
  },
  {
    things: 'patients',
    member: 'chipCode',
    apart: 'Practices never see each other. Whatever belongs to another practice is answered with 404.',
    each: 'The chip code must be unique within the practice, or the answer is 409.',
    all: 'The chip code must be globally unique, or the answer is 409.',
  },
];

const VAGUE = 'Refused with 409 if it is already taken.';

const documentOf = ({ things, member, apart }: Domain, said: string): string => {
  const own = `title: { type: string, minLength: 1, maxLength: 40 }, ${member}: { type: string, pattern: '^[A-Za-z]{3,12}$' }`;
  const shown = `content: { application/json: { schema: { type: object, required: [id, title, ${member}], properties: { id: { type: integer }, ${own} } } } }`;
  return `openapi: 3.1.0
info: { title: Values, version: '1', description: '${apart}' }
security: [{ key: [] }]
paths:
  /${things}:
    post:
      operationId: add
      description: '${said}'
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [title, ${member}], properties: { ${own} } }, example: { title: One, ${member}: ABC } } } }
      responses: { '201': { description: Added., ${shown} }, '409': { description: Refused. }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { operationId: read, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
    patch:
      operationId: change
      description: '${said}'
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, properties: { ${own} } } } } }
      responses: { '200': { description: Changed., ${shown} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Wrong. } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: x-key } } }
`;
};

interface Behaviour {
  /** Whether a value is taken that a thing of another account has. */
  readonly isTakenByAny?: boolean;
  /** Whether a change compares a thing with itself, where the letters differ or always. */
  readonly comparesItself?: 'letters' | 'always';
  readonly isAnyCase?: boolean;
}

interface Kept {
  readonly owner: string;
  shown: Readonly<Record<string, unknown>>;
}

/** Messages of a run on a service. */
async function found(domain: Domain, said: string, behaviour: Behaviour): Promise<readonly string[]> {
  const { isTakenByAny = false, comparesItself, isAnyCase = false } = behaviour;
  const service = await serviceFrom(documentOf(domain, said));
  const judge = await createJudge(service);
  const kept: Kept[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const isConflict = (owner: string, value: unknown, self?: Kept): boolean =>
    kept.some((one) => {
      const [a, b] = [one.shown[domain.member], value].map(String);
      const isSame = isAnyCase ? a?.toLowerCase() === b?.toLowerCase() : a === b;
      const isItself = one === self && !(comparesItself === 'always' || (comparesItself === 'letters' && a !== b));
      return isSame && !isItself && (isTakenByAny || one.owner === owner);
    });
  const target = async (request: Request): Promise<Response> => {
    const owner = request.headers.get('x-key') ?? '';
    if (owner !== 'anna' && owner !== 'bert') return status(401);
    const { pathname } = new URL(request.url);
    const [, , id] = pathname.split('/');
    const one = kept[Number(id) - 1];
    const isThere = one?.owner === owner;
    if (request.method === 'GET') return isThere ? Response.json(one.shown) : status(404);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const sent: Readonly<Record<string, unknown>> = JSON.parse(text);
    if (request.method === 'PATCH' && !isThere) return status(404);
    if (isConflict(owner, sent[domain.member], one)) return status(409);
    if (isThere) {
      one.shown = { ...one.shown, ...sent };
      return Response.json(one.shown);
    }
    kept.push({ owner, shown: { ...sent, id: kept.length + 1 } });
    return Response.json(kept.at(-1)?.shown, { status: 201 });
  };
  const { findings } = await conformService(service, {
    target,
    credentials: { given: { key: 'anna' }, other: { key: 'bert' } },
    random: 1,
    ...lookingFor('unique-values'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  const { each, all, member } = domain;
  const anyCase = `The ${member} must not be that of another one in your account, in upper or lower case (409).`;

  test.each<readonly [says: string, said: string, behaviour: Behaviour]>([
    ['each account has its own values', each, {}],
    ['each account has its own values, in any letters', anyCase, { isAnyCase: true }],
    ['all accounts share the values', all, { isTakenByAny: true }],
    ['the document does not say who shares the values', VAGUE, { isTakenByAny: true }],
  ])('nothing is found where %s', async (_, said, behaviour) => expect(await found(domain, said, behaviour)).toEqual([]));

  test.each<readonly [says: string, said: string, behaviour: Behaviour, finding: RegExp]>([
    ['a value of another account is refused', each, { isTakenByAny: true }, /^The second account is refused with 409 for the `/],
    ['a value of another account is accepted, where all share it', all, {}, /^The second account has made a thing with the `/],
    ['a thing is compared with itself', each, { comparesItself: 'always' }, /^change is refused with 409 for the `.* the thing itself has/],
    [
      'a thing is compared with itself in other letters',
      anyCase,
      { isAnyCase: true, comparesItself: 'letters' },
      /^change is refused with 409 for the `.* the thing itself has/,
    ],
  ])('it is found that %s', async (_, said, behaviour, finding) => {
    expect(await found(domain, said, behaviour)).toEqual([expect.stringMatching(finding)]);
  });
});
