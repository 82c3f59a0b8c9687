// The card of a service on the home page: its addresses, a client that is ready to use, its operations, and what its document decides.
import { h, type JSX } from 'preact';
import { count } from '../../base/words.ts';
import type { Description } from '../../load/description.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { Service } from '../../model/service.ts';
import { BASIS } from '../basis-words.ts';
import { operationRow } from '../operation-row.ts';
import { codeBlock, joined } from '../render.ts';
import { consoleUrl, entriesOf, groupsOf } from '../search/entries.ts';
import { summaryOf } from '../site-data.ts';
import { comparisonUrl, type Version } from '../versions/versions.ts';
import { type ClientFacts, clientConfig } from './client-config.ts';
import { designedParts } from './designed.ts';

export interface CardOptions {
  /** The module that has the client. */
  readonly clientModule: string;
  /** The address that answers for the service in the mock. */
  readonly mock: string | undefined;
  /** The base address of its implementation. */
  readonly live: string | undefined;
  /** The versions of a document that has several, the newest first. */
  readonly versions?: readonly Version[];
}

export function serviceCard(service: Service, description: Description, options: CardOptions): JSX.Element {
  const { id, title, version, servers } = service;
  const reference = `${id}/index.html`;
  return h(
    'section',
    { class: 'card service', id },
    h('h3', null, h('a', { href: reference, dir: 'auto' }, title), ' ', h('small', null, version)),
    h('p', { dir: 'auto' }, summaryOf(service)),
    h(
      'dl',
      { class: 'places' },
      placeRow('live', 'Live', options.live),
      placeRow('mock', 'Mock', options.mock),
      placeRow('server', 'Server', servers[0]?.url),
      versionsRow(options.versions ?? []),
    ),
    h('div', { class: 'credentials', hidden: true }),
    client(service, options),
    groups(service),
    designed(service, description),
    h(
      'p',
      { class: 'links' },
      joined(
        [
          h('a', { href: reference }, 'Reference'),
          h('a', { href: consoleUrl(service) }, 'Console'),
          h('a', { href: `${id}/openapi.yaml`, download: true }, 'YAML'),
          h('a', { href: `${id}/openapi.json`, download: true }, 'JSON'),
          h('small', null, counts(service)),
        ],
        ' ',
      ),
    ),
  );
}

function counts({ webhooks, callbacks, operations, schemas }: Service): string {
  return [
    count(operations.length, 'operation'),
    ...(webhooks.length === 0 ? [] : [count(webhooks.length, 'webhook')]),
    ...(callbacks.length === 0 ? [] : [count(callbacks.length, 'callback')]),
    count(schemas.length, 'schema'),
  ].join(', ');
}

/** An address with room for its light. A live service may start later, so its row is there from the beginning, hidden. */
function placeRow(kind: 'live' | 'mock' | 'server', label: string, url: string | undefined): JSX.Element | null {
  if (url === undefined && kind !== 'live') return null;
  const code = h('code', null, url ?? '');
  return h(
    'div',
    { 'data-place': kind, hidden: url === undefined },
    h('dt', null, kind !== 'server' && h('span', { class: 'light' }), `${label} `, h('span', { class: 'state' })),
    // Live services have pages to look at.
    h('dd', null, kind === 'live' ? h('a', url === undefined ? null : { href: url }, code) : code),
  );
}

/** The older versions, each with what has changed since. */
function versionsRow([newest, ...older]: readonly Version[]): JSX.Element | null {
  if (newest === undefined || older.length === 0) return null;
  const links = older.map((version) => [
    h('a', { href: `${version.id}/index.html` }, version.label),
    ' (',
    h('a', { href: comparisonUrl(version, newest) }, 'changes since'),
    ')',
  ]);
  return h('div', { class: 'older' }, h('dt', null, 'Older'), h('dd', null, h('span', null, joined(links, ', '))));
}

/** Most operations of a service to show with all tags open. */
const UNFOLDED = 6;

/** The operations by tag. */
function groups(service: Service): JSX.Element {
  const open = entriesOf(service).length <= UNFOLDED;
  const parts = groupsOf(service).map(({ tag, entries }) => {
    const list = h('ul', { class: 'plain' }, entries.map(operationRow));
    if (tag === '') return h('div', { class: 'untagged' }, list);
    return h('details', { open }, h('summary', null, `${tag} `, h('small', null, entries.length)), list);
  });
  return h('div', { class: 'tags' }, parts);
}

/** Nothing where there is no address of this machine. A mock accepts any credential. */
function client(service: Service, { clientModule, mock, live }: CardOptions): JSX.Element | null {
  const url = mock ?? live;
  if (url === undefined) return null;
  const schemes = Object.fromEntries(
    service.securitySchemes.flatMap((scheme) => {
      const { credential, fields = [] } = securityTraits(scheme);
      return credential === undefined ? [] : [[scheme.name, fields] as const];
    }),
  );
  const facts: ClientFacts = { factory: `create${service.name}Client`, module: clientModule, schemes };
  const used = service.operations.flatMap(({ security }) => security[0] ?? []).find(({ scheme }) => Object.hasOwn(schemes, scheme));
  const credential = used && { scheme: used.scheme, values: (schemes[used.scheme] ?? []).map(() => 'demo').concat('demo') };
  return h(
    'details',
    { class: 'client', 'data-client': JSON.stringify(facts) },
    h('summary', null, 'A client, ready to use'),
    h('div', { class: 'code-block' }, codeBlock(clientConfig(facts, url, credential))),
    h('p', { class: 'hint', hidden: true }),
  );
}

function designed(service: Service, description: Description): JSX.Element | null {
  const parts = designedParts(service, description);
  if (parts.length === 0) return null;
  const rows = parts.map(({ place, says, url }) => {
    const code = h('code', null, place);
    return h('li', null, url === undefined ? code : h('a', { href: url }, code), ` ${says}`);
  });
  return h(
    'details',
    { class: 'designed' },
    h('summary', null, `${BASIS.designed.label} `, h('small', null, parts.length)),
    h('p', { class: 'hint' }, 'Neither the specification nor the public record shows these parts, so the document decides.'),
    h('ul', { class: 'plain' }, rows),
  );
}
