// Builds the home page: what the site is, a quick start, and a card for each service. The portal's home.ts adds what only `octavo dev` knows.
import { type ComponentChild, h, type JSX } from 'preact';
import { serverUrl } from '../base/server-path.ts';
import { count } from '../base/words.ts';
import type { Basis, Service } from '../model/service.ts';
import { serviceCard } from './card/service-card.ts';
import type { Frame } from './frame/frame.ts';
import { basisLegend } from './operation-row.ts';
import type { DocsDocument } from './options.ts';
import { page } from './page.ts';
import { quickStart } from './quick-start.ts';
import type { SamplesOptions } from './samples/index.ts';
import { entriesOf } from './search/entries.ts';
import { newestOf } from './versions/versions.ts';

export interface HomeOptions {
  readonly samplesFor: (service: Service) => SamplesOptions;
  /** The address that answers for a server of a service in the mock. */
  readonly mockUrl?: (service: Service, server: string) => string;
  /** The base address of a service's implementation; `undefined` where none runs. */
  readonly liveUrl?: (service: Service) => string | undefined;
}

export function homePage(all: readonly DocsDocument[], frame: Frame, options: HomeOptions): string {
  // Older versions are on the card of the newest one.
  const documents = newestOf(all);
  const services = documents.map(({ service }) => service);
  const bases = new Set<Basis>(services.flatMap((service) => entriesOf(service).flatMap(({ operation }) => operation.basis ?? [])));
  return page(frame, {
    title: '',
    path: 'index.html',
    scripts: ['home.js'],
    main: [
      h(
        'div',
        { class: 'hero' },
        introduction(services, frame),
        quickStart(services, options.samplesFor, (service) => options.liveUrl?.(service) !== undefined),
      ),
      h('div', { class: 'toolbar' }, h('h2', null, services.length === 1 ? 'Service' : 'Services'), isLong(services) && filter()),
      h(
        'div',
        { id: 'services' },
        documents.map((document) => cardOf(document, frame, options)),
      ),
      basisLegend(bases),
      furtherPages(frame),
    ],
  });
}

function introduction(services: readonly Service[], frame: Frame): JSX.Element {
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  const documents = services.length === 1 ? 'an OpenAPI document' : 'OpenAPI documents';
  const counts = `${count(services.length, 'service')} with ${count(operations, 'operation')}`;
  return h(
    'section',
    null,
    h('h1', { dir: 'auto' }, frame.title),
    h('p', { class: 'lead' }, `This portal documents ${counts}, and lets you try each of them; it is made from ${documents}.`),
    frame.isDev && h('p', { class: 'running', id: 'running', role: 'status', hidden: true }),
    h(
      'p',
      { class: 'actions' },
      h('a', { class: 'button primary', href: 'console.html' }, 'Open the console'),
      frame.pages.has('sandbox') &&
        h('a', { class: 'button', href: 'sandbox.html', 'data-needs': 'control', hidden: true }, 'Open the sandbox'),
      h('a', { class: 'button', href: '#services' }, 'See the services'),
    ),
    ways(frame),
  );
}

/** Fewer operations need no filter. */
const SHORT = 6;

function isLong(services: readonly Service[]): boolean {
  return services.length > 1 || services.some((service) => entriesOf(service).length > SHORT);
}

function filter(): JSX.Element {
  return h(
    'div',
    { class: 'filter', hidden: true },
    h('label', { class: 'visually-hidden', for: 'filter' }, 'Filter services and operations'),
    h('input', {
      class: 'input',
      id: 'filter',
      type: 'search',
      placeholder: 'Filter services and operations',
      autocomplete: 'off',
      spellcheck: false,
    }),
    h('span', { class: 'hint', id: 'filter-said', role: 'status' }),
  );
}

function cardOf({ service, description }: DocsDocument, { versions }: Frame, { samplesFor, mockUrl, liveUrl }: HomeOptions): JSX.Element {
  const { clientModule } = samplesFor(service);
  return serviceCard(service, description, {
    clientModule,
    mock: mockUrl?.(service, serverUrl(service.servers[0])),
    live: liveUrl?.(service),
    versions: versions?.get(service.id) ?? [],
  });
}

/** The ways to use the site, a line for each. */
function ways({ pages, isDev }: Frame): JSX.Element {
  const link = (href: string, text: string): JSX.Element => h('a', { href }, text);
  return h(
    'ul',
    { class: 'ways' },
    way('Find', ' an operation, a field or an error: press ', h('kbd', null, '/'), ' on any page, or open a service below.'),
    way(
      'Try',
      ' the operation in the ',
      link('console.html', 'console'),
      `. Its form is filled in${isDev ? ' and ready to send' : ''}, and validators check the response.`,
    ),
    pages.has('sandbox') &&
      h(
        'li',
        { 'data-needs': 'control', hidden: true },
        h('b', null, 'Watch'),
        ' your ',
        link('sandbox.html#/requests', 'requests'),
        ' and the ',
        link('sandbox.html#/deliveries', 'webhooks'),
        ' they cause in the sandbox, and move its ',
        link('sandbox.html#/clock', 'clock'),
        ' to see what falls due.',
      ),
    way(
      'Call',
      ' a service from your own code: its ',
      link('#services', 'card'),
      isDev
        ? ' has its live address, credentials that work, the address of its mock, and a client that is ready to use.'
        : ' leads to its address, its reference and its OpenAPI document.',
    ),
  );
}

function way(verb: string, ...says: readonly ComponentChild[]): JSX.Element {
  return h('li', null, h('b', null, verb), ...says);
}

function furtherPages({ pages }: Frame): JSX.Element {
  const item = (href: string, name: string, says: string): JSX.Element => h('li', null, h('a', { href }, name), `: ${says}`);
  return h(
    'section',
    null,
    h('h2', null, 'More'),
    h(
      'ul',
      null,
      pages.has('statements') && item('statements.html', 'Statements', 'what the specification says, and the operations that answer it.'),
      pages.has('changelog') && item('changelog.html', 'Changelog', 'what changed in the documents, and whether it breaks callers.'),
      item('llms.txt', 'llms.txt', 'all services and operations for programs that read, each with a page in Markdown.'),
    ),
  );
}
