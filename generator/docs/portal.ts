// Turns services into the portal's page: every service with its operations, and the search over all of them.
import type { Service } from '../model/service.ts';
import { entriesOf, type OperationEntry } from './entries.ts';
import { escapeHtml, firstSentence } from './html.ts';

export interface PortalOptions {
  readonly title: string;
}

export function portalPage(services: readonly Service[], options: PortalOptions): string {
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  const title = escapeHtml(options.title);
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; base-uri 'none'; form-action 'none'">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="assets/portal.css">
  <script defer src="assets/minisearch.js"></script>
  <script defer src="assets/search-data.js"></script>
  <script defer src="assets/portal.js"></script>
</head>
<body>
  <header>
    <h1>${title}</h1>
    <p>${count(services.length, 'service')}, ${count(operations, 'operation')}</p>
    <label class="search">
      <span class="hidden">Search operations, fields, schemas and errors</span>
      <input id="search" type="search" placeholder="Search operations, fields, schemas, errors" autocomplete="off" spellcheck="false" aria-controls="results">
      <kbd>/</kbd>
    </label>
  </header>
  <main>
    <ol id="results" hidden aria-live="polite"></ol>
    <div id="services">
${services.map(serviceCard).join('\n')}
    </div>
  </main>
</body>
</html>
`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function serviceCard(service: Service): string {
  const base = service.servers[0]?.url ?? '';
  const about = service.summary ?? firstSentence(service.description ?? '');
  const { webhooks, callbacks } = service;
  const events = [
    ...(webhooks.length === 0 ? [] : [`, ${count(webhooks.length, 'webhook')}`]),
    ...(callbacks.length === 0 ? [] : [`, ${count(callbacks.length, 'callback')}`]),
  ].join('');
  return `      <section id="${escapeHtml(service.id)}">
        <h2><a href="${escapeHtml(service.id)}/index.html">${escapeHtml(service.title)}</a> <small>${escapeHtml(service.version)}</small></h2>
        <p>${escapeHtml(about)}</p>
        <p class="facts"><code>${escapeHtml(base)}</code> <span>${count(service.operations.length, 'operation')}${events}, ${count(service.schemas.length, 'schema')} ·
          <a href="${escapeHtml(service.id)}/index.html">Reference</a> · <a href="${escapeHtml(service.id)}/openapi.json">OpenAPI document</a></span></p>
        <ul>
${entriesOf(service).map(operationRow).join('\n')}
        </ul>
      </section>`;
}

function operationRow({ kind, operation, place, url }: OperationEntry): string {
  const path = kind === 'operation' ? place : `${kind} ${place}`;
  const basis = operation.basis === undefined ? '' : ` <em class="${operation.basis}">${operation.basis}</em>`;
  return `          <li><a href="${escapeHtml(url)}"><b class="${escapeHtml(operation.method.toLowerCase())}">${escapeHtml(operation.method)}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary ?? operation.id)}</span>${basis}</a></li>`;
}
