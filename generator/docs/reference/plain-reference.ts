// The reference of a document without Redocly: its operations by tag with parameters, bodies, responses and samples, at the anchors that Redocly
// gives them, and its schemas.

import { type ComponentChild, h, type JSX } from 'preact';
import { errorTable } from '../../model/error-codes.ts';
import type { MediaContent, Operation, Service } from '../../model/service.ts';
import type { Frame } from '../frame/frame.ts';
import { inlineHtml, markdownHtml } from '../markdown/html.ts';
import { operationFile } from '../operation-page.ts';
import { methodTag } from '../operation-row.ts';
import { page } from '../page.ts';
import { codeBlock, inner, joined } from '../render.ts';
import { type SamplesOptions, samples } from '../samples/index.ts';
import { constraintTexts, typeText } from '../schemas/type-text.ts';
import { consoleUrl, type EntryGroup, groupsOf, type OperationEntry, titleOf } from '../search/entries.ts';

export function plainReference(service: Service, frame: Frame, options: SamplesOptions): string {
  const { id, title, version, description, schemas, errors } = service;
  return page(frame, {
    title: `${title} reference`,
    path: `${id}/index.html`,
    markdown: 'index.md',
    main: [
      h('h1', null, title, ' ', h('small', null, version)),
      advice(),
      prose(description),
      prose(errorTable(errors)),
      h('p', null, h('a', { href: 'openapi.json' }, 'OpenAPI document (JSON)'), ' · ', h('a', { href: 'openapi.yaml' }, 'YAML')),
      groupsOf(service).map((group) => groupSection(service, group, options)),
      schemaList(schemas.flatMap(({ name }) => name ?? [])),
    ],
  });
}

function advice(): JSX.Element {
  return h(
    'p',
    { class: 'notice' },
    'This is the plain reference. With ',
    h('code', null, '@redocly/cli'),
    ' installed (',
    h('code', null, 'npm i -D @redocly/cli'),
    '), this page has a menu, schemas that unfold in their place, and samples beside each operation.',
  );
}

function schemaList(names: readonly string[]): ComponentChild {
  if (names.length === 0) return null;
  const items = names.map((name) => h('li', null, h('a', { href: `schemas/${encodeURIComponent(name)}.html` }, h('code', null, name))));
  return [h('h2', null, 'Schemas'), h('ul', { class: 'names' }, items)];
}

function groupSection(service: Service, { tag, entries }: EntryGroup, options: SamplesOptions): JSX.Element {
  // Headings of operations are one level deeper, with a tag or without.
  const heading = h('h2', null, tag === '' ? 'Operations' : tag);
  const sections = entries.map((entry) => operationSection(service, entry, options));
  return h('section', null, heading, sections);
}

function operationSection(service: Service, entry: OperationEntry, options: SamplesOptions): JSX.Element {
  const { kind, operation, place, url } = entry;
  const shown = kind === 'operation' ? samples(service, operation, options) : [];
  // Callbacks share the anchor of their operation.
  const id = kind === 'callback' ? {} : { id: decodeURIComponent(url.slice(url.indexOf('#') + 1)) };
  return h(
    'div',
    { class: 'card', ...id },
    h('h3', null, titleOf(operation), operation.deprecated && [' ', h('span', { class: 'badge warn' }, 'deprecated')]),
    h('p', null, methodTag(operation.method), ' ', h('code', null, kind === 'operation' ? place : `${kind} ${place}`)),
    prose(operation.description),
    parameterTable(operation),
    bodyText(operation),
    responseTable(operation),
    shown.map(({ label, source }) => h('details', null, h('summary', null, label), h('div', { class: 'code-block' }, codeBlock(source)))),
    pageLinks(service, entry),
  );
}

const LEADS = { operation: 'Try it in the console', webhook: 'Send it to a receiver of yours' } as const;

function pageLinks(service: Service, { kind, operation }: OperationEntry): JSX.Element {
  return h(
    'p',
    null,
    kind !== 'callback' && [h('a', { href: `../${consoleUrl(service, operation, kind)}` }, LEADS[kind]), ' · '],
    h('a', { href: operationFile(operation) }, 'As Markdown'),
  );
}

function parameterTable({ parameters }: Operation): JSX.Element | null {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    h('code', null, name),
    `${place}${required ? ', required' : ''}`,
    inline([typeText(schema, linkTo), ...constraintTexts(schema)].join('; ')),
    inline(description ?? ''),
  ]);
  return table(['Parameter', 'In', 'Type', 'Description'], rows);
}

function bodyText({ body }: Operation): JSX.Element | null {
  if (body === undefined) return null;
  const contents = joined(body.contents.map(contentText), '; ');
  return h('p', null, `Body${body.required ? ' (required)' : ''}: `, contents, '. ', inline(body.description ?? ''));
}

function responseTable({ responses }: Operation): JSX.Element | null {
  const rows = responses.map(({ status, contents, description }) => [status, joined(contents.map(contentText), '; '), inline(description)]);
  return table(['Status', 'Body', 'Description'], rows);
}

function contentText({ contentType, schema }: MediaContent): ComponentChild {
  return [h('code', null, contentType), schema !== undefined && [' ', inline(typeText(schema, linkTo, 1))]];
}

function linkTo(name: string): string {
  return `[${name}](schemas/${encodeURIComponent(name)}.html)`;
}

function prose(markdown: string | undefined): JSX.Element | null {
  return markdown === undefined || markdown === '' ? null : h('div', { class: 'prose', ...inner(markdownHtml(markdown)) });
}

/** Markdown in a line. */
function inline(markdown: string): ComponentChild {
  return markdown === '' ? null : h('span', inner(inlineHtml(markdown)));
}

/** Reached by keyboard, because it scrolls on a narrow page. */
function table(heads: readonly string[], rows: readonly (readonly ComponentChild[])[]): JSX.Element | null {
  if (rows.length === 0) return null;
  const head = heads.map((text) => h('th', { scope: 'col' }, text));
  const body = rows.map((cells) =>
    h(
      'tr',
      null,
      cells.map((cell) => h('td', null, cell)),
    ),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: 0 },
    h('table', { class: 'table' }, h('thead', null, h('tr', null, head)), h('tbody', null, body)),
  );
}
