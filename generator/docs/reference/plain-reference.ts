// The reference of a document without Redocly: its operations by tag with parameters, bodies, responses and samples, at the anchors that Redocly
// gives them, and its schemas.

import { escapeHtml } from '../../base/escape-html.ts';
import { errorTable } from '../../model/error-codes.ts';
import type { MediaContent, Operation, Service } from '../../model/service.ts';
import { inlineHtml, markdownHtml } from '../markdown/html.ts';
import { operationFile } from '../operation-page.ts';
import { methodTag } from '../operation-row.ts';
import { type Frame, page } from '../page.ts';
import { type SamplesOptions, samples } from '../samples/index.ts';
import { constraintTexts, typeText } from '../schemas/type-text.ts';
import { type EntryGroup, groupsOf, type OperationEntry, titleOf } from '../search/entries.ts';

export function plainReference(service: Service, frame: Frame, options: SamplesOptions): string {
  const { id, title, version, description, schemas, errors } = service;
  const names = schemas.flatMap(({ name }) => name ?? []);
  const links = names.map(
    (name) => `<li><a href="schemas/${escapeHtml(encodeURIComponent(name))}.html"><code>${escapeHtml(name)}</code></a></li>`,
  );
  return page(frame, {
    title: `${title} reference`,
    path: `${id}/index.html`,
    main: `    <h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>
    <p class="notice">This is the plain reference. With <code>@redocly/cli</code> installed (<code>npm i -D @redocly/cli</code>), this page has a menu, schemas that unfold in their place, and samples beside each operation.</p>
${prose(description)}${prose(errorTable(errors))}    <p><a href="openapi.json">OpenAPI document (JSON)</a> · <a href="openapi.yaml">YAML</a></p>
${groupsOf(service)
  .map((group) => groupSection(service, group, options))
  .join('\n')}
${links.length === 0 ? '' : `    <h2>Schemas</h2>\n    <ul class="names">${links.join('')}</ul>\n`}`,
  });
}

function groupSection(service: Service, { tag, entries }: EntryGroup, options: SamplesOptions): string {
  // Headings of operations are one level deeper, with a tag or without.
  const heading = `      <h2>${tag === '' ? 'Operations' : escapeHtml(tag)}</h2>\n`;
  return `    <section>\n${heading}${entries.map((entry) => operationSection(service, entry, options)).join('\n')}\n    </section>`;
}

function operationSection(service: Service, { kind, operation, place, url }: OperationEntry, options: SamplesOptions): string {
  const anchor = decodeURIComponent(url.slice(url.indexOf('#') + 1));
  const text = kind === 'operation' ? place : `${kind} ${place}`;
  const consolePage = `../console.html#/${encodeURIComponent(service.id)}/${encodeURIComponent(operation.id)}`;
  const shown = kind === 'operation' ? samples(service, operation, options) : [];
  // Callbacks share the anchor of their operation.
  const id = kind === 'callback' ? '' : ` id="${escapeHtml(anchor)}"`;
  return `      <div class="card"${id}>
        <h3>${escapeHtml(titleOf(operation))}${operation.deprecated ? ' <span class="badge warn">deprecated</span>' : ''}</h3>
        <p>${methodTag(operation.method)} <code>${escapeHtml(text)}</code></p>
${prose(operation.description)}${parameterTable(operation)}${bodyText(operation)}${responseTable(operation)}${shown
  .map(
    ({ label, source }) =>
      `        <details><summary>${escapeHtml(label)}</summary><div class="code-block"><pre tabindex="0"><code>${escapeHtml(source)}</code></pre></div></details>\n`,
  )
  .join(
    '',
  )}        <p>${kind === 'callback' ? '' : `<a href="${escapeHtml(consolePage)}">Try it in the console</a> · `}<a href="${escapeHtml(operationFile(operation))}">As Markdown</a></p>
      </div>`;
}

function parameterTable({ parameters }: Operation): string {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    `<code>${escapeHtml(name)}</code>`,
    `${place}${required ? ', required' : ''}`,
    inlineHtml([typeText(schema, linkTo), ...constraintTexts(schema)].join('; ')),
    inlineHtml(description ?? ''),
  ]);
  return table(['Parameter', 'In', 'Type', 'Description'], rows);
}

function bodyText({ body }: Operation): string {
  if (body === undefined) return '';
  return `        <p>Body${body.required ? ' (required)' : ''}: ${body.contents.map(contentText).join('; ')}. ${inlineHtml(body.description ?? '')}</p>\n`;
}

function responseTable({ responses }: Operation): string {
  const rows = responses.map(({ status, contents, description }) => [
    escapeHtml(status),
    contents.map(contentText).join('; '),
    inlineHtml(description),
  ]);
  return table(['Status', 'Body', 'Description'], rows);
}

function contentText({ contentType, schema }: MediaContent): string {
  return `<code>${escapeHtml(contentType)}</code>${schema === undefined ? '' : ` ${inlineHtml(typeText(schema, linkTo, 1))}`}`;
}

function linkTo(name: string): string {
  return `[${name}](schemas/${encodeURIComponent(name)}.html)`;
}

function prose(markdown: string | undefined): string {
  return markdown === undefined ? '' : `        <div class="prose">${markdownHtml(markdown)}</div>\n`;
}

/** Reached by keyboard, because it scrolls on a narrow page. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `        <div class="scroll" tabindex="0"><table class="table"><thead><tr>${head}</tr></thead><tbody>\n${body}\n        </tbody></table></div>\n`;
}
