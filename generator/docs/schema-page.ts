// Builds the page of each named schema: its fields with types, constraints and descriptions, and the operations that use it.

import { escapeHtml } from '../base/escape-html.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Service } from '../model/service.ts';
import { inlineHtml, markdownHtml } from './markdown-html.ts';
import { methodTag } from './operation-row.ts';
import { type Frame, page } from './page.ts';
import { type FieldRow, fieldsOf } from './schemas/fields.ts';
import { constraintTexts, typeText, valueText } from './schemas/type-text.ts';
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
  const constraints = constraintTexts(schema);
  const fields = fieldsOf(schema);
  const described = schema.description ?? schema.title;
  return page(frame, {
    title: `${name} · ${service.title}`,
    path: `${service.id}/schemas/${name}.html`,
    main: `    <p class="crumbs"><a href="../../index.html#${escapeHtml(service.id)}">${escapeHtml(service.title)}</a> <span>Schema</span></p>
    <h1><code>${escapeHtml(name)}</code></h1>
    <p class="type">${inlineHtml(typeText(schema, linkTo))}${constraints.length === 0 ? '' : `; ${inlineHtml(constraints.join('; '))}`}</p>
${described === undefined ? '' : `    <div class="prose">${markdownHtml(described)}</div>\n`}${fieldsTable(fields)}${usedBy(uses)}`,
  });
}

function linkTo(name: string): string {
  return `[${name}](${encodeURIComponent(name)}.html)`;
}

function fieldsTable(fields: readonly FieldRow[]): string {
  if (fields.length === 0) return '';
  return `    <h2>Fields</h2>
    <div class="card fields" role="list">
${fields.map(fieldRow).join('\n')}
    </div>
`;
}

function fieldRow({ path, required, schema }: FieldRow): string {
  const constraints = constraintTexts(schema);
  const [example] = schema.examples ?? [];
  const more = [...constraints, ...(example === undefined ? [] : [`for example ${valueText(example)}`])];
  const id = escapeHtml(path);
  return `      <div role="listitem" class="field-row" id="${id}">
        <p><a class="anchor" href="#${escapeHtml(encodeURIComponent(path))}"><code>${id}</code></a> <span class="type">${inlineHtml(typeText(schema, linkTo))}</span>${required ? ' <span class="badge accent">required</span>' : ''}</p>
${schema.description === undefined ? '' : `        <div class="prose">${markdownHtml(schema.description)}</div>\n`}${more.length === 0 ? '' : `        <p class="hint">${inlineHtml(more.join('; '))}</p>\n`}      </div>`;
}

function usedBy(uses: SchemaUses | undefined): string {
  const operations = uses?.operations ?? [];
  const schemas = uses?.schemas ?? [];
  const items = operations.map(({ entry: { kind, operation, place, url }, inRequest, inResponse }) => {
    const where = inRequest && inResponse ? 'in request and response' : inRequest ? 'in the request' : 'in the response';
    const text = kind === 'operation' ? place : `${kind} ${place}`;
    return `<li><a href="../../${escapeHtml(url)}">${methodTag(operation.method)} <code>${escapeHtml(text)}</code></a> <small>${where}</small></li>`;
  });
  const folded = items.slice(SHOWN);
  const rest =
    folded.length < 2
      ? folded.join('')
      : `<li><details><summary>and ${folded.length} more</summary><ul class="plain">${folded.join('')}</ul></details></li>`;
  const parents = schemas
    .map(({ name }) => `<a href="${escapeHtml(encodeURIComponent(name))}.html"><code>${escapeHtml(name)}</code></a>`)
    .join(', ');
  return `    <h2>Used by</h2>
${items.length === 0 ? '    <p>No operation uses it.</p>\n' : `    <ul class="plain">${items.slice(0, SHOWN).join('')}${rest}</ul>\n`}${parents === '' ? '' : `    <p>Part of ${parents}.</p>\n`}`;
}
