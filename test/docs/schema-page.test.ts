// The page of a schema: fields in fields, choices with their discriminators, an anchor for each field, and the words of constraints.
import { expect, test } from 'vitest';
import { schemaPages } from '../../generator/docs/schema-page.ts';
import { fieldsOf, fieldTree } from '../../generator/docs/schemas/fields.ts';
import { serviceOfSchemas } from '../emit/service.ts';
import { serviceOf as committed, documents } from '../support/documents.ts';
import { sampleOf } from '../support/effort.ts';

const frame = { title: 'Pets', services: [], pages: new Set<never>(), isDev: false };
const text = { type: 'string' };

const SCHEMAS = {
  Pet: {
    oneOf: [
      { $ref: '#/components/schemas/Cat' },
      { $ref: '#/components/schemas/Dog' },
      {
        type: 'object',
        title: 'Other beast',
        required: ['kind'],
        properties: { kind: { const: 'beast' }, legs: { type: 'integer', minimum: 0, maximum: 1000 } },
      },
    ],
    discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } },
  },
  Cat: {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: text,
      address: {
        type: 'object',
        properties: { street: { ...text, maxLength: 80 }, rooms: { type: 'array', items: { type: 'object', properties: { name: text } } } },
      },
    },
  },
  Dog: {
    type: 'object',
    properties: { kind: text, owner: { oneOf: [{ type: 'string' }, { type: 'object', properties: { name: text } }] } },
  },
  Either: {
    anyOf: [
      { type: 'object', properties: { a: text } },
      { type: 'object', properties: { a: { type: 'integer' }, b: text } },
    ],
  },
  Nullable: { type: 'object', properties: { cat: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'null' }] } } },
  Loop: { type: 'object', properties: { again: { type: 'object', properties: { deeper: { $ref: '#/components/schemas/Loop' } } } } },
  Evil: {
    type: 'object',
    description: '\u202eesrever <script>x</script>',
    properties: { '"><img src=x>': { ...text, description: '[x](javascript:a)' } },
  },
};

const service = await serviceOfSchemas(SCHEMAS);
const pages = new Map(schemaPages(service, frame).map(({ name, text: html }) => [name, html]));
const page = (name: string): string => pages.get(name) ?? '';
const idsOf = (html: string): string[] => [...html.matchAll(/ class="field-row" id="([^"]*)"/g)].map(([, id = '']) => id);

test('a choice has a part for each branch, with the value of the discriminator that selects it', () => {
  const html = page('Pet');
  expect([...html.matchAll(/data-tab="([^"]*)"/g)].map(([, tab]) => tab)).toEqual(['Cat', 'Dog', 'string', 'object', 'Other beast']);
  expect([...page('Either').matchAll(/data-tab="([^"]*)"/g)].map(([, tab]) => tab)).toEqual(['object 1', 'object 2']);
  expect(html).toContain('One of these: the value of <code>kind</code> says which.');
  expect(html).toContain('<code>kind</code> is <code>&quot;dog&quot;</code>');
  expect(html).toContain('src="../../assets/tabs.js"');
  expect(page('Cat')).not.toContain('tabs.js');
});

test('objects inside are nested, each field with its path as anchor, and constraints are words', () => {
  const html = page('Cat');
  expect(idsOf(html)).toEqual(['kind', 'address', 'address.street', 'address.rooms', 'address.rooms[].name']);
  expect(html).toContain('href="#address.rooms%5B%5D.name"');
  expect(html).toMatch(
    /id="address".*<details class="inside" open><summary>2 fields<\/summary>.*id="address\.street".*at most 80 characters/s,
  );
});

test('branches with one name have anchors of their own, and the search knows the first', () => {
  expect(idsOf(page('Either'))).toEqual(['a', 'a~2', 'b']);
  const [either] = service.schemas.filter(({ name }) => name === 'Either');
  if (either === undefined) throw new Error('no schema');
  expect(fieldsOf(either).map(({ path }) => path)).toEqual(['a', 'b']);
});

test('a value that may be null is no choice, and a loop ends', () => {
  expect(page('Nullable')).not.toContain('data-tabs');
  expect(idsOf(page('Loop'))).toEqual(['again', 'again.deeper']);
});

test('text of a document stays text', () => {
  const html = page('Evil');
  expect(html).not.toMatch(/<img|<script>x|javascript:/);
  expect(html).toContain('dir="auto"');
});

test.each(sampleOf(documents, 3))(
  '$id: every field that the search leads to has its anchor, and no anchor is there twice',
  async (document) => {
    const { service: own } = await committed(document);
    for (const { name, text: html } of schemaPages(own, frame)) {
      const schema = own.schemas.find((one) => one.name === name);
      if (schema === undefined) throw new Error(name);
      const ids = html.matchAll(/ class="field-row" id="([^"]*)"/g);
      const found = [...ids].map(([, id = '']) => id.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&quot;', '"'));
      expect(new Set(found).size, name).toBe(found.length);
      expect(found, name).toEqual(expect.arrayContaining(fieldsOf(schema).map(({ path }) => path)));
      expect(fieldTree(schema), name).toBeDefined();
    }
  },
);
