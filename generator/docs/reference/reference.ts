// Builds the reference of a document with Redocly, which gets the document with samples and sources.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { environmentError } from '../../base/error.ts';
import { jsonText } from '../../base/exact.ts';
import type { Peer } from '../../base/peer.ts';
import { serverUrl } from '../../base/server-path.ts';
import { stage } from '../../base/stage.ts';
import type { JsonObject } from '../../load/description.ts';
import { errorTable } from '../../model/error-codes.ts';
import { type ListOrder, withOrder } from '../../model/list-order.ts';
import { type RateLimit, withLimits } from '../../model/rate-limits.ts';
import type { Link, Operation, Service } from '../../model/service.ts';
import { runRedocly } from '../../redocly/run.ts';
import { showBasis, showStatements } from '../basis.ts';
import { BASIS } from '../basis-words.ts';
import { operationFile } from '../operation-page.ts';
import type { Sample } from '../samples/index.ts';
import { consoleUrl } from '../search/entries.ts';
import { operationAnchor, referenceId } from './anchor.ts';
import { cachedPage } from './reference-cache.ts';
import { sanitiseTexts } from './safe-markdown.ts';

export interface ReferenceOptions {
  /** The bundled document, inside references only. */
  readonly document: JsonObject;
  readonly service: Service;
  /** Whether the site has a page of statements to link to. */
  readonly statements: boolean;
  readonly samplesOf: (operation: Operation) => readonly Sample[];
  /** The address that answers for a server in the mock; the page lists it after the document's servers. */
  readonly mockUrl?: (server: string) => string;
  readonly redocly: Peer;
  /** Scratch folder of this page alone. */
  readonly scratch: string;
  /** Folder of the pages that Redocly has built of this document before. */
  readonly cache: string;
  readonly signal?: AbortSignal;
}

/** Returns Redocly's page: one file with its script and styles. Throws if Redocly fails. */
export async function redoclyPage(options: ReferenceOptions): Promise<string> {
  const { service, redocly, cache } = options;
  // Redocly shows only the languages of samples that its configuration names. The configuration is YAML, so JSON will do.
  const languages = [...new Map(service.operations.flatMap(options.samplesOf).map(({ lang, label }) => [label, { lang, label }])).values()];
  const config = JSON.stringify({ openapi: { codeSamples: { languages } } });
  const document = await stage(() => jsonText(annotated(options)));
  const title = `${service.title} reference`;
  return await cachedPage(cache, [redocly.version, title, config, document], () => build(options, { title, config, document }));
}

/** The parts of a document that Redocly reads. */
interface Input {
  readonly title: string;
  readonly config: string;
  readonly document: string;
}

async function build({ redocly, scratch, signal }: ReferenceOptions, { title, config, document }: Input): Promise<string> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const input = path.join(scratch, 'openapi.json');
  const output = path.join(scratch, 'index.html');
  await rm(output, { force: true });
  await writeFile(input, document);
  await writeFile(path.join(scratch, 'redocly.yaml'), config);
  await run(redocly.bin, ['build-docs', input, '-o', output, '--inlineBundle', '--title', title], scratch, signal);
  return await readFile(output, 'utf8');
}

/** The document with `x-codeSamples` and `x-badges` on each operation, which Redocly's page shows. */
function annotated({ document, service, samplesOf, statements, mockUrl }: ReferenceOptions): JsonObject {
  const copy = structuredClone(document) as Record<string, unknown>;
  const paths = record(copy.paths);
  const hooks = record(copy.webhooks);
  const info = record(copy.info);
  if (info !== undefined) {
    showLimits(info, service.limits);
    showErrors(info, service);
  }
  showBasis(copy, document, service, statements);
  if (mockUrl !== undefined) {
    const mock = { url: mockUrl(serverUrl(service.servers[0])), description: 'The mock, while octavo dev or octavo mock runs.' };
    copy.servers = [...(Array.isArray(copy.servers) ? copy.servers : []), mock];
  }
  for (const operation of service.operations) {
    const target = annotate(record(paths?.[operation.path]), operation, samplesOf(operation));
    if (target === undefined) continue;
    nameCallbacks(record(target.callbacks));
    showChoices(target, operation);
    showLinks(target, operation, service);
    showOrder(target, operation.order);
    showLimits(target, operation.limits);
    showStatements(target, operation.statements, statements);
    showPages(target, operation, service);
  }
  nameCallbacks(record(record(copy.components)?.callbacks));
  for (const webhook of service.webhooks) {
    const target = annotate(record(hooks?.[webhook.key]), webhook, []);
    // The console checks, signs and sends one to a receiver.
    const lead = `[Send it to a receiver of yours](../${consoleUrl(service, webhook, 'webhook')})`;
    if (target !== undefined) endWith(target, `${lead} · [As Markdown](${operationFile(webhook)})`);
  }
  // The page's policy forbids scripts, but a `meta` element could still send its readers elsewhere.
  sanitiseTexts(copy);
  return copy as JsonObject;
}

type Members = Record<string, unknown>;

/** Adds samples, the badge and a missing `operationId` to an operation, and returns its object; `undefined` if it is not in the path item itself. */
function annotate(item: Members | undefined, operation: Operation, samples: readonly Sample[]): Members | undefined {
  const target = record(item?.[operation.method.toLowerCase()]);
  if (target === undefined) return undefined;
  target.operationId ??= referenceId(operation);
  if (samples.length > 0) target['x-codeSamples'] = samples;
  if (operation.basis !== undefined) target['x-badges'] = [{ name: BASIS[operation.basis].label }];
  return target;
}

/** Ends the description with the limits of requests. */
function showLimits(target: Members, limits: readonly RateLimit[]): void {
  const { description = '' } = withLimits(typeof target.description === 'string' ? { description: target.description } : {}, limits);
  if (limits.length > 0) target.description = description;
}

/** Ends the description with the order of the list. */
function showOrder(target: Members, order: ListOrder | undefined): void {
  const { description } = withOrder(typeof target.description === 'string' ? { description: target.description } : {}, order);
  if (description !== undefined) target.description = description;
}

/** Ends the description with the codes of errors. */
function showErrors(target: Members, { errors }: Service): void {
  const table = errorTable(errors);
  if (table !== '') target.description = `${typeof target.description === 'string' ? `${target.description.trimEnd()}\n\n` : ''}${table}\n`;
}

/** Gives callbacks without a summary their name: Redocly would show the expression of their address. */
function nameCallbacks(callbacks: Members | undefined): void {
  for (const [key, callback] of Object.entries(callbacks ?? {})) {
    for (const item of Object.values(record(callback) ?? {})) {
      for (const inner of Object.values(record(item) ?? {})) {
        const target = record(inner);
        if (target !== undefined && target.responses !== undefined) target.summary ??= key;
      }
    }
  }
}

/** Describes `x-any-of-parameters`, which Redocly does not know. */
function showChoices(target: Members, { choices }: Operation): void {
  if (choices === undefined) return;
  const sets = choices.map((names) => names.map(codeSpan).join(' and '));
  endWith(target, `Requires ${sets.join(', or ')}.`);
}

/** Lists the links of an operation in its description, because Redocly does not show links. */
function showLinks(target: Members, operation: Operation, service: Service): void {
  const rows = new Map<string, { readonly link: Link; readonly statuses: string[] }>();
  for (const link of service.links.filter(({ from }) => from === operation)) {
    const key = JSON.stringify([link.key, link.to.id, link.description]);
    const row = rows.get(key) ?? { link, statuses: [] };
    rows.set(key, row);
    row.statuses.push(link.status);
  }
  if (rows.size === 0) return;
  const lines = [...rows.values()].map(({ link: { key, to, description }, statuses }) => {
    const about = description === undefined ? '' : `. ${description.replaceAll(/\s+/g, ' ').trim()}`;
    return `- ${codeSpan(key)} (${statuses.join(', ')}) leads to [${codeSpan(to.id)}](${operationAnchor(to)})${about}`;
  });
  endWith(target, `Links:\n\n${lines.join('\n')}`);
}

/** Leads to the console and to the Markdown page: Redocly's page has no button that sends a request. */
function showPages(target: Members, operation: Operation, service: Service): void {
  endWith(target, `[Try it in the console](../${consoleUrl(service, operation)}) · [As Markdown](${operationFile(operation)})`);
}

/** Adds a paragraph to the description. */
function endWith(target: Members, text: string): void {
  const before = typeof target.description === 'string' ? `${target.description}\n\n` : '';
  target.description = `${before}${text}`;
}

/** Markdown that shows the text as it is. */
function codeSpan(text: string): string {
  return `\`${text.replaceAll(/[\s`]+/g, ' ').trim()}\``;
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

async function run(bin: string, args: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<void> {
  // The page is the same without the checks of React for its developers, which take a tenth of the time.
  const env = { NO_COLOR: '1', NODE_ENV: 'production' };
  const { code, out, err } = await runRedocly({ bin, args, cwd, env, ...(signal === undefined ? {} : { signal }) });
  if (code === 0) return;
  const said = `${out}${err}`.trim().split('\n').slice(-4).join(' ');
  throw environmentError('docs-failed', `Redocly could not build the reference: ${said}`);
}
