// Runs a sandbox at addresses: each document on a port of its own, and control on another, on loopback only.

import { randomBytes } from 'node:crypto';
import { type ServeTls, serve } from '@octavo/runtime/node';
import { CONTROL_COOKIE, controlServer } from '../control/server.ts';
import { watcherOf } from '../requests/watch.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../sandbox/sandbox.ts';
import type { Credential, Service } from '../service.ts';
import { createMetrics } from '../watch/metrics.ts';
import { createHealth } from './health.ts';
import { serveMetrics } from './metrics-address.ts';
import { type ListeningPlace, tryPorts } from './ports.ts';
import type { PublicOrigins } from './public-url.ts';

interface RunOptions
  extends Pick<SandboxOptions, 'store' | 'redis' | 'network' | 'snapshots' | 'blobSpace' | 'trustedProxies' | 'watcher' | 'warn'> {
  readonly host: string;
  /** Serves the documents by HTTPS. Control stays on HTTP, since it listens on loopback. */
  readonly tls?: ServeTls | undefined;
  /** The port of a document, or of `control`. 0: any free port. */
  readonly port: (name: string) => number;
  /** The scheme and authority of a proxy, by document: links begin with it. */
  readonly publicOrigins?: PublicOrigins | undefined;
  /** How long requests under way have to end by themselves. Default: 10,000. */
  readonly drainMilliseconds?: number | undefined;
  /** Where `/metrics` is served. Absent: nothing is counted. */
  readonly metrics?: ListeningPlace | undefined;
  /** The origin of the portal, whose pages may use control. */
  readonly portal?: string | undefined;
  /** Called once the ports are known to be free, and before the store is opened. */
  readonly beforeOpening?: (() => void) | undefined;
}

/** A sandbox that listens. */
export interface Running {
  readonly services: readonly RunningService[];
  /** Whether other machines can reach the services, so that the credentials of the seeds are refused. */
  readonly isPublic: boolean;
  /** Absent where the services listen outside loopback. */
  readonly control?: RunningControl;
  /** The URL of `/metrics`, where it was asked for. */
  readonly metrics?: string;
  /** Has `/readyz` say from now on that this process ends. Requests are answered as before. */
  drain(): void;
  /** Ends requests under way, then closes the store. */
  close(): Promise<void>;
}

interface RunningControl {
  readonly url: string;
  readonly token: string;
  /** The name of the cookie in which pages of the portal send the token. */
  readonly cookie: string;
}

interface RunningService {
  readonly name: string;
  readonly documents: readonly { readonly name: string; readonly url: string }[];
  /** Those that work: none where other machines can reach the services. */
  readonly credentials: readonly Credential[];
}

const CONTROL_HOST = '127.0.0.1';

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether callers elsewhere reach the services, by a proxy on this machine. */
function namesOtherHosts(publicOrigins: PublicOrigins = new Map()): boolean {
  return [...publicOrigins.values()].some((origin) => !isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')));
}

/**
 * Where other machines can reach the services, by the address itself or a public URL, the credentials of the seeds are refused: this repository has
 * them for everybody to read. Control listens on loopback, and is off where the services do not.
 * @throws {Error} if a port is in use, or the store or Redis cannot be opened
 */
export async function run(
  services: readonly Service[],
  { host, tls, port, portal, publicOrigins, drainMilliseconds, metrics: place, beforeOpening, ...options }: RunOptions,
): Promise<Running> {
  const isPrivate = isLoopback(host);
  const isPublic = !isPrivate || namesOtherHosts(publicOrigins);
  const metrics = place && createMetrics();
  const watcher = watcherOf(options.watcher, metrics);
  await tryPorts(placesOf(services, { host, port, metrics: place }));
  beforeOpening?.();
  const settings = JSON.stringify([...(publicOrigins ?? []), options.trustedProxies, options.network?.allowPrivate, options.blobSpace]);
  const sandbox = await openSandbox(services, { ...options, watcher, settings, refusesSeeded: isPublic });
  const health = createHealth(() => sandbox.readiness());
  const closers: (() => Promise<void>)[] = [() => sandbox.close()];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const running = await Promise.all(
      services.map(async ({ name, documents, credentials }) => ({
        name,
        documents: await Promise.all(
          documents.map(async (document) => {
            const publicOrigin = publicOrigins?.get(document);
            const listening = { host, port: port(document), tls, publicOrigin, before: health.answer, drainMilliseconds };
            return { name: document, url: (await sandbox.listen(document, listening)).baseUrl };
          }),
        ),
        credentials: isPublic ? [] : credentials,
      })),
    );
    const served: Running = { services: running, isPublic, drain: () => health.drain(), close };
    const gauges = { waiting: () => sandbox.waiting(), connections: () => sandbox.connections.list() };
    const counted = place && metrics && (await serveMetrics(place, metrics, gauges, health));
    // It is the last to close, so that it says how the end goes.
    if (counted !== undefined) closers.unshift(() => counted.close());
    const more = counted === undefined ? {} : { metrics: `${counted.url}/metrics` };
    if (!isPrivate) return { ...served, ...more };
    const control = await listenForControl(sandbox, port('control'), portal);
    closers.push(() => control.close());
    return { ...served, ...more, control: { url: control.url, token: control.token, cookie: CONTROL_COOKIE } };
  } catch (error) {
    await close();
    throw error;
  }
}

function placesOf(
  services: readonly Service[],
  { host, port, metrics }: Pick<RunOptions, 'host' | 'port' | 'metrics'>,
): readonly ListeningPlace[] {
  const documents = services.flatMap((service) => service.documents.map((document) => ({ host, port: port(document) })));
  const control = isLoopback(host) ? [{ host: CONTROL_HOST, port: port('control') }] : [];
  return [...documents, ...control, ...(metrics === undefined ? [] : [metrics])];
}

async function listenForControl(sandbox: Sandbox, port: number, portal: string | undefined) {
  const token = randomBytes(24).toString('base64url');
  const { url, close } = await serve(controlServer(sandbox, { token, portal }), { port, hostname: CONTROL_HOST });
  return { url: `${url}/v1`, token, close };
}
