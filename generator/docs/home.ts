// Builds the home page: what the site is, a quick start, and a card for each service. The portal's home.ts adds what only `octavo dev` knows.

import { escapeHtml } from '../base/escape-html.ts';
import { serverUrl } from '../base/server-path.ts';
import { count } from '../base/words.ts';
import type { Basis, Service } from '../model/service.ts';
import { serviceCard } from './card/service-card.ts';
import { basisLegend } from './operation-row.ts';
import type { DocsDocument } from './options.ts';
import { type Frame, page } from './page.ts';
import { quickStart } from './quick-start.ts';
import type { SamplesOptions } from './samples/index.ts';
import { entriesOf } from './search/entries.ts';

export interface HomeOptions {
  readonly samplesFor: (service: Service) => SamplesOptions;
  /** The address that answers for a server of a service in the mock. */
  readonly mockUrl?: (service: Service, server: string) => string;
  /** The base address of a service's implementation; `undefined` where none runs. */
  readonly liveUrl?: (service: Service) => string | undefined;
}

export function homePage(documents: readonly DocsDocument[], frame: Frame, options: HomeOptions): string {
  const services = documents.map(({ service }) => service);
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  const bases = new Set<Basis>(services.flatMap((service) => entriesOf(service).flatMap(({ operation }) => operation.basis ?? [])));
  const what = `This portal documents ${count(services.length, 'service')} with ${count(operations, 'operation')}, and lets you try each of them; it is made from ${services.length === 1 ? 'an OpenAPI document' : 'OpenAPI documents'}.`;
  return page(frame, {
    title: '',
    path: 'index.html',
    scripts: ['home.js'],
    main: `    <div class="hero"><section>
      <h1>${escapeHtml(frame.title)}</h1>
      <p class="lead">${what}</p>
${frame.isDev ? '      <p class="running" id="running" role="status" hidden></p>\n' : ''}      <p class="actions"><a class="button primary" href="console.html">Open the console</a> ${frame.pages.has('sandbox') ? '<a class="button" href="sandbox.html" data-needs="control" hidden>Open the sandbox</a> ' : ''}<a class="button" href="#services">See the services</a></p>
${ways(frame)}    </section>
${quickStart(services, options.samplesFor, (service) => options.liveUrl?.(service) !== undefined)}    </div>
    <div class="toolbar">
      <h2>Services</h2>
      <div class="filter" hidden><label class="visually-hidden" for="filter">Filter services and operations</label><input class="input" id="filter" type="search" placeholder="Filter services and operations" autocomplete="off" spellcheck="false"><span class="hint" id="filter-said" role="status"></span></div>
    </div>
    <div id="services">
${documents.map((document) => cardOf(document, options)).join('\n')}
    </div>
${basisLegend(bases)}${furtherPages(frame)}`,
  });
}

function cardOf({ service, description }: DocsDocument, { samplesFor, mockUrl, liveUrl }: HomeOptions): string {
  const { clientModule } = samplesFor(service);
  return serviceCard(service, description, {
    clientModule,
    mock: mockUrl?.(service, serverUrl(service.servers[0])),
    live: liveUrl?.(service),
  });
}

/** The ways to use the site, a line for each. */
function ways({ pages, isDev }: Frame): string {
  const items = [
    ['', '<b>Find</b> an operation, a field or an error: press <kbd>/</kbd> on any page, or open a service below.'],
    [
      '',
      `<b>Try</b> the operation in the <a href="console.html">console</a>. Its form is filled in${isDev ? ' and ready to send' : ''}, and validators check the response.`,
    ],
    ...(pages.has('sandbox')
      ? [
          [
            ' data-needs="control" hidden',
            '<b>Watch</b> your <a href="sandbox.html#/requests">requests</a> and the <a href="sandbox.html#/deliveries">webhooks</a> they cause in the sandbox, and move its <a href="sandbox.html#/clock">clock</a> to see what falls due.',
          ],
        ]
      : []),
    [
      '',
      isDev
        ? '<b>Call</b> a service from your own code: its <a href="#services">card</a> has its live address, credentials that work, the address of its mock, and a client that is ready to use.'
        : '<b>Call</b> a service from your own code: its <a href="#services">card</a> leads to its address, its reference and its OpenAPI document.',
    ],
  ];
  return `      <ul class="ways">${items.map(([attributes, text]) => `<li${attributes}>${text}</li>`).join('')}</ul>\n`;
}

function furtherPages({ pages }: Frame): string {
  const items = [
    ...(pages.has('statements')
      ? ['<li><a href="statements.html">Statements</a>: what the specification says, and the operations that answer it.</li>']
      : []),
    ...(pages.has('changelog')
      ? ['<li><a href="changelog.html">Changelog</a>: what changed in the documents, and whether it breaks callers.</li>']
      : []),
    '<li><a href="llms.txt">llms.txt</a>: all services and operations for programs that read, each with a page in Markdown.</li>',
  ];
  return `    <section>\n      <h2>More</h2>\n      <ul>${items.join('')}</ul>\n    </section>`;
}
