// Turns checked documents into a static site: the portal, one reference page each, the search data, and the documents themselves.
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { HeldOptions } from '../emit/held/held.ts';
import { jsonText } from '../exact.ts';
import { bundle } from '../load/bundle.ts';
import type { Description } from '../load/description.ts';
import type { Service } from '../model/service.ts';
import { requirePeer } from '../peer.ts';
import { cannotWrite } from '../write/cannot-write.ts';
import { replaceFile } from '../write/file.ts';
import { portalPage } from './portal.ts';
import { referencePage } from './reference.ts';
import { samples } from './samples/index.ts';
import { searchEntries } from './search-index.ts';
import { type Statement, statementsPage } from './statements.ts';

export interface DocsDocument {
  readonly description: Description;
  readonly service: Service;
  /** In which form samples hold what JSON has no type for. Default: as it is sent. */
  readonly held?: HeldOptions;
}

export interface DocsOptions {
  readonly documents: readonly DocsDocument[];
  /** Folder of the site; what stands there under the names of the site's files is replaced. */
  readonly out: string;
  /** Project folder: Redocly is looked for from here, scratch files go to its `.octavo`. */
  readonly root: string;
  readonly title?: string;
  /** Module names that samples import, by service: `@octavo/interfaces/h-email`, or a relative folder. */
  readonly clientModule: (service: Service) => string;
  readonly runtime: string;
  /** What `x-statements` name; absent where the project has no file of statements. */
  readonly statements?: readonly Statement[];
  /** Rebuild only the references of these documents (ids); the portal and the search are always rebuilt. */
  readonly only?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** Builds the site; returns the files written, relative to `out`. */
export async function buildDocs(options: DocsOptions): Promise<readonly string[]> {
  const { documents, out, root, runtime, statements } = options;
  const redocly = requirePeer(root, '@redocly/cli', 'redocly', 'docs').bin;
  const services = documents.map(({ service }) => service);
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
  // Two cores are what a small machine has; each page is a process of its own.
  const queue = documents.filter(({ service }) => options.only?.has(service.id) ?? true);
  const next = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      const { description, service, held } = entry;
      const document = bundle(description);
      const scratch = path.join(root, '.octavo/docs', `${service.id}-${process.pid}`);
      const clientModule = options.clientModule(service);
      const page = await referencePage({
        document,
        service,
        redocly,
        scratch,
        statements: statements !== undefined,
        samplesOf: (operation) => samples(service, operation, { clientModule, runtime, ...(held === undefined ? {} : { held }) }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      }).finally(() => rm(scratch, { recursive: true, force: true }));
      put(`${service.id}/index.html`, page);
      put(`${service.id}/openapi.json`, jsonText(document, 2));
    }
  };
  await Promise.all([next(), next()]);
  const names = Object.fromEntries(services.map((service) => [service.id, service.title]));
  const data = JSON.stringify({ names, entries: searchEntries(services, statements) }).replaceAll('<', '\\u003c');
  put('assets/search-data.js', `globalThis.octavoSearch = ${data};\n`);
  for (const asset of ['portal.js', 'portal.css'])
    put(`assets/${asset}`, await readFile(path.join(import.meta.dirname, 'assets', asset), 'utf8'));
  const library = createRequire(import.meta.url).resolve('minisearch');
  put('assets/minisearch.js', withoutSourceMap(await readFile(path.join(path.dirname(library), '../umd/index.js'), 'utf8')));
  const title = options.title ?? 'Interfaces';
  put('index.html', portalPage(services, { title, statements: statements !== undefined }));
  if (statements !== undefined) put('statements.html', statementsPage(statements, services, title));
  return written.sort();
}

function withoutSourceMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}
