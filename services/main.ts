// The command `octavo-services`: runs the services at addresses of this machine until Ctrl-C.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ServeTls } from '@octavo/runtime/node';
import { type EndOfProcess, endOfProcess } from '@octavo/runtime/process';
import { loadServices, serviceNames } from './index.ts';
import { makePrivateFolder } from './platform/private-files.ts';
import { publicOriginsOf } from './platform/run/public-url.ts';
import { isLoopback, type Running, run } from './platform/run/run.ts';
import { startFault, WrongCommandLine } from './platform/run/start-fault.ts';
import { plainHttpLine, readTls, type TlsFiles } from './platform/run/tls.ts';
import type { StorePlace } from './platform/store/open.ts';
import { lock } from './platform/store/sqlite/lock.ts';
import { inWords, type Operator, operatorAt } from './platform/watch/operator.ts';
import { DOCUMENTS, portsFrom } from './ports.ts';
import { readSettings, type Settings } from './settings.ts';

const FILE = '.octavo/sandbox/sandbox.sqlite';
const SNAPSHOTS = '.octavo/sandbox/snapshots';

/** Milliseconds that are left to close the store after requests have ended. */
const LAST_MILLISECONDS = 5_000;

/**
 * Resolves when the services have ended, or could not start. What goes wrong is a line on stderr. The exit code is that of the signal that ended them
 * (130 after Ctrl-C), 2 for a wrong command line, and 3 where something on the machine prevents the start.
 */
export async function main(args: readonly string[]): Promise<void> {
  let end: EndOfProcess | undefined;
  let store: StorePlace | undefined;
  let operator = inWords;
  try {
    const { settings, remarks } = readSettings(args, process.env);
    const { drainDelay, drainTime, logLevel } = settings;
    const patienceMilliseconds = 1_000 * (drainDelay + drainTime) + LAST_MILLISECONDS;
    end = endOfProcess({ signals: ['SIGINT', 'SIGTERM', 'SIGHUP'], endsUnread: true, patienceMilliseconds });
    end.listen();
    operator = await operatorAt(logLevel);
    for (const remark of remarks) operator.warn(remark);
    const names = namesOf(settings.services);
    store = placeOf(settings);
    const running = await start(names, store, settings, operator);
    if (!end.signal.aborted) await once(end.signal, 'abort');
    running.drain();
    await setTimeout(1_000 * drainDelay);
    await running.close();
    process.exit(end.exitCode());
  } catch (error) {
    const { message, exitCode } = startFault(error, store);
    await operator.fail('octavo-services', message);
    process.exit(end?.exitCode() ?? exitCode);
  }
}

/** @throws {WrongCommandLine} where no service has one of the names */
function namesOf(args: readonly string[] = []): readonly string[] {
  const known: readonly string[] = serviceNames;
  const unknown = args.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new WrongCommandLine(`There is no service ${unknown}. The services are: ${known.join(', ')}.`);
  return args.length === 0 ? known : args;
}

async function start(names: readonly string[], store: StorePlace, settings: Settings, operator: Operator): Promise<Running> {
  const services = await loadServices(names);
  const { host, redis, allowLoopback, blobSpace, trustedProxies, metrics } = settings;
  const tls = settings.tls === undefined ? undefined : tlsIn(settings.tls, host, operator.warn);
  const documents = services.flatMap((service) => service.documents);
  const publicOrigins = fromCommandLine(() => publicOriginsOf(settings.publicUrl ?? [], documents, DOCUMENTS));
  const network = allowLoopback === true ? ({ allowPrivate: 'loopback' } as const) : {};
  const running = await run(services, {
    store,
    host,
    tls,
    publicOrigins,
    port: portsFrom(settings.port),
    beforeOpening: settings.fresh === true ? () => removeData(store) : undefined,
    trustedProxies,
    watcher: operator.watcher,
    metrics,
    warn: operator.warn,
    network,
    ...('memory' in store ? {} : { snapshots: SNAPSHOTS }),
    ...(redis === undefined ? {} : { redis }),
    blobSpace: blobSpace * 2 ** 20,
    drainMilliseconds: 1_000 * settings.drainTime,
  });
  const { control, metrics: counted } = running;
  const served = running.services.flatMap((service) => service.documents);
  process.stdout.write(
    `${JSON.stringify({ documents: served, ...(control === undefined ? {} : { control }), ...(counted === undefined ? {} : { metrics: counted }) })}\n`,
  );
  operator.ready({ documents: served }, greeting(running, store));
  if (running.isPublic) operator.warn(publicLine(control !== undefined));
  if (tls === undefined) operator.warn(plainHttpLine(isLoopback(host), '--tls cert.pem,key.pem'));
  return running;
}

/** Says that the credentials of the seeds do not work. */
function publicLine(hasControl: boolean): string {
  return hasControl
    ? 'Seeded credentials are refused, since --public-url names other hosts: make keys and tokens by the actions of control.'
    : 'Control is off and seeded credentials are refused, since other machines can reach the services.';
}

/** @throws {WrongCommandLine} if the files are not a certificate and its key */
function tlsIn(files: TlsFiles, host: string, warn: (line: string) => void): ServeTls {
  return fromCommandLine(() => readTls(files, host, Date.now(), warn));
}

/** @throws {WrongCommandLine} in place of the error of what reads a part of the command line */
function fromCommandLine<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw new WrongCommandLine(error instanceof Error ? error.message : String(error));
  }
}

function placeOf({ memory, database, redis, fresh }: Settings): StorePlace {
  if (database !== undefined) {
    if (memory === true) throw new WrongCommandLine('--memory and --database exclude each other.');
    if (fresh === true)
      throw new WrongCommandLine(
        '--fresh deletes no database of PostgreSQL. Begin with an empty one, or reset the sandbox by its control.',
      );
    return { postgres: database };
  }
  if (redis !== undefined) throw new WrongCommandLine('--redis is for several processes, which need --database too.');
  return memory === true ? { memory: true } : { file: FILE };
}

/** @throws {Error} if another process uses the data */
function removeData(place: StorePlace): void {
  if (!('file' in place)) return;
  makePrivateFolder(dirname(place.file));
  const unlock = lock(place.file);
  for (const end of ['', '-wal', '-shm']) rmSync(place.file + end, { force: true });
  unlock();
}

function greeting({ services, control }: Running, place: StorePlace): string {
  const kept =
    'file' in place
      ? `Their data is in ${place.file}; --fresh deletes it.`
      : 'postgres' in place
        ? 'Their data is in PostgreSQL.'
        : 'Their data is in memory.';
  const lines = services.flatMap(({ documents, credentials }) => [
    ...documents.map(({ name, url }) => `  ${name.padEnd(24)}${url}`),
    ...credentials.map(({ scheme, value, note }) => `    ${`${scheme} ${value}`}   ${note}`),
  ]);
  const access = control === undefined ? [] : [`  ${'control'.padEnd(24)}${control.url}`, `    token ${control.token}`];
  return `The services are ready. ${kept}\n\n${[...lines, ...access].join('\n')}\n\nCtrl-C ends them.\n`;
}
