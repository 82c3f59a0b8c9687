// Tests that operations are reached which need things of a certain kind, two things where a create gives what is there already, money in a purse, or
// a name that another thing merely has; and that things are found which the query of a read names.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { type Serving, serve } from './strangers/reading.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const refusals = `'400': { description: Wrong. }, '404': { description: None. }, '409': { description: Not now. }`;
const text = '{ type: string, minLength: 2, maxLength: 20, pattern: "^[a-z]+$" }';

/** What a run of a document on a service reaches. */
async function reached(document: string, make: Serving['make']): Promise<readonly string[]> {
  const { service, start } = await serve(document, { basePath: '', refusal: (status) => new Response(null, { status }), make });
  const { operations, findings } = await conformService(service, { target: start(), most: 10, random: 1, sequences: false });
  expect(findings.map(({ check, message }) => [check, message])).toEqual([]);
  return operations.flatMap((one) => (one.unreached === undefined ? [one.operation.id] : []));
}

describe('a thing of the kind that a request speaks of', () => {
  const KINDS = [
    { things: 'vehicles', kind: 'drive', kinds: ['petrol', 'diesel', 'gas', 'electric', 'hybrid'], act: 'charge', taken: ['electric'] },
    {
      things: 'animals',
      kind: 'species',
      kinds: ['fish', 'bird', 'frog', 'snail', 'crab', 'cat', 'dog'],
      act: 'walk',
      taken: ['dog', 'cat'],
    },
    {
      things: 'accounts',
      kind: 'type',
      kinds: ['cash', 'savings', 'current', 'deposit', 'fund', 'loan'],
      act: 'repayment',
      taken: ['loan'],
    },
  ];

  test.each(KINDS)('$act of $things', async ({ things, kind, kinds, act, taken }) => {
    const thing = `{ type: object, required: [id, ${kind}], properties: { id: { type: string }, ${kind}: { type: string } } }`;
    const bodies = taken.map(
      (one) =>
        `{ type: object, required: [${kind}, minutes], properties: { ${kind}: { const: ${one} }, minutes: { type: integer, minimum: 1, maximum: 90 } } }`,
    );
    const document = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: make
      requestBody: { required: true, ${json(`{ type: object, required: [${kind}], properties: { ${kind}: { type: string, enum: [${kinds.join(', ')}] } } }`)} }
      responses: { '201': { description: Made., ${json(thing)} }, '400': { description: Wrong. } }
  /${things}/{id}/${act}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 1 } }]
    put:
      operationId: act
      requestBody: { required: true, ${json(`{ type: object, required: [details], properties: { details: { oneOf: [${bodies.join(', ')}] } } }`)} }
      responses: { '200': { description: Done., ${json(thing)} }, ${refusals} }
`;
    const make: Serving['make'] = () => {
      const made = new Map<string, unknown>();
      return {
        make: ({ body }) => {
          const id = `x${made.size + 17}`;
          made.set(id, body[kind]);
          return Response.json({ id, [kind]: body[kind] }, { status: 201 });
        },
        act: ({ path: { id = '' }, body: { details } }) => {
          if (!made.has(id)) return new Response(null, { status: 404 });
          const isRight = made.get(id) === (details as Record<string, unknown>)[kind];
          return isRight ? Response.json({ id, [kind]: made.get(id) }) : new Response(null, { status: 409 });
        },
      };
    };
    expect(await reached(document, make)).toEqual(['make', 'act']);
  });
});

describe('two things where a create gives what is there already, and what puts something into one of them', () => {
  const PAIRS = [
    { make: 'openPurse', id: 'purseId', name: 'label', fill: 'loadPurse', move: 'pay', from: 'payer', to: 'payee', form: 'PurseId' },
    { make: 'addShelf', id: 'shelf_key', name: 'code', fill: 'stockShelf', move: 'shift', from: 'source', to: 'target', form: 'ShelfKey' },
    { make: 'registerTank', id: 'tankRef', name: 'title', fill: 'pumpIn', move: 'drain', from: 'upper', to: 'lower', form: 'TankRef' },
  ];
  const documentOf = ({ make, id, name, fill, move, from, to, form }: (typeof PAIRS)[number]): string => {
    const ref = `{ $ref: '#/components/schemas/${form}' }`;
    const shown = json(
      `{ type: object, required: [${id}, held], properties: { ${id}: { type: string }, ${name}: { type: string }, held: { type: integer } } }`,
    );
    const body = (required: string, properties: string): string =>
      `requestBody: { required: true, ${json(`{ type: object, required: [${required}], properties: { ${properties} } }`)} }`;
    return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${make}: { post: { operationId: make, ${body(name, `${name}: ${text}`)}, responses: { '200': { description: It is there., ${shown} }, '400': { description: Wrong. } } } }
  /show: { get: { operationId: show, parameters: [{ name: ${id}, in: query, required: true, schema: ${ref} }], responses: { '200': { description: It., ${shown} }, ${refusals} } } }
  /${fill}: { post: { operationId: fill, ${body(`${id}, units`, `${id}: ${ref}, units: { type: integer, minimum: 5, maximum: 9 }`)}, responses: { '200': { description: Done., ${json('{ type: object, properties: { held: { type: integer } } }')} }, ${refusals} } } }
  /${move}: { post: { operationId: move, ${body(`${from}, ${to}`, `${from}: ${ref}, ${to}: ${ref}`)}, responses: { '200': { description: Done., ${json('{ type: object, properties: { left: { type: integer } } }')} }, ${refusals} } } }
components: { schemas: { ${form}: { type: string, pattern: '^[A-Z][0-9]+$' } } }
`;
  };

  test.each(PAIRS)('$make', async (pair) => {
    const { id, name, from, to } = pair;
    const make: Serving['make'] = () => {
      const made: { readonly key: string; readonly name: unknown; held: number }[] = [];
      const of = (key: unknown): (typeof made)[number] | undefined => made.find((one) => one.key === key);
      const shown = (one: (typeof made)[number] | undefined): Response =>
        one === undefined ? new Response(null, { status: 404 }) : Response.json({ [id]: one.key, [name]: one.name, held: one.held });
      return {
        make: ({ body }) => {
          const before = made.find((one) => one.name === body[name]);
          const one = before ?? { key: `K${made.length + 31}`, name: body[name], held: 0 };
          if (before === undefined) made.push(one);
          return shown(one);
        },
        show: ({ query }) => shown(of(query[id])),
        fill: ({ body }) => {
          const one = of(body[id]);
          if (one !== undefined) one.held += Number(body.units);
          return one === undefined ? new Response(null, { status: 404 }) : Response.json({ held: one.held });
        },
        move: ({ body }) => {
          const [giver, taker] = [of(body[from]), of(body[to])];
          if (giver === undefined || taker === undefined) return new Response(null, { status: 404 });
          if (giver === taker || giver.held === 0) return new Response(null, { status: 409 });
          giver.held -= 1;
          return Response.json({ left: giver.held });
        },
      };
    };
    expect(await reached(documentOf(pair), make)).toEqual(['make', 'show', 'fill', 'move']);
  });
});

describe('what a caller puts at a path is made by nothing that only names it', () => {
  test.each([
    { outer: 'museums', name: 'hall', other: 'paintings' },
    { outer: 'projects', name: 'label', other: 'tickets' },
    { outer: 'parks', name: 'zone', other: 'benches' },
  ])('$name', async ({ outer, name, other }) => {
    const id = '{ name: id, in: path, required: true, schema: { type: string } }';
    const document = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${outer}: { post: { operationId: make, responses: { '201': { description: Made., ${json('{ type: object, properties: { id: { type: string } } }')} } } } }
  /${outer}/{id}/${name}s/{${name}}:
    parameters: [${id}, { name: ${name}, in: path, required: true, schema: ${text} }]
    put: { operationId: put, responses: { '204': { description: There. } } }
    delete: { operationId: take, responses: { '204': { description: Gone. }, ${refusals} } }
  /${outer}/{id}/${other}:
    parameters: [${id}]
    post: { operationId: add, requestBody: { required: true, ${json(`{ type: object, properties: { ${name}: ${text} } }`)} }, responses: { '201': { description: Made., ${json(`{ type: object, properties: { number: { type: integer }, ${name}: { type: string } } }`)} } } }
`;
    const { service } = await serve(document, { basePath: '', refusal: () => new Response(), make: () => ({}) });
    const places = edgesOf(service).map(({ producer, consumer, to }) => `${producer.id} ${consumer.id} ${to}`);
    expect(places).toContain('make take /path/id');
    expect(places.filter((one) => one.endsWith(`/path/${name}`))).toEqual([]);
  });
});
