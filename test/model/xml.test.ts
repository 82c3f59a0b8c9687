// The mappings of XML bodies: names, nodes and components, and which schemas have none.
import { expect, test } from 'vitest';
import { type XmlNode, type XmlShape, xmlShapes } from '../../generator/model/operations/bodies/xml-shape.ts';
import { serviceOf } from '../emit/service.ts';

const string = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The mapping of the component `Root`, with named shapes in short, as `@Name`. */
async function mappingOf(schemas: Readonly<Record<string, object>>): Promise<unknown> {
  const service = await serviceOf({ components: { schemas } });
  const root = service.schemas.find(({ name }) => name === 'Root');
  if (root === undefined) throw new Error('There is no schema Root.');
  const found = xmlShapes().root(root);
  return 'fault' in found ? `${found.schema.location.pointer}: ${found.fault}` : { ...node(found), shape: open(found.shape) };
}

function open(shape: XmlShape): unknown {
  return short(shape.kind === 'named' ? shape.of.shape : shape);
}

function node({ shape, ...facts }: XmlNode): object {
  return { ...facts, shape: short(shape) };
}

function short(shape: XmlShape): unknown {
  if (shape.kind === 'any') return 'any';
  if (shape.kind === 'primitive') return shape.types.join('|');
  if (shape.kind === 'named') return `@${shape.of.schema.location.pointer.split('/').pop()}`;
  if (shape.kind === 'list') return { ...(shape.wrapped ? { wrapped: true } : {}), items: node(shape.items) };
  return Object.fromEntries([...shape.properties].map(([name, one]) => [name, node(one)]));
}

const Root = (properties: object, xml?: object) => ({ type: 'object', properties, ...(xml === undefined ? {} : { xml }) });

test.each<[title: string, schemas: Record<string, object>, mapping: unknown]>([
  ['the name of a component is only implied', { Root: Root({ a: string }) }, { implied: 'Root', shape: { a: { shape: 'string' } } }],
  [
    'its own name',
    { Root: Root({}, { name: 'r', namespace: 'urn:r', prefix: 'p' }) },
    { name: 'r', namespace: 'urn:r', prefix: 'p', shape: {} },
  ],
  ['a name with a prefix', { Root: Root({}, { name: 's:Body' }) }, { name: 'Body', prefix: 's', shape: {} }],
  [
    'a component as a property',
    { Root: Root({ a: ref('A') }), A: Root({ b: ref('Root') }, { name: 'x' }) },
    { implied: 'Root', shape: { a: { name: 'x', shape: '@A' } } },
  ],
  [
    'two properties of one component have names of their own',
    { Root: Root({ a: ref('A'), b: ref('A') }), A: Root({}, { name: 'x' }) },
    { implied: 'Root', shape: { a: { shape: '@A' }, b: { shape: '@A' } } },
  ],
  [
    'a component in allOf, with null or with a comment',
    {
      Root: Root({ a: { description: 'An A.', allOf: [ref('A')] }, b: { oneOf: [ref('A'), { type: 'null' }], xml: { name: 'y' } } }),
      A: Root({}, { name: 'x' }),
    },
    { implied: 'Root', shape: { a: { name: 'x', shape: '@A' }, b: { name: 'y', shape: '@A' } } },
  ],
  [
    'nodeType of OpenAPI 3.2',
    {
      Root: Root({
        a: { ...string, xml: { nodeType: 'attribute' } },
        b: { ...string, xml: { nodeType: 'text' } },
        c: { type: 'array', items: string, xml: { nodeType: 'element' } },
        d: { type: 'array', items: string, xml: { nodeType: 'none' } },
      }),
    },
    {
      implied: 'Root',
      shape: {
        a: { as: 'attribute', shape: 'string' },
        b: { as: 'text', shape: 'string' },
        c: { shape: { wrapped: true, items: { shape: 'string' } } },
        d: { shape: { items: { shape: 'string' } } },
      },
    },
  ],
  [
    'a list as the root',
    { Root: { type: 'array', items: ref('A') }, A: Root({}) },
    { implied: 'Root', shape: { wrapped: true, items: { implied: 'A', shape: '@A' } } },
  ],
  [
    'branches',
    { Root: { oneOf: [Root({ a: string }), Root({ a: { type: 'integer' }, b: string })] } },
    { implied: 'Root', shape: { a: { shape: 'integer|string' }, b: { shape: 'string' } } },
  ],
  [
    'what leads back to itself without a component',
    { Root: Root({ a: { allOf: [ref('Root'), { required: ['a'] }] } }) },
    { implied: 'Root', shape: { a: { shape: { a: { shape: '@a' } } } } },
  ],
  [
    'a list or an object',
    { Root: Root({ a: { type: ['array', 'object'] } }) },
    '/components/schemas/Root/properties/a: it may be an object, a list or a single value, which XML cannot tell apart',
  ],
  [
    'an attribute that is an object is an element',
    { Root: Root({ a: { type: 'object', xml: { attribute: true, namespace: 'urn:a', name: 'x' } } }) },
    { implied: 'Root', shape: { a: { name: 'x', shape: {} } } },
  ],
  [
    'what stands beside a reference in allOf',
    {
      Root: Root({ a: { allOf: [ref('A'), { description: 'An A.', xml: { name: 'y' } }] } }),
      A: Root({}, { name: 'x', namespace: 'urn:x' }),
    },
    { implied: 'Root', shape: { a: { name: 'y', namespace: 'urn:x', shape: '@A' } } },
  ],
  [
    'text that is an object',
    { Root: Root({ a: { type: 'object', xml: { nodeType: 'text' } } }) },
    '/components/schemas/Root/properties/a: an XML text node cannot hold a list or an object',
  ],
  [
    'an object without an element',
    { Root: Root({ a: { type: 'object', xml: { nodeType: 'none' } } }) },
    '/components/schemas/Root/properties/a: `nodeType: none` is supported on lists only',
  ],
  [
    'two properties with one name',
    { Root: Root({ a: { ...string, xml: { name: 'b' } }, b: string }) },
    '/components/schemas/Root/properties/a: another property has the same XML name as `a`',
  ],
  [
    'a fault in a component that is used',
    { Root: Root({ a: ref('A') }), A: Root({ b: ref('Root'), c: ref('B') }), B: Root({ x: { type: ['array', 'object'] } }) },
    '/components/schemas/B/properties/x: it may be an object, a list or a single value, which XML cannot tell apart',
  ],
])('%s', async (_title, schemas, mapping) => {
  expect(await mappingOf(schemas)).toEqual(mapping);
});

test('a chain of components may be longer than the stack', async () => {
  const length = 3000;
  const chain = Object.fromEntries(
    Array.from({ length }, (_, index) => [
      index === 0 ? 'Root' : `C${index}`,
      Root({ next: index === length - 1 ? string : ref(`C${index + 1}`) }),
    ]),
  );
  expect(await mappingOf(chain)).toEqual({ implied: 'Root', shape: { next: { shape: '@C1' } } });
});
