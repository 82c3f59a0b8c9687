// Sends a value where the operation declares it, and where an alias has it: the handler gets the same input, or the caller the same status.
import { createServer, form, formArray, header, json, type Parameter, type Route, simple } from '@octavo/runtime';
import { percentDecode } from '../../../runtime/wire/text.ts';
import { claimEqual, type Fuzz, fieldValue, type Input, targetPart } from '../support.ts';

const SHAPES = ['string', 'integer', 'integer|string', ['string'], ['integer']] as const;

const parameters = (shape: (typeof SHAPES)[number]): readonly Parameter[] => [
  { in: 'path', name: 'p', required: true, codec: simple, shape },
  { in: 'query', name: 'q', codec: typeof shape === 'string' ? form : formArray, shape },
  { in: 'header', name: 'X-H', codec: header, shape },
];

/** The declared places of the values are swapped in the alias, and `q` has another name. */
const routes = SHAPES.map(
  (shape, index): Route => ({
    name: 'read',
    operation: {
      id: 'read',
      method: 'GET',
      path: `/${index}/{p}`,
      parameters: parameters(shape),
      responses: { 200: { contents: { 'application/json': json } } },
    },
    checks: { input: (_: unknown): _ is unknown => true, responses: {} },
    names: [{ in: 'query', name: 'q', aliases: ['other'] }],
    aliases: [
      {
        method: 'GET',
        path: `/alias/${index}/{a}`,
        moved: [
          { to: ['path', 'p'], from: ['query', 'b'] },
          { to: ['query', 'q'], from: ['path', 'a'] },
          { to: ['header', 'X-H'], from: ['query', 'c'] },
        ],
      },
    ],
  }),
);

let errors: unknown[] = [];
let seen: unknown;
const read = (input: unknown) => {
  seen = input;
  return { status: 200, body: null };
};
const server = createServer(
  { id: 'fuzz', servers: [{ url: '/' }] },
  routes,
  { read },
  { onError: (error) => void errors.push(error), maxTargetLength: Number.POSITIVE_INFINITY },
);

async function outcomeOf(target: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  seen = undefined;
  errors = [];
  const { status } = (await server.answer?.({
    method: 'GET',
    target,
    origin: 'http://localhost',
    signal: new AbortController().signal,
    header: (name) => headers[name],
    bytes: async () => new Uint8Array(),
    stream: () => new ReadableStream(),
  })) ?? { status: 0 };
  claimEqual(errors, [], 'the server failed');
  return seen ?? status;
}

export const fuzz: Fuzz = async (input: Input) => {
  const index = input.byte() % SHAPES.length;
  const text = targetPart(input.text()).replaceAll(/[/?&]/g, '');
  const plain = percentDecode(text);
  // Such a segment is refused, unlike a value of a query.
  if (text === '' || (plain !== undefined && /^\.{1,2}$|\0/.test(plain))) return;
  // A plus is a space in a query, and itself in a path.
  const query = text.replaceAll('+', '%2B');
  const declared = await outcomeOf(`/${index}/${text}?q=${query}`);
  claimEqual(await outcomeOf(`/${index}/${text}?other=${query}`), declared, 'the other name has another value');
  claimEqual(await outcomeOf(`/${index}/${text}?other=${query}&q=${query}`), declared, 'one value under two names is not one value');
  claimEqual(await outcomeOf(`/alias/${index}/${text}?b=${query}`), declared, 'the alias has another value');
  if (plain === undefined || plain === '' || plain !== fieldValue(plain)) return;
  const inHeader = await outcomeOf(`/${index}/x`, { 'x-h': plain });
  claimEqual(await outcomeOf(`/alias/${index}/1?b=x&c=${query}`), withQuery(inHeader, index), 'the header has another value');
};

/** The outcome with the value 1 of `q`, which the path of an alias always has. */
function withQuery(outcome: unknown, index: number): unknown {
  if (typeof outcome !== 'object' || outcome === null) return outcome;
  const shape = SHAPES[index];
  const one = String(shape).startsWith('integer') ? 1 : '1';
  return { ...outcome, query: { q: typeof shape === 'string' ? one : [one] } };
}
