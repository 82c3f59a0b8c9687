// What a watch keeps gives the output of all made anew, after an edit of each kind. `quiet.test.ts` edits components at random.
import { expect, test } from 'vitest';
import { jsonText, parseExact } from '../../generator/base/exact.ts';
import { isRecord } from '../../generator/base/is-record.ts';
import { serviceOf, someDocuments } from '../support/documents.ts';
import { sampleOf } from '../support/effort.ts';
import { versionsOf } from '../support/versions.ts';

type Node = Record<string, unknown>;

/** The value below these keys, which the edits change; an empty object where there is none. */
function below(node: Node, ...keys: readonly string[]): Node {
  const [key, ...rest] = keys;
  if (key === undefined) return node;
  const inner = node[key];
  return isRecord(inner) ? below(inner, ...rest) : {};
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function operationsIn(root: Node): readonly Node[] {
  const items = Object.values(below(root, 'paths')).filter(isRecord);
  return items.flatMap((item) => METHODS.map((method) => item[method]).filter(isRecord));
}

/** The component with properties that most references lead to. */
function mostUsed(root: Node): string {
  const count = new Map<string, number>();
  for (const [, name = ''] of jsonText(root).matchAll(/"#\/components\/schemas\/(\w+)"/g)) count.set(name, (count.get(name) ?? 0) + 1);
  const names = [...count].sort(([, one], [, other]) => other - one).map(([name]) => name);
  return names.find((name) => isRecord(below(root, 'components', 'schemas', name).properties)) ?? '';
}

const OBJECT = { type: 'object', properties: { one: { type: 'integer' }, other: { type: ['string', 'null'] } } };

/** Each gives the document that follows from it. */
const EDITS: Readonly<Record<string, (root: Node) => Node>> = {
  'a path added': (root) => {
    const [[key, item] = ['', {}]] = Object.entries(below(root, 'paths'));
    const copy = parseExact(jsonText(item).replaceAll(/"operationId":"(\w+)"/g, '"operationId":"$1Again"'));
    return { ...root, paths: { [`/again${key}`]: copy, ...below(root, 'paths') } };
  },
  'an operation removed': (root) => {
    const [last] = Object.keys(below(root, 'paths')).slice(-1);
    return { ...root, paths: { ...below(root, 'paths'), [last ?? '']: {} } };
  },
  'a tag renamed': (root) => parseExact(jsonText(root).replaceAll(/"tags":\["([^"]+)"/g, '"tags":["$1 again"')) as Node,
  'an operation described': (root) => {
    Object.assign(operationsIn(root)[0] ?? {}, { description: 'Other words.' });
    return root;
  },
  'a parameter added': (root) => {
    const [operation = {}] = operationsIn(root);
    const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
    operation.parameters = [{ in: 'query', name: 'another', content: { 'application/json': { schema: OBJECT } } }, ...parameters];
    return root;
  },
  'no security': (root) => ({ ...root, security: [] }),
  'a component used everywhere': (root) => {
    below(root, 'components', 'schemas', mostUsed(root), 'properties').another = OBJECT;
    return root;
  },
  'a component removed': (root) => {
    const name = mostUsed(root);
    const text = jsonText(root).replaceAll(`"$ref":"#/components/schemas/${name}"`, '"type":["string","null"]');
    const changed = parseExact(text) as Node;
    delete below(changed, 'components', 'schemas')[name];
    return changed;
  },
};

test.each(someDocuments.map((document) => [document.id, document] as const))('%s, edited in several ways', async (_, document) => {
  const { description, service } = await serviceOf(document);
  const next = await versionsOf(document, service);
  const taken: string[] = [];
  const tried = sampleOf(Object.entries(EDITS), 4);
  for (const [name, edit] of tried) {
    // An edit may remove what another part of the document needs.
    if ((await next(jsonText(edit(structuredClone(description.root)), 2), name)) === undefined) continue;
    taken.push(name);
    await next(jsonText(description.root, 2), `${name}, and back`);
  }
  expect(taken.length).toBeGreaterThan(tried.length / 2);
});

test('a type that another schema no longer shares is written out again, and the other way round', async () => {
  const [document] = someDocuments;
  if (document === undefined) throw new Error('no document');
  const object = (last: string): Node => ({
    type: 'object',
    properties: Object.fromEntries(
      ['one', 'two', 'three', 'four', 'five', last].map((name) => [name, { type: 'string', description: name }]),
    ),
  });
  const textOf = (last: string): string => {
    const schemas = {
      First: { type: 'object', properties: { inner: object('six'), other: { type: 'string' } } },
      Second: { type: 'object', properties: { inner: object(last), other: { type: 'string' } } },
    };
    return jsonText({ openapi: '3.1.0', info: { title: 'Shared', version: '1' }, paths: {}, components: { schemas } }, 2);
  };
  const { service } = await serviceOf(document);
  const next = await versionsOf(document, service);
  const kept: unknown[] = [];
  for (const last of ['six', 'seven', 'six']) kept.push(await next(textOf(last), last));
  expect(kept).toEqual([0, 1, 1]);
});
