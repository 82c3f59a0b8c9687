// Builds the page of each named schema: its fields and choices with types, constraints and descriptions, an example, and the operations that use it.
import { type ComponentChild, h, type JSX } from 'preact';
import { jsonText } from '../base/exact.ts';
import type { Schema } from '../model/schema/schema.ts';
import { heirsOf } from '../model/schema/tags.ts';
import type { Service } from '../model/service.ts';
import type { Frame } from './frame/frame.ts';
import { inlineHtml, markdownHtml } from './markdown/html.ts';
import { methodTag, placeOf } from './operation-row.ts';
import { page } from './page.ts';
import { codeBlock, foldedList, inner, joined } from './render.ts';
import { sampleOf } from './samples/example.ts';
import { fieldList } from './schemas/field-list.ts';
import { type Fields, fieldTree, hasChoices } from './schemas/fields.ts';
import { constraintTexts, typeText } from './schemas/type-text.ts';
import { type SchemaUses, usesOf } from './schemas/uses.ts';

/** The pages, by the name of the schema. */
export function schemaPages(service: Service, frame: Frame): readonly { readonly name: string; readonly text: string }[] {
  const uses = usesOf(service);
  return service.schemas.flatMap((schema) => {
    const { name } = schema;
    return name === undefined ? [] : [{ name, text: schemaPage(service, schema, name, frame, uses.get(schema)) }];
  });
}

/** The address of a schema's page, relative to the root of the site. */
export function schemaUrl({ id }: { readonly id: string }, name: string): string {
  return `${id}/schemas/${encodeURIComponent(name)}.html`;
}

/** Most operations to list; the others are folded. */
const SHOWN = 8;

function schemaPage(service: Service, schema: Schema, name: string, frame: Frame, uses: SchemaUses | undefined): string {
  const tree = fieldTree(schema);
  const fields = fieldList(tree, linkTo);
  const described = schema.description ?? schema.title;
  return page(frame, {
    title: `${name} · ${service.title}`,
    path: `${service.id}/schemas/${name}.html`,
    markdown: `${encodeURIComponent(name)}.md`,
    ...(hasChoices(tree) ? { scripts: ['tabs.js'] } : {}),
    main: [
      h('p', { class: 'crumbs' }, h('a', { href: `../../index.html#${service.id}` }, service.title), ' ', h('span', null, 'Schema')),
      h('h1', null, h('code', null, name)),
      h('p', { class: 'type', ...inner(inlineHtml([typeText(schema, linkTo), ...constraintTexts(schema)].join('; '))) }),
      described !== undefined && h('div', { class: 'prose', dir: 'auto', ...inner(markdownHtml(described)) }),
      example(service, schema, tree),
      fields !== null && [h('h2', null, 'Fields'), fields],
      heirs(schema),
      usedBy(uses),
    ],
  });
}

function linkTo(name: string): string {
  return `[${name}](${encodeURIComponent(name)}.html)`;
}

/** Characters of an example that is not folded. */
const SHORT = 400;

/** The example of the document, or a small value that fits; a value of one choice alone would say little. */
function example(service: Service, schema: Schema, { choices }: Fields): JSX.Element | null {
  const value = schema.examples?.[0] ?? (choices.length > 0 ? undefined : sampleOf(service, schema, 'first'));
  if (value === undefined) return null;
  const text = jsonText(value, 2);
  const open = text.length <= SHORT;
  return h('details', { class: 'example', open }, h('summary', null, 'Example'), h('div', { class: 'code-block' }, codeBlock(text)));
}

/** The schemas that include this one by `allOf`, and the tags that mean them. */
function heirs(schema: Schema): ComponentChild {
  const { discriminator } = schema;
  if (discriminator === undefined || heirsOf(schema).length === 0) return null;
  const rows = [...discriminator.mapping].map(([tag, { name }]) => [
    h('dt', null, h('code', null, tag)),
    h('dd', null, name === undefined ? 'this schema' : schemaLink(name)),
  ]);
  const lead = h('p', null, 'The value of ', h('code', null, discriminator.propertyName), ' says which schema it is.');
  return [h('h2', null, 'Kinds'), lead, h('dl', { class: 'kinds' }, rows)];
}

function usedBy(uses: SchemaUses | undefined): ComponentChild {
  const operations = uses?.operations ?? [];
  const schemas = uses?.schemas ?? [];
  const items = operations.map(({ entry, inRequest, inResponse }) => {
    const where = inRequest && inResponse ? 'in request and response' : inRequest ? 'in the request' : 'in the response';
    const link = h('a', { href: `../../${entry.url}` }, methodTag(entry.operation.method), ' ', h('code', null, placeOf(entry)));
    return h('li', null, link, ' ', h('small', null, where));
  });
  const parents = schemas.map(({ name }) => schemaLink(name));
  return [
    h('h2', null, 'Used by'),
    items.length === 0 ? h('p', null, 'No operation uses it.') : foldedList(items, SHOWN),
    parents.length > 0 && h('p', null, 'Part of ', joined(parents, ', '), '.'),
  ];
}

function schemaLink(name: string): JSX.Element {
  return h('a', { href: `${encodeURIComponent(name)}.html` }, h('code', null, name));
}
