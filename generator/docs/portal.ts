// Builds the page of the portal: every service with its operations, and the search over all of them.
import { groupBy } from '../group-by.ts';
import type { Service } from '../model/service.ts';
import { count } from '../words.ts';
import { entriesOf, type OperationEntry } from './entries.ts';
import { escapeHtml, firstSentence } from './html.ts';
import { page } from './page.ts';
import { serverUrl } from './samples/request.ts';

export interface PortalOptions {
  readonly title: string;
  /** Whether the site has a page of statements. */
  readonly statements: boolean;
  /** The address that answers for a server of a service in the mock. */
  readonly mockUrl?: (service: Service, server: string) => string;
  /** The base address of a service's implementation; `undefined` where none runs. */
  readonly liveUrl?: (service: Service) => string | undefined;
}

export function portalPage(services: readonly Service[], options: PortalOptions): string {
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  return page({
    title: options.title,
    heading: options.title,
    about: `${count(services.length, 'document')}, ${count(operations, 'operation')}`,
    nav: options.statements ? '<a href="statements.html">Statements</a>' : '',
    scripts: ['assets/minisearch.js', 'assets/search-data.js', 'assets/portal.js'],
    below: SEARCH,
    main: `    <ol id="results" hidden aria-live="polite"></ol>
    <div id="services">
${services.map((service) => serviceCard(service, options)).join('\n')}
    </div>`,
  });
}

const SEARCH = `    <label class="search">
      <span class="hidden">Search operations, fields, schemas and errors</span>
      <input id="search" type="search" placeholder="Search operations, fields, schemas, errors" autocomplete="off" spellcheck="false" aria-controls="results">
      <kbd>/</kbd>
    </label>
`;

function serviceCard(service: Service, { mockUrl, liveUrl }: PortalOptions): string {
  const base = service.servers[0]?.url ?? '';
  const mock = mockUrl?.(service, serverUrl(service.servers[0]));
  const live = liveUrl?.(service);
  const links = [
    ...(live === undefined ? [] : [`<span>Live <a href="${escapeHtml(live)}"><code>${escapeHtml(live)}</code></a></span>`]),
    ...(mock === undefined ? [] : [`<span>Mock <code>${escapeHtml(mock)}</code></span>`]),
  ];
  const about = service.summary ?? firstSentence(service.description ?? '');
  const { webhooks, callbacks } = service;
  const events = [
    ...(webhooks.length === 0 ? [] : [`, ${count(webhooks.length, 'webhook')}`]),
    ...(callbacks.length === 0 ? [] : [`, ${count(callbacks.length, 'callback')}`]),
  ].join('');
  return `      <section id="${escapeHtml(service.id)}">
        <h2><a href="${escapeHtml(service.id)}/index.html">${escapeHtml(service.title)}</a> <small>${escapeHtml(service.version)}</small></h2>
        <p>${escapeHtml(about)}</p>
        <p class="facts"><code>${escapeHtml(base)}</code>${links.map((link) => ` ${link}`).join('')}${links.length === 0 ? ' ' : '<br>'}<span>${count(service.operations.length, 'operation')}${events}, ${count(service.schemas.length, 'schema')} ·
          <a href="${escapeHtml(service.id)}/index.html">Reference</a> · <a href="${escapeHtml(service.id)}/openapi.json">OpenAPI document</a></span></p>
${groups(service)}
      </section>`;
}

/** Most operations of a service to show with all tags open. */
const UNFOLDED = 12;

/** The operations by tag, in the order of the document's tags; those without a tag come first. */
function groups(service: Service): string {
  const entries = entriesOf(service);
  const byTag = groupBy(entries, ({ operation }) => operation.tags[0] ?? '');
  const tags = new Set(['', ...service.tags.map(({ name }) => name), ...byTag.keys()]);
  const open = entries.length <= UNFOLDED ? ' open' : '';
  const parts = [...tags].flatMap((tag) => {
    const group = byTag.get(tag);
    if (group === undefined) return [];
    const list = `<ul>\n${group.map(operationRow).join('\n')}\n        </ul>`;
    if (tag === '') return [`        <div class="untagged">${list}</div>`];
    return [`        <details${open}><summary>${escapeHtml(tag)} <small>${group.length}</small></summary>${list}</details>`];
  });
  return `        <div class="tags">\n${parts.join('\n')}\n        </div>`;
}

function operationRow({ kind, operation, place, url }: OperationEntry): string {
  const path = kind === 'operation' ? place : `${kind} ${place}`;
  const basis = operation.basis === undefined ? ' ' : ` <em class="${operation.basis}">${operation.basis}</em>`;
  return `          <li><a href="${escapeHtml(url)}"><b class="${escapeHtml(operation.method.toLowerCase())}">${escapeHtml(operation.method)}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary ?? operation.id)}</span>${basis}</a></li>`;
}
