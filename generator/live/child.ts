// The process that runs the module of `serve`: loads it, starts it when its parent says so, reports errors, and ends with its parent.
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { watchParent } from '../base/end-with-parent.ts';
import type { Served, ServeModule } from '../serve.ts';
import { failureOf } from './failure.ts';
import { portsOf } from './ports.ts';
import type { FromLive, LiveSettings, ToLive } from './protocol.ts';
import { checkServed } from './served.ts';

const [file = ''] = process.argv.slice(2);
const stopping = new AbortController();
const imported = new Set<string>();
let running: Promise<Served> | undefined;
let hasFailed = false;

// Code that finds `process.send` would send messages that the parent does not expect, so only this file has it.
const toParent = process.send?.bind(process);
delete process.send;

function send(message: FromLive, done = (): void => {}): void {
  if (process.connected) toParent?.(message, undefined, undefined, done);
}

function fail(error: unknown): void {
  if (hasFailed) return;
  hasFailed = true;
  const failure = failureOf(error, file, [...imported]);
  // After `stop`, the parent no longer shows what happens.
  if (stopping.signal.aborted) console.error(error);
  send({ kind: 'failed', failure }, () => process.exit(1));
}

/** Reports each file when it is looked up, which is before it is loaded: a file that cannot be loaded is watched too. */
function watchImports(): void {
  registerHooks({
    resolve(specifier, context, next) {
      try {
        const resolved = next(specifier, context);
        report(resolved.url);
        return resolved;
      } catch (error) {
        if (error instanceof Error && 'url' in error && typeof error.url === 'string') report(error.url);
        throw error;
      }
    },
  });
}

function report(url: string): void {
  if (!url.startsWith('file:')) return;
  const found = fileURLToPath(url.replace(/[?#].*$/, ''));
  if (imported.has(found) || /[\\/]node_modules[\\/]/.test(found)) return;
  imported.add(found);
  // The file is reported at once, since it may contain an endless loop.
  send({ kind: 'imports', file: found });
}

async function load(): Promise<ServeModule> {
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href);
  if (typeof module.default === 'function') return module.default as ServeModule;
  throw new Error('Its default export is not a function. Write `export default defineServe(async ({ port }) => …)`.');
}

async function start(module: ServeModule, { host, portal, ...ports }: LiveSettings): Promise<Served> {
  const served = await module({ host, portal, port: portsOf(ports), signal: stopping.signal });
  send({ kind: 'served', served: checkServed(served) });
  return served;
}

async function stop(): Promise<void> {
  stopping.abort();
  const served = await running?.catch(() => undefined);
  await served?.close();
  if (!hasFailed) process.exit(0);
}

async function main(): Promise<void> {
  watchParent();
  process.on('disconnect', () => process.exit(0));
  // A signal to the whole process group, or Ctrl-C in a console of Windows, reaches the parent too, which decides when to stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  // The command ends when the reader of its output has gone, and ends this process in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  // An unhandled rejection comes here too.
  process.on('uncaughtException', fail);
  process.on('message', ({ kind }: ToLive) => {
    if (kind === 'stop') stop().catch(fail);
  });
  enableCompileCache();
  watchImports();
  const module = await load();
  process.on('message', (message: ToLive) => {
    if (message.kind !== 'start') return;
    running = start(module, message.settings);
    running.catch((error: unknown) => {
      // A start that is given up because of `stop` is no failure.
      if (!stopping.signal.aborted) fail(error);
    });
  });
  send({ kind: 'loaded' });
}

main().catch(fail);
