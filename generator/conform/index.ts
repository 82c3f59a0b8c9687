// Tests a service against its document: the settings of a user become a run.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { usageError } from '../base/error.ts';
import { serverPath, serverUrl } from '../base/server-path.ts';
import { count } from '../base/words.ts';
import type { Operation, Service } from '../model/service.ts';
import { read } from '../run/pipeline.ts';
import { checks } from './checks/index.ts';
import type { ConformReport } from './contract/report.ts';
import type { ConformSettings } from './contract/settings.ts';
import type { Handler, Target } from './contract/target.ts';
import { run } from './run/index.ts';
import type { RunOptions } from './run/options.ts';
import { plannedOperations } from './run/selection.ts';
import { httpTarget } from './target/http.ts';
import { inProcessTarget } from './target/in-process.ts';
import { checkHost, isLoopback, paced, REMOTE_RATE } from './target/policy.ts';

export type { ConformReport } from './contract/report.ts';
export type { KeptOrder } from './run/order.ts';
export { type Plan, plannedOperations } from './run/selection.ts';

export interface ConformOptions extends ConformSettings {
  /** The OpenAPI document: a path, or the URL of a file. */
  readonly document: string | URL;
  /** The service: its address, or a function of a `Request` in this process. An address without a path gets that of the document's first server. */
  readonly target: string | URL | Handler;
  readonly signal?: AbortSignal;
}

type ServiceOptions = Omit<ConformOptions, 'document'> &
  Pick<RunOptions, 'onOperation' | 'onExchange' | 'order'> & { readonly judging?: RunOptions['judging'] };

/**
 * Sends valid and invalid requests to a service, and judges its responses by the document.
 * @throws {OctavoError} for options that cannot be used (exit code 2), and for a target that does not answer or does not fit the document (3).
 */
export async function conform({ document, ...options }: ConformOptions): Promise<ConformReport> {
  const file = path.resolve(document instanceof URL ? fileURLToPath(document) : document);
  return conformService(await readService({ root: path.dirname(file), allowRemote: [], strict: false }, { file }), options);
}

/** The same for a document that has been read. */
export async function conformService(service: Service, options: ServiceOptions): Promise<ConformReport> {
  refuseUnknownChecks(Object.keys(options.checks ?? {}));
  const target = targetOf(service, options);
  refuseUnaskedWrites(service, options);
  try {
    return await run({
      service,
      target,
      judging: options.judging ?? {},
      seed: options.seed ?? 1,
      random: options.random ?? 10,
      most: options.most ?? 500,
      credentials: options.credentials ?? {},
      writes: options.readOnly !== true,
      milliseconds: options.maxTime,
      only: options.only ?? [],
      skip: options.skip ?? [],
      cleansUp: typeof options.target !== 'function' && options.readOnly !== true,
      minSuccess: options.minSuccess ?? 80,
      checks: options.checks ?? {},
      waivers: options.waivers ?? [],
      overrides: options.overrides ?? {},
      ...(options.sequences === undefined ? {} : { sequences: options.sequences }),
      signal: options.signal ?? new AbortController().signal,
      ...(options.order === undefined ? {} : { order: options.order }),
      ...(options.onOperation === undefined ? {} : { onOperation: options.onOperation }),
      ...(options.onExchange === undefined ? {} : { onExchange: options.onExchange }),
    });
  } finally {
    await target.close();
  }
}

/** A service behind an address may keep what a run does to it. */
function refuseUnaskedWrites(service: Service, options: ServiceOptions): void {
  const { target, allowWrites = false } = options;
  const { writes, deletes, reads } = plannedOperations(service, options);
  if (typeof target === 'function' || allowWrites || writes.length + deletes.length === 0) return;
  const kinds = [
    ...(writes.length === 0 ? [] : [`${writes.length} create or change something`]),
    ...(deletes.length === 0 ? [] : [`${deletes.length} delete something`]),
  ];
  throw usageError(
    'writes-not-allowed',
    `Of ${count(reads.length + writes.length + deletes.length, 'operation')}, ${kinds.join(' and ')} on ${parse(target).origin}.`,
    {
      fix: 'If it may, add `--allow-writes` (`allowWrites: true`). `--plan` lists these operations, and `--read-only` leaves them out.',
    },
  );
}

/** @throws {OctavoError} (exit code 2) for a document with errors. */
export async function readService(...[project, document]: Parameters<typeof read>): Promise<Service> {
  const { service, problems } = await read(project, document);
  if (service !== undefined) return service;
  const [first] = problems;
  throw usageError('document-refused', `The document ${document.file} cannot be read: ${first?.message ?? 'it has errors.'}`, {
    fix: 'Run `octavo lint` for all of its problems.',
  });
}

/** A misspelt id would leave a check as it is. */
function refuseUnknownChecks(ids: readonly string[]): void {
  const unknown = ids.find((id) => !checks.some((check) => check.id === id));
  if (unknown === undefined) return;
  throw usageError('check-unknown', `There is no check \`${unknown}\`.`, {
    fix: `The checks are ${checks.map(({ id }) => id).join(', ')}.`,
  });
}

/** The target with its base path and policy. */
function targetOf(service: Service, options: Omit<ConformOptions, 'document'>): Target {
  const { target, basePath, timeout, rate, allowHosts = [] } = options;
  const declared = serverPath(serverUrl(service.servers[0]));
  const limits = timeout === undefined ? {} : { milliseconds: timeout };
  const path = typeof target === 'function' ? '/' : parse(target).pathname;
  const said = basePath ?? (path === '/' ? undefined : path);
  const at = { basePath: (said ?? declared).replace(/\/+$/, ''), limits };
  // Without a path from the user, each operation stands below that of its own server, as in a generated server.
  const own = said === undefined ? { ownBasePath } : {};
  if (typeof target === 'function') return { ...inProcessTarget(target, at), ...own };
  const address = parse(target);
  checkHost(address, { allowHosts });
  const http = { ...httpTarget(address, at), ...own };
  return paced(http, rate ?? (isLoopback(address) ? undefined : REMOTE_RATE));
}

function ownBasePath({ servers }: Operation): string | undefined {
  return servers === undefined ? undefined : serverPath(serverUrl(servers[0]));
}

function parse(target: string | URL): URL {
  const url = URL.parse(target);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw usageError('target-malformed', `\`${target}\` is not an http or https address.`, {
    fix: 'Write one such as `http://127.0.0.1:3000`.',
  });
}
