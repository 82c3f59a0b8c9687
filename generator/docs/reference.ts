// Builds the reference page of a document with Redocly: adds samples and sources, and lets the page load nothing from outside.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endsWithParent } from '../end-with-parent.ts';
import { environmentError } from '../error.ts';
import { jsonText } from '../exact.ts';
import type { JsonObject } from '../load/description.ts';
import type { Link, Operation, Service } from '../model/service.ts';
import { stage } from '../stage.ts';
import { operationAnchor, referenceId } from './anchor.ts';
import { showBasis, showStatements } from './basis.ts';
import { sanitiseTexts } from './safe-markdown.ts';
import type { Sample } from './samples/index.ts';
import { serverUrl } from './samples/request.ts';

export interface ReferenceOptions {
  /** The bundled document, inside references only. */
  readonly document: JsonObject;
  readonly service: Service;
  /** Whether the site has a page of statements to link to. */
  readonly statements: boolean;
  readonly samplesOf: (operation: Operation) => readonly Sample[];
  /** The address that answers for a server in the mock; the page lists it after the document's servers. */
  readonly mockUrl?: (server: string) => string;
  /** Path of Redocly's command line script. */
  readonly redocly: string;
  /** Scratch folder of this page alone. */
  readonly scratch: string;
  readonly signal?: AbortSignal;
}

/** Returns the page, which is self-contained. Throws if Redocly fails, or if the page would load something from outside. */
export async function referencePage(options: ReferenceOptions): Promise<string> {
  const { service, scratch } = options;
  await mkdir(scratch, { recursive: true });
  const input = path.join(scratch, 'openapi.json');
  const output = path.join(scratch, 'index.html');
  await rm(output, { force: true });
  await writeFile(input, await stage(() => jsonText(annotated(options))));
  // Redocly shows only the languages of samples that its configuration names. The configuration is YAML, so JSON will do.
  const languages = [...new Map(service.operations.flatMap(options.samplesOf).map(({ lang, label }) => [label, { lang, label }])).values()];
  await writeFile(path.join(scratch, 'redocly.yaml'), JSON.stringify({ openapi: { codeSamples: { languages } } }));
  const args = [options.redocly, 'build-docs', input, '-o', output, '--inlineBundle', '--title', `${service.title} reference`];
  await run(args, scratch, options.signal);
  return secured(await readFile(output, 'utf8'), service);
}

/** The document with `x-codeSamples` and `x-badges` on each operation, which Redocly's page shows. */
function annotated({ document, service, samplesOf, statements, mockUrl }: ReferenceOptions): JsonObject {
  const copy = structuredClone(document) as Record<string, unknown>;
  const paths = record(copy.paths);
  const hooks = record(copy.webhooks);
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
    showStatements(target, operation.statements, statements);
  }
  nameCallbacks(record(record(copy.components)?.callbacks));
  for (const webhook of service.webhooks) annotate(record(hooks?.[webhook.key]), webhook, []);
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
  if (operation.basis !== undefined) target['x-badges'] = [{ name: operation.basis }];
  return target;
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
  const before = typeof target.description === 'string' ? `${target.description}\n\n` : '';
  target.description = `${before}Requires ${sets.join(', or ')}.`;
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
  const before = typeof target.description === 'string' ? `${target.description}\n\n` : '';
  target.description = `${before}Links:\n\n${lines.join('\n')}`;
}

/** Markdown that shows the text as it is. */
function codeSpan(text: string): string {
  return `\`${text.replaceAll(/[\s`]+/g, ' ').trim()}\``;
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

function run(args: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
    const child = spawn(process.execPath, [...endsWithParent, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', fail);
    child.once('exit', (code) => {
      if (code === 0) done();
      else fail(environmentError('docs-failed', `Redocly could not build the reference: ${said.trim().split('\n').slice(-4).join(' ')}`));
    });
  });
}

/** The link back to the portal. On a phone it is on the left, because Redoc's menu is on the right. */
const HOME = `<style>
.octavo-home{position:fixed;right:16px;bottom:16px;z-index:9;padding:8px 14px;border-radius:18px;background:#14213d;color:#fff;font:500 14px system-ui,sans-serif;text-decoration:none;box-shadow:0 2px 10px #0003}
@media (max-width:1000px){.octavo-home{right:auto;left:16px}}
</style>
<a class="octavo-home" href="../index.html">All services</a>`;

/** Replaces the two logos that the page would load from Redocly. */
const LOGO = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="52" height="16"><text x="0" y="12" font-family="sans-serif" font-size="12" fill="#0044d4">Redocly</text></svg>',
).toString('base64')}`;

/**
 * Removes what the page would load from outside. A Content-Security-Policy forbids the rest: it allows scripts by hash, and no connections.
 * If a newer Redocly builds its page differently, this throws, instead of the page failing in a reader's browser.
 */
function secured(page: string, service: Service): string {
  if (!page.includes('"disableTelemetry":true')) throw environmentError('docs-failed', 'Redocly left telemetry on in the reference page.');
  const end = page.lastIndexOf('</body>');
  const html = `${page.slice(0, end)}${HOME}${page.slice(end)}`.replace(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g, LOGO);
  const foreign = /<(?:script|link|img)\b[^>]*\b(?:src|href)="?https?:[^>]*>/.exec(html);
  if (foreign !== null) throw environmentError('docs-failed', `The reference of ${service.id} would fetch ${foreign[0].slice(0, 200)}.`);
  const hashes = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    '<meta charset="utf8" />',
    () => `<meta charset="utf-8" />\n  <meta http-equiv="Content-Security-Policy" content="${policy}">\n  <link rel="icon" href="data:,">`,
  );
}
