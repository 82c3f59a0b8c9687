// Builds the static site of the documents: the portal's pages, a reference for each document, the search data, and the documents themselves.
import { jsonText } from '../base/exact.ts';
import { stage } from '../base/stage.ts';
import { bundle } from '../load/bundle.ts';
import type { Service } from '../model/service.ts';
import { putAssets } from './assets.ts';
import { changelogPage } from './changelog-page.ts';
import { arrivalText, columnFile, columnText } from './console/column-data.ts';
import { consoleFiles } from './console/index.ts';
import type { Frame, OptionalPage } from './frame/frame.ts';
import { homePage } from './home.ts';
import { llmsText } from './llms.ts';
import { CHANGELOG_FILE, changelogMarkdown, comparisonMarkdown } from './markdown/changes-markdown.ts';
import { documentMarkdown } from './markdown/document-markdown.ts';
import { schemaFile, schemaMarkdown } from './markdown/schema-markdown.ts';
import { STATEMENTS_FILE, statementsMarkdown } from './markdown/statements-markdown.ts';
import { notFoundPage } from './not-found.ts';
import { operationFile, operationMarkdown } from './operation-page.ts';
import { type DocsDocument, type DocsOptions, samplesOptions } from './options.ts';
import { appPage } from './page.ts';
import { plainReference } from './reference/plain-reference.ts';
import { type BundledDocument, buildReferences, updateBars } from './reference/references.ts';
import { samples } from './samples/index.ts';
import { schemaPages } from './schema-page.ts';
import { entriesOf } from './search/entries.ts';
import { searchScript } from './search/search-index.ts';
import { SIGNED_IN, signedInPage } from './signed-in.ts';
import { siteData } from './site-data.ts';
import { createSiteFiles, type SiteFiles } from './site-files.ts';
import { statementsPage } from './statements.ts';
import { comparisonPage } from './versions/comparison-page.ts';
import { comparisonFile, comparisonUrl, newestOf, pairsOf, titleWithVersion, versionsOf } from './versions/versions.ts';
import { yamlText } from './yaml-text.ts';

export type { DocsDocument } from './options.ts';

/** Builds the site, and returns the paths of its files, relative to `out`. Throws after all other pages are built where one could not be. */
export async function buildDocs(options: DocsOptions): Promise<readonly string[]> {
  const { documents, only, onPages, isDev = false, hasCopies = !isDev } = options;
  const files = createSiteFiles(options.out, { hasCopies });
  const services = documents.map(({ service }) => service);
  const frame = frameOf(options);
  const changed = documents
    .filter(({ service }) => only?.has(service.id) ?? true)
    .map((document) => ({ ...document, bundled: bundle(document.description) }));
  await putAssets(files, options.theme?.css);
  putPortal(files, frame, services, options);
  for (const document of changed) await stage(() => putDocument(files, frame, document, options));
  await stage(() => putComparisons(files, frame, services));
  const titles = new Map(frame.services.map(({ id, title }) => [id, title]));
  files.put('assets/search-data.js', await stage(() => searchScript(services, options.statements, titles)));
  updateBars(
    files,
    frame,
    services.filter(({ id }) => !changed.some(({ service }) => service.id === id)),
  );
  onPages?.();
  const references = await Promise.allSettled([buildReferences(files, frame, changed, options)]);
  const written = await files.finish();
  for (const outcome of references) if (outcome.status === 'rejected') throw outcome.reason;
  return written;
}

/** The pages of the whole site. */
function putPortal(files: SiteFiles, frame: Frame, services: readonly Service[], options: DocsOptions): void {
  const { statements, changelog, mockUrl, liveUrl, documents } = options;
  const shown = {
    samplesFor: (service: Service) => samplesOptions(options, documents.find((document) => document.service === service) ?? { service }),
    ...(mockUrl === undefined ? {} : { mockUrl }),
    ...(liveUrl === undefined ? {} : { liveUrl }),
  };
  files.put('data/site.json', `${JSON.stringify(siteData(services, frame.title))}\n`);
  files.put('index.html', homePage(documents, frame, shown));
  files.put('console.html', appPage(frame, 'console', 'Console'));
  if (frame.isDev) files.put(SIGNED_IN, signedInPage(frame));
  if (frame.pages.has('sandbox')) files.put('sandbox.html', appPage(frame, 'sandbox', 'Sandbox'));
  if (changelog !== undefined) files.put('changelog.html', changelogPage(changelog, frame));
  const findRoot = files.read('assets/find-root.js');
  if (findRoot === undefined) throw new Error('The built portal has no `find-root.js`, which the page for missing addresses needs.');
  files.put('404.html', notFoundPage(frame, findRoot));
  if (statements !== undefined) files.put('statements.html', statementsPage(statements, services, frame));
  if (changelog !== undefined) files.put(CHANGELOG_FILE, changelogMarkdown(changelog));
  if (statements !== undefined) files.put(STATEMENTS_FILE, statementsMarkdown(statements, services));
  files.put('llms.txt', llmsText(services, frame));
}

/** A page for each two versions of a document. */
function putComparisons(files: SiteFiles, frame: Frame, services: readonly Service[]): void {
  for (const versions of new Set(frame.versions?.values())) {
    for (const { before, after } of pairsOf(versions)) {
      const [old, now] = [before, after].map(({ id }) => services.find((service) => service.id === id));
      if (old === undefined || now === undefined) continue;
      const compared = [
        { version: before, service: old },
        { version: after, service: now },
      ] as const;
      files.put(comparisonUrl(before, after), comparisonPage(...compared, versions, frame));
      files.put(comparisonFile(before, after), comparisonMarkdown(...compared));
    }
  }
}

/** The pages of a document but its reference by Redocly, which takes longer; until that is there, a plain one is. */
function putDocument(files: SiteFiles, frame: Frame, document: BundledDocument, options: DocsOptions): void {
  const { service, bundled } = document;
  const { id } = service;
  files.put(`${id}/openapi.json`, jsonText(bundled, 2));
  files.put(`${id}/openapi.yaml`, yamlText(bundled));
  for (const { name, text } of schemaPages(service, frame)) files.put(`${id}/schemas/${name}.html`, text);
  for (const schema of service.schemas)
    if (schema.name !== undefined) files.put(`${id}/${schemaFile(schema.name)}`, schemaMarkdown(service, schema, schema.name));
  files.put(`${id}/index.md`, documentMarkdown(service));
  files.clear(`${id}/schemas`);
  const shown = samplesOptions(options, document);
  for (const entry of entriesOf(service)) {
    const given = entry.kind === 'operation' ? samples(service, entry.operation, shown) : [];
    files.put(`${id}/${operationFile(entry.operation)}`, operationMarkdown(service, entry, given));
    if (entry.kind === 'operation') files.put(`${id}/${columnFile(entry.operation)}`, columnText(service, entry.operation, shown));
  }
  for (const webhook of service.webhooks) files.put(`${id}/${columnFile(webhook)}`, arrivalText(service, webhook));
  files.clear(`${id}/operations`);
  for (const [name, text] of consoleFiles(service, { ...shown, runtimeFolder: 'assets/runtime/' })) files.put(name, text);
  if (files.read(`${id}/index.html`) === undefined) files.put(`${id}/index.html`, plainReference(service, frame, shown));
}

function frameOf({ documents, title, theme, statements, changelog, isDev = false }: DocsOptions): Frame {
  const versions = versionsOf(documents);
  const pages: OptionalPage[] = [
    ...(isDev ? ['sandbox' as const] : []),
    ...(statements === undefined ? [] : ['statements' as const]),
    ...(changelog === undefined ? [] : ['changelog' as const]),
  ];
  return {
    title: title ?? theme?.name ?? defaultTitle(documents),
    ...(theme?.icon === undefined ? {} : { icon: theme.icon }),
    services: documents.map(({ service: { id, title: name } }) => ({ id, title: titleWithVersion(name, id, versions) })),
    ...(versions.size === 0 ? {} : { versions }),
    pages: new Set(pages),
    isDev,
  };
}

/** The title of the only document, however many versions it has. */
function defaultTitle(documents: readonly DocsDocument[]): string {
  const [only, ...others] = newestOf(documents);
  return only === undefined || others.length > 0 ? 'Interfaces' : only.service.title;
}
