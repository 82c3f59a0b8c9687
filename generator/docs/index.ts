// Builds the static site of the documents: the portal, a reference page for each, the search data, and the documents themselves.
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { HeldOptions } from '../emit/held/held.ts';
import { jsonText } from '../exact.ts';
import { bundle } from '../load/bundle.ts';
import type { Description } from '../load/description.ts';
import type { Service } from '../model/service.ts';
import { requirePeer } from '../peer.ts';
import { serverPath } from '../server-path.ts';
import { stage } from '../stage.ts';
import { cannotWrite } from '../write/cannot-write.ts';
import { replaceFile } from '../write/file.ts';
import { removeLeftOvers } from '../write/left-overs.ts';
import { portalPage } from './portal.ts';
import { referencePage } from './reference.ts';
import { samples } from './samples/index.ts';
import { serverUrl } from './samples/request.ts';
import { searchEntries } from './search-index.ts';
import { type Statement, statementsPage } from './statements.ts';

export interface DocsDocument {
  readonly description: Description;
  readonly service: Service;
  /** The types that samples use for int64 and date-time. Default: those of JSON. */
  readonly held?: HeldOptions;
}

export interface DocsOptions {
  readonly documents: readonly DocsDocument[];
  /** Folder of the site; files with the names of its files are replaced. */
  readonly out: string;
  /** Project folder. Redocly is resolved from here, and temporary files go to its `.octavo`. */
  readonly root: string;
  readonly title?: string;
  /** The module that the samples of a service import: `@octavo/interfaces/h-email`, or a relative path. */
  readonly clientModule: (service: Service) => string;
  readonly runtime: string;
  /** The address that answers for a server of a service in the mock. With it, each page names the mock and has samples for it. */
  readonly mockUrl?: (service: Service, server: string) => string;
  /** The base address of a service's implementation, which the portal links; `undefined` where none runs. */
  readonly liveUrl?: (service: Service) => string | undefined;
  /** The statements that `x-statements` refer to; absent if the project has no file of statements. */
  readonly statements?: readonly Statement[];
  /** Ids of the documents whose reference pages to rebuild; the portal and the search are always rebuilt. */
  readonly only?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** Builds the site, and returns the paths of its files, relative to `out`. Throws after all other pages are built where one could not be. */
export async function buildDocs(options: DocsOptions): Promise<readonly string[]> {
  const { documents, out, root, statements, mockUrl, liveUrl } = options;
  removeLeftOvers(path.join(root, SCRATCH), /-(\d+)$/);
  const redocly = requirePeer(root, '@redocly/cli', 'redocly', 'docs').bin;
  const failures = new Map<string, unknown>();
  const written: string[] = [];
  const put = (name: string, text: string): void => {
    const file = path.join(out, name);
    try {
      replaceFile(file, text);
    } catch (error) {
      throw cannotWrite(file, error);
    }
    written.push(name);
  };
  // Each page is built by a Redocly process of its own; two at a time suit a small machine.
  const queue = documents.filter(({ service }) => options.only?.has(service.id) ?? true);
  const next = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      const { id } = entry.service;
      try {
        const { page, document } = await pageOf(entry, redocly, options);
        put(`${id}/index.html`, page);
        put(`${id}/openapi.json`, jsonText(document, 2));
      } catch (error) {
        if (options.signal?.aborted === true) throw error;
        failures.set(id, error);
      }
    }
  };
  await Promise.all([next(), next()]);
  const services = documents.map(({ service }) => service).filter(({ id }) => !failures.has(id));
  const searched = Object.fromEntries(services.map(({ id, title, servers }) => [id, { title, base: serverPath(serverUrl(servers[0])) }]));
  const entries = await stage(() => searchEntries(services, statements));
  const data = JSON.stringify({ services: searched, entries }).replaceAll('<', '\\u003c');
  put('assets/search-data.js', `globalThis.octavoSearch = ${data};\n`);
  for (const asset of ['portal.js', 'portal.css'])
    put(`assets/${asset}`, await readFile(path.join(import.meta.dirname, 'assets', asset), 'utf8'));
  const library = createRequire(import.meta.url).resolve('minisearch');
  put('assets/minisearch.js', withoutSourceMap(await readFile(path.join(path.dirname(library), '../umd/index.js'), 'utf8')));
  const title = options.title ?? 'Interfaces';
  const addresses = { ...(mockUrl === undefined ? {} : { mockUrl }), ...(liveUrl === undefined ? {} : { liveUrl }) };
  put('index.html', portalPage(services, { title, statements: statements !== undefined, ...addresses }));
  if (statements !== undefined) put('statements.html', statementsPage(statements, services, title));
  for (const failure of failures.values()) throw failure;
  return written.sort();
}

/** A folder for each page that is being built, with the process id at the end of its name. */
const SCRATCH = '.octavo/docs';

/** The reference page of a document, and the document that it shows. */
async function pageOf({ description, service, held }: DocsDocument, redocly: string, options: DocsOptions) {
  const { root, runtime, statements, mockUrl, signal } = options;
  const document = bundle(description);
  const scratch = path.join(root, SCRATCH, `${service.id}-${process.pid}`);
  const clientModule = options.clientModule(service);
  const page = await referencePage({
    document,
    service,
    redocly,
    scratch,
    statements: statements !== undefined,
    samplesOf: (operation) =>
      samples(service, operation, {
        clientModule,
        runtime,
        ...(held === undefined ? {} : { held }),
        ...(mockUrl === undefined ? {} : { mockUrl }),
      }),
    ...(mockUrl === undefined ? {} : { mockUrl: (server: string) => mockUrl(service, server) }),
    ...(signal === undefined ? {} : { signal }),
  }).finally(() => rm(scratch, { recursive: true, force: true }));
  return { page, document };
}

function withoutSourceMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}
