// Validates every example of the documents against its schema with Ajv, which shares no code with Octavo.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { processorTime } from '../support/processor-time.ts';
import { type Document, documentIds, follow, operations, readDocument } from './document.ts';

/** A value in a document, and the pointer of its schema. */
interface Case {
  title: string;
  pointer: string;
  value: unknown;
}

/** An example of these would be refused: only an earlier answer has values for them. */
const OF_EARLIER_ANSWERS: readonly string[] = ['starting_after', 'page_token'];

describe.each(documentIds)('%s', (id) => {
  const document = readDocument(id);
  const validator = compiler(document);
  const cases = [...bodies(document), ...parameters(document)];

  // In one test: as tests of their own, four thousand examples take longer than their checks.
  test('every example of a body or parameter is valid', () => {
    const wrong = cases.flatMap(({ title, pointer, value }) => {
      const validate = validator(pointer);
      return validate(value) ? [] : [{ title, errors: validate.errors }];
    });
    expect(cases.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  // The samples of the reference send examples, and should show the first page of a list: the identifier of an earlier item and the token of a page
  // have none.
  test('every parameter has an example', () => {
    const without = everyOperation(document).flatMap((place) =>
      place.parameters
        .filter(({ example, name }) => example === undefined && !OF_EARLIER_ANSWERS.includes(name))
        .map((parameter) => `${place.path} ${parameter.name}`),
    );
    expect(without).toEqual([]);
  });

  test('every default is valid against its schema', () => {
    const wrong = walk(document, '#').filter(({ node, pointer }) => {
      return 'default' in node && 'type' in node && !validator(pointer)(node.default);
    });
    expect(wrong.map(({ pointer }) => pointer)).toEqual([]);
  });

  test('every example of a schema is valid, and so is the JSON in its strings', () => {
    const wrong = walk(document, '#').flatMap(({ node, pointer }) => {
      const values = 'type' in node && Array.isArray(node.examples) ? node.examples : [];
      return values.flatMap((value) => [...(validator(pointer)(value) ? [] : [pointer]), ...wrongJson(node, value, pointer, validator)]);
    });
    expect(wrong).toEqual([]);
  });

  test('every pattern is a valid JavaScript regular expression that runs in bounded time', () => {
    const patterns = walk(document, '#').flatMap(({ node }) => (typeof node.pattern === 'string' ? [new RegExp(node.pattern, 'u')] : []));
    for (const pattern of patterns) {
      for (const piece of ['a', 'a-', '1', '1.', '{f}', 'a ', 'user_count,']) {
        const seconds = processorTime();
        pattern.test(`${piece.repeat(200_000)}\n`);
        expect(seconds()).toBeLessThan(5);
      }
    }
  });
});

test('the check finds wrong JSON in a string', () => {
  const document = readDocument('d-events');
  const pointer = '#/components/schemas/SocketSubscribe';
  const { SocketSubscribe } = document.components.schemas;
  const [valid, wrong] = ['fan-emil', null].map((user_id) => ({ data: { channel_data: JSON.stringify({ user_id }) } }));
  const found = (value: unknown) => wrongJson({ ...SocketSubscribe }, value, pointer, compiler(document));
  expect(found(valid)).toEqual([]);
  expect(found(wrong)).toEqual([`${pointer}/properties/data/properties/channel_data/contentSchema`]);
});

test('the check finds a wrong example', () => {
  const document = readDocument('h-email');
  const wrong = bodies(document).find((given) => given.title.includes('verifyEmail 200 deliverable'));
  const value = structuredClone(wrong?.value) as { data: { result: string } };
  value.data.result = 'perhaps';
  expect(compiler(document)(wrong?.pointer ?? '')(value)).toBe(false);
});

function bodies(document: Document): Case[] {
  return everyOperation(document).flatMap((place) => {
    const { operation } = place;
    const holders = [
      { name: 'request', pointer: `${pointerOf(place)}/requestBody`, holder: operation.requestBody },
      ...Object.keys(operation.responses).map((status) => {
        const holder = operation.responses[status];
        return { name: status, pointer: `${pointerOf(place)}/responses/${status}`, holder };
      }),
    ];
    return holders.flatMap(({ name, pointer, holder }) => {
      if (holder === undefined) return [];
      const base = '$ref' in holder && typeof holder.$ref === 'string' ? holder.$ref : pointer;
      return Object.entries(follow(document, holder).content ?? {}).flatMap(([type, media]) =>
        Object.entries(media.examples).map(([key, example]) => ({
          title: `${operation.operationId} ${name} ${key}`,
          pointer: `${base}/content/${token(type)}/schema`,
          value: follow(document, example).value,
        })),
      );
    });
  });
}

function parameters(document: Document): Case[] {
  return walk(document, '#').flatMap(({ node, pointer }) => {
    if (typeof node.in !== 'string' || node.schema === undefined || !('example' in node)) return [];
    return [{ title: `parameter ${node.name} at ${pointer}`, pointer: `${pointer}/schema`, value: node.example }];
  });
}

function everyOperation(document: Document) {
  const paths = operations(document).map((place) => ({ ...place, under: 'paths' }));
  return [...paths, ...operations(document, 'webhooks').map((place) => ({ ...place, under: 'webhooks' }))];
}

function pointerOf(place: { under: string; path: string; method: string }): string {
  return `#/${place.under}/${token(place.path)}/${place.method.toLowerCase()}`;
}

function token(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Pointers of the `contentSchema`s below a schema that the JSON in a string of the value violates. */
function wrongJson(schema: Record<string, unknown>, value: unknown, pointer: string, validator: ReturnType<typeof compiler>): string[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>).flatMap(([name, field]) => {
    const held = (value as Record<string, unknown>)[name];
    const at = `${pointer}/properties/${token(name)}`;
    if (held === undefined) return [];
    if (typeof held !== 'string') return wrongJson(field, held, at, validator);
    if (field.contentSchema === undefined || validator(`${at}/contentSchema`)(JSON.parse(held))) return [];
    return [`${at}/contentSchema`];
  });
}

/** Every object of the document with its pointer, except objects inside examples. */
function walk(node: unknown, pointer: string): { node: Record<string, unknown>; pointer: string }[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => walk(item, `${pointer}/${index}`));
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.entries(node).flatMap(([key, value]) =>
    key === 'examples' || key === 'example' ? [] : walk(value, `${pointer}/${token(key)}`),
  );
  return [{ node: node as Record<string, unknown>, pointer }, ...below];
}

/** An Ajv that knows the whole document, so that its references resolve. */
function compiler(document: Document): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  return (pointer) => {
    const validate = ajv.getSchema(`document${encodeURI(pointer)}`);
    if (validate === undefined) throw new Error(`no schema at ${pointer}`);
    return validate as ValidateFunction;
  };
}
