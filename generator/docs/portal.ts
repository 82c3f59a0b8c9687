// Turns services into the portal's page: every service with its operations, and the search over all of them.
import type { Operation, Service } from '../model/service.ts';
import { escapeHtml, firstSentence } from './html.ts';
import { operationUrl } from './search-index.ts';

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
  const events = service.webhooks.length === 0 ? '' : `, ${count(service.webhooks.length, 'webhook')}`;
  return `      <section id="${escapeHtml(service.id)}">
        <h2><a href="${escapeHtml(service.id)}/index.html">${escapeHtml(service.title)}</a> <small>${escapeHtml(service.version)}</small></h2>
        <p>${escapeHtml(about)}</p>
        <p class="facts"><code>${escapeHtml(base)}</code> <span>${count(service.operations.length, 'operation')}${events}, ${count(service.schemas.length, 'schema')} ·
          <a href="${escapeHtml(service.id)}/index.html">Reference</a> · <a href="${escapeHtml(service.id)}/openapi.json">OpenAPI document</a></span></p>
        <ul>
${[...service.operations, ...service.webhooks].map((operation) => operationRow(service, operation)).join('\n')}
        </ul>
      </section>`;
}

function operationRow(service: Service, operation: Operation): string {
  const path = operation.path === '' ? `webhook ${operation.id}` : operation.path;
  const basis = operation.basis === undefined ? '' : ` <em class="${operation.basis}">${operation.basis}</em>`;
  return `          <li><a href="${escapeHtml(operationUrl(service, operation))}"><b class="${escapeHtml(operation.method.toLowerCase())}">${escapeHtml(operation.method)}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary ?? operation.id)}</span>${basis}</a></li>`;
}
