// The site of this repository's documents, built without Redocly, and pages of it in Chromium.
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { Problems } from '../../generator/base/problem.ts';
import { serverPath } from '../../generator/base/server-path.ts';
import { buildDocs } from '../../generator/docs/index.ts';
import { readStatementFile } from '../../generator/docs/statements.ts';
import type { Service } from '../../generator/model/service.ts';
import { documents as configured, project, root, serviceOf } from '../support/documents.ts';
import { oncePerRunAsync } from '../support/once-per-run.ts';

const documents = await Promise.all(
  configured.map(async (document) => {
    const { description, service } = await serviceOf(document);
    return { description, service, held: document.held };
  }),
);
export const services: readonly Service[] = documents.map(({ service }) => service);
export const statements = readStatementFile(project.statements ?? '', root, {}, new Problems()) ?? [];

/** The folder of the site, which is built once in a run. */
export function builtSite(): Promise<string> {
  return oncePerRunAsync('plain-site', async (out) => {
    await buildDocs({
      documents,
      statements,
      out,
      root,
      mockUrl: ({ id }, server) => `http://127.0.0.1:4999/mock/${id}${serverPath(server)}`,
      clientModule: ({ id }) => `@octavo/interfaces/${id}`,
      runtime: '@octavo/runtime',
      changelog: { reason: 'The repository of this project has no tags yet.' },
      isPlain: true,
      // To compress 1,200 files takes twice as long as to make them. `test/docs/vectors.test.ts` looks for the copies.
      hasCopies: false,
    });
    return out;
  });
}

export interface Opened {
  readonly page: Page;
  /** Addresses outside the site that the page asked for. */
  readonly outside: readonly string[];
  /** What the page wrote to the console as an error, and what it threw. */
  readonly errors: readonly string[];
}

/** `address` is a file of the site, or an address where it is served. */
export async function open(
  browser: Browser,
  address: string,
  { width = 1280, scheme = 'light' as 'light' | 'dark' } = {},
): Promise<Opened> {
  const url = /^https?:/.test(address) ? address : pathToFileURL(address).href;
  const outside: string[] = [];
  const errors: string[] = [];
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  page.on('request', (request) => {
    const asked = request.url();
    if (!/^(?:file|data|blob):/.test(asked) && !asked.startsWith(new URL(url).origin)) outside.push(asked);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  return { page, outside, errors };
}
