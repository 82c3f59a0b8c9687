// Builds the reference of each document with Redocly, where it is installed.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findPeer, type Peer } from '../../base/peer.ts';
import type { JsonObject } from '../../load/description.ts';
import type { Service } from '../../model/service.ts';
import { removeLeftOvers } from '../../write/left-overs.ts';
import type { Frame } from '../frame/frame.ts';
import { type DocsDocument, type DocsOptions, samplesOptions } from '../options.ts';
import { samples } from '../samples/index.ts';
import type { SiteFiles } from '../site-files.ts';
import { plainReference } from './plain-reference.ts';
import { redoclyPage } from './reference.ts';
import { takeApart, withBar } from './reference-page.ts';

/** A document, and itself as one with inside references only. */
export type BundledDocument = DocsDocument & { readonly bundled: JsonObject };

/** A folder for each page that is being built, with the process id at the end of its name. */
const SCRATCH = '.octavo/docs';

/** A folder for each document, with the pages that Redocly has built of it before. */
const CACHE = '.octavo/references';

/** Throws after all references are built where one could not be. Without Redocly, references are plain lists. */
export async function buildReferences(
  files: SiteFiles,
  frame: Frame,
  documents: readonly BundledDocument[],
  options: DocsOptions,
): Promise<void> {
  const { root, signal } = options;
  removeLeftOvers(path.join(root, SCRATCH), /-(\d+)$/);
  const redocly = options.isPlain === true ? undefined : findPeer(root, '@redocly/cli', 'redocly');
  if (redocly === undefined) {
    for (const document of documents) {
      const { service } = document;
      files.put(`${service.id}/index.html`, plainReference(service, frame, samplesOptions(options, document)));
    }
    return;
  }
  const failures: unknown[] = [];
  // Each page is built by a Redocly process of its own; two at a time suit a small machine.
  const queue = [...documents];
  const next = async (): Promise<void> => {
    for (let document = queue.shift(); document !== undefined; document = queue.shift()) {
      const { id } = document.service;
      try {
        const { page, library, script } = takeApart(await pageOf(document, redocly, options), id);
        files.put(`assets/${library.name}`, library.text);
        files.put(`${id}/reference.js`, script);
        files.put(`${id}/index.html`, page(frame));
      } catch (error) {
        if (signal?.aborted === true) throw error;
        failures.push(error);
      }
    }
  };
  await Promise.all([next(), next()]);
  for (const failure of failures) throw failure;
}

/** Writes today's navigation into the references of documents that have not changed. */
export function updateBars(files: SiteFiles, frame: Frame, services: readonly Service[]): void {
  for (const { id } of services) {
    const page = files.read(`${id}/index.html`);
    if (page !== undefined) files.put(`${id}/index.html`, withBar(page, frame, id));
  }
}

async function pageOf({ bundled, service, held }: BundledDocument, redocly: Peer, options: DocsOptions): Promise<string> {
  const { root, statements, mockUrl, signal } = options;
  const shown = samplesOptions(options, { service, ...(held === undefined ? {} : { held }) });
  const scratch = path.join(root, SCRATCH, `${service.id}-${process.pid}`);
  return await redoclyPage({
    document: bundled,
    service,
    redocly,
    scratch,
    cache: path.join(root, CACHE, service.id),
    statements: statements !== undefined,
    samplesOf: (operation) => samples(service, operation, shown),
    ...(mockUrl === undefined ? {} : { mockUrl: (server: string) => mockUrl(service, server) }),
    ...(signal === undefined ? {} : { signal }),
  }).finally(() => rm(scratch, { recursive: true, force: true }));
}
