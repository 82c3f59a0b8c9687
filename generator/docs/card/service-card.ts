// The card of a service on the home page: its addresses, a client that is ready to use, its operations, and what its document decides.

import { escapeHtml } from '../../base/escape-html.ts';
import { count } from '../../base/words.ts';
import type { Description } from '../../load/description.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { Service } from '../../model/service.ts';
import { BASIS } from '../basis-words.ts';
import { operationRow } from '../operation-row.ts';
import { entriesOf, groupsOf } from '../search/entries.ts';
import { summaryOf } from '../site-data.ts';
import { type ClientFacts, clientConfig } from './client-config.ts';
import { designedParts } from './designed.ts';

export interface CardOptions {
  /** The module that has the client. */
  readonly clientModule: string;
  /** The address that answers for the service in the mock. */
  readonly mock: string | undefined;
  /** The base address of its implementation. */
  readonly live: string | undefined;
}

export function serviceCard(service: Service, description: Description, options: CardOptions): string {
  const id = escapeHtml(service.id);
  const { mock, live } = options;
  const { webhooks, callbacks, operations, schemas } = service;
  const counts = [
    count(operations.length, 'operation'),
    ...(webhooks.length === 0 ? [] : [count(webhooks.length, 'webhook')]),
    ...(callbacks.length === 0 ? [] : [count(callbacks.length, 'callback')]),
    count(schemas.length, 'schema'),
  ];
  return `      <section class="card service" id="${id}">
        <h3><a href="${id}/index.html">${escapeHtml(service.title)}</a> <small>${escapeHtml(service.version)}</small></h3>
        <p>${escapeHtml(summaryOf(service))}</p>
        <dl class="places">
${placeRow('live', 'Live', live)}${placeRow('mock', 'Mock', mock)}${placeRow('server', 'Server', service.servers[0]?.url)}        </dl>
        <div class="credentials" hidden></div>
${client(service, options)}${groups(service)}
${designed(service, description)}        <p class="links"><a href="${id}/index.html">Reference</a> <a href="console.html#/${encodeURIComponent(service.id)}">Console</a> <a href="${id}/openapi.yaml" download>YAML</a> <a href="${id}/openapi.json" download>JSON</a> <small>${counts.join(', ')}</small></p>
      </section>`;
}

/** An address with room for its light. A live service may start later, so its row is there from the beginning, hidden. */
function placeRow(kind: 'live' | 'mock' | 'server', label: string, url: string | undefined): string {
  if (url === undefined && kind !== 'live') return '';
  const code = `<code>${escapeHtml(url ?? '')}</code>`;
  // Live services have pages to look at.
  const address = kind === 'live' ? `<a${url === undefined ? '' : ` href="${escapeHtml(url)}"`}>${code}</a>` : code;
  const light = kind === 'server' ? '' : '<span class="light"></span>';
  return `          <div data-place="${kind}"${url === undefined ? ' hidden' : ''}><dt>${light}${label} <span class="state"></span></dt><dd>${address}</dd></div>\n`;
}

/** Most operations of a service to show with all tags open. */
const UNFOLDED = 6;

/** The operations by tag. */
function groups(service: Service): string {
  const open = entriesOf(service).length <= UNFOLDED ? ' open' : '';
  const parts = groupsOf(service).map(({ tag, entries }) => {
    const list = `<ul class="plain">\n${entries.map((entry) => `          ${operationRow(entry)}`).join('\n')}\n        </ul>`;
    if (tag === '') return `        <div class="untagged">${list}</div>`;
    return `        <details${open}><summary>${escapeHtml(tag)} <small>${entries.length}</small></summary>${list}</details>`;
  });
  return `        <div class="tags">\n${parts.join('\n')}\n        </div>`;
}

/** Nothing where there is no address of this machine. A mock accepts any credential. */
function client(service: Service, { clientModule, mock, live }: CardOptions): string {
  const url = mock ?? live;
  if (url === undefined) return '';
  const schemes = Object.fromEntries(
    service.securitySchemes.flatMap((scheme) => {
      const { credential, fields = [] } = securityTraits(scheme);
      return credential === undefined ? [] : [[scheme.name, fields] as const];
    }),
  );
  const facts: ClientFacts = { factory: `create${service.name}Client`, module: clientModule, schemes };
  const used = service.operations.flatMap(({ security }) => security[0] ?? []).find(({ scheme }) => Object.hasOwn(schemes, scheme));
  const credential = used && { scheme: used.scheme, values: (schemes[used.scheme] ?? []).map(() => 'demo').concat('demo') };
  const code = escapeHtml(clientConfig(facts, url, credential));
  return `        <details class="client" data-client="${escapeHtml(JSON.stringify(facts))}"><summary>A client, ready to use</summary><div class="code-block"><pre tabindex="0"><code>${code}</code></pre></div><p class="hint" hidden></p></details>\n`;
}

function designed(service: Service, description: Description): string {
  const parts = designedParts(service, description);
  if (parts.length === 0) return '';
  const rows = parts.map(({ place, says, url }) => {
    const code = `<code>${escapeHtml(place)}</code>`;
    return `<li>${url === undefined ? code : `<a href="${escapeHtml(url)}">${code}</a>`} ${escapeHtml(says)}</li>`;
  });
  return `        <details class="designed"><summary>${escapeHtml(BASIS.designed.label)} <small>${parts.length}</small></summary><p class="hint">Neither the specification nor the public record shows these parts, so the document decides.</p><ul class="plain">${rows.join('')}</ul></details>\n`;
}
