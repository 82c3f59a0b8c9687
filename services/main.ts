// The command `octavo-services`: runs the services at addresses of this machine until Ctrl-C.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ServeTls } from '@octavo/runtime/node';
import { endOfProcess } from '@octavo/runtime/process';
import { Command, InvalidArgumentError } from 'commander';
import { loadServices, serviceNames } from './index.ts';
import { makePrivateFolder } from './platform/private-files.ts';
import { publicOriginsOf } from './platform/run/public-url.ts';
import { isLoopback, type Running, run } from './platform/run/run.ts';
import { EXIT_CODES, startFault, WrongCommandLine } from './platform/run/start-fault.ts';
import { plainHttpLine, readTls, type TlsFiles, tlsFilesOf } from './platform/run/tls.ts';
import type { StorePlace } from './platform/store/open.ts';
import { lock } from './platform/store/sqlite/lock.ts';
import { MOST_PORTS, portsFrom } from './ports.ts';

const FILE = '.octavo/sandbox/sandbox.sqlite';
const SNAPSHOTS = '.octavo/sandbox/snapshots';

interface Options {
  readonly memory?: true;
  readonly fresh?: true;
  readonly port: number;
  readonly host: string;
  readonly tls?: TlsFiles;
  readonly publicUrl: readonly string[];
  readonly database?: string;
  readonly redis?: string;
  readonly allowLoopback?: true;
  readonly blobSpace?: number;
}

/** Milliseconds that requests under way have to end after the first signal. */
const PATIENCE = 15_000;

/**
 * Resolves when the services have ended, or could not start. What goes wrong is a line on stderr. The exit code is that of the signal that ended them
 * (130 after Ctrl-C), 2 for a wrong command line, and 3 where something on the machine prevents the start.
 */
export async function main(args: readonly string[]): Promise<void> {
  const program = new Command('octavo-services')
    .description('Runs the services of the documents, with state, at addresses of this machine.')
    .argument('[names...]', `services to run (default: all: ${serviceNames.join(', ')})`)
    .option('--memory', 'keep the data in memory; it ends with the process')
    .option('--fresh', 'delete the saved data first')
    .option('--port <number>', 'first of the ports; 0 picks free ones', portOf, 4010)
    .option('--host <address>', 'address to listen on; outside loopback, control is off and seeded credentials are refused', '127.0.0.1')
    .option('--tls <cert,key>', 'serve HTTPS with a certificate and its private key, two files in PEM', filesOf)
    .option(
      '--public-url <url>',
      'where a proxy serves a document, for links: e-scheduling=https://booking.example.com; may be repeated',
      added,
      [],
    )
    .option('--database <url>', 'keep the data in PostgreSQL: postgres://user:password@host:5432/database')
    .option('--redis <url>', 'share limits and messages with other processes on that database: redis://host:6379')
    .option('--allow-loopback', 'send deliveries such as webhooks to addresses of this machine too')
    .option('--blob-space <MiB>', 'how many MiB of files, such as uploads, the services keep (default: 96)', mebibytesOf)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : EXIT_CODES.usage));
  program.parse(args, { from: 'user' });
  const end = endOfProcess({ signals: ['SIGINT', 'SIGTERM', 'SIGHUP'], endsUnread: true, patienceMilliseconds: PATIENCE });
  end.listen();
  let store: StorePlace | undefined;
  try {
    const options = program.opts<Options>();
    const names = namesOf(program.args);
    store = placeOf(options);
    const running = await start(names, store, options);
    if (!end.signal.aborted) await once(end.signal, 'abort');
    await running.close();
    process.exit(end.exitCode());
  } catch (error) {
    const { message, exitCode } = startFault(error, store);
    process.stderr.write(`octavo-services: ${message}\n`, () => process.exit(end.exitCode() ?? exitCode));
  }
}

/** @throws {WrongCommandLine} where no service has one of the names */
function namesOf(args: readonly string[]): readonly string[] {
  const known: readonly string[] = serviceNames;
  const unknown = args.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new WrongCommandLine(`There is no service ${unknown}. The services are: ${known.join(', ')}.`);
  return args.length === 0 ? known : args;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port + MOST_PORTS <= 65_536) return port;
  throw new InvalidArgumentError(`Write a number from 0 to ${65_536 - MOST_PORTS}.`);
}

/** @returns bytes */
function mebibytesOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text) * 2 ** 20;
  throw new InvalidArgumentError('Write a whole number of MiB, such as 96.');
}

function filesOf(text: string): TlsFiles {
  const files = tlsFilesOf(text);
  if (files === undefined) throw new InvalidArgumentError('Write the paths of two files, a certificate and its key: cert.pem,key.pem');
  return files;
}

function added(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

async function start(names: readonly string[], store: StorePlace, options: Options): Promise<Running> {
  const services = await loadServices(names);
  const { host, redis, allowLoopback, blobSpace } = options;
  const warn = (line: string) => void process.stderr.write(`${line}\n`);
  const tls = options.tls === undefined ? undefined : tlsIn(options.tls, host, warn);
  const documents = services.flatMap((service) => service.documents);
  const publicOrigins = fromCommandLine(() => publicOriginsOf(options.publicUrl, documents));
  if (options.fresh === true) removeData(store);
  const network = allowLoopback === true ? ({ allowPrivate: 'loopback' } as const) : {};
  const running = await run(services, {
    store,
    host,
    tls,
    publicOrigins,
    port: portsFrom(options.port),
    warn,
    network,
    ...('memory' in store ? {} : { snapshots: SNAPSHOTS }),
    ...(redis === undefined ? {} : { redis }),
    ...(blobSpace === undefined ? {} : { blobSpace }),
  });
  const { control } = running;
  const served = running.services.flatMap((service) => service.documents);
  process.stdout.write(`${JSON.stringify({ documents: served, ...(control === undefined ? {} : { control }) })}\n`);
  process.stderr.write(greeting(running, store, host));
  if (tls === undefined) warn(plainHttpLine(isLoopback(host), '--tls cert.pem,key.pem'));
  return running;
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

function placeOf({ memory, database, redis }: Options): StorePlace {
  if (database !== undefined) {
    if (memory === true) throw new WrongCommandLine('--memory and --database exclude each other.');
    return { postgres: database };
  }
  if (redis !== undefined) throw new WrongCommandLine('--redis is for several processes, which need --database too.');
  return memory === true ? { memory: true } : { file: FILE };
}

/** @throws {Error} if another process uses the data, or the place has no files */
function removeData(place: StorePlace): void {
  if ('postgres' in place)
    throw new WrongCommandLine('--fresh deletes no database of PostgreSQL. Begin with an empty one, or reset the sandbox by its control.');
  if (!('file' in place)) return;
  makePrivateFolder(dirname(place.file));
  const unlock = lock(place.file);
  for (const end of ['', '-wal', '-shm']) rmSync(place.file + end, { force: true });
  unlock();
}

function greeting({ services, control }: Running, place: StorePlace, host: string): string {
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
  const access = isLoopback(host)
    ? [`  ${'control'.padEnd(24)}${control?.url}`, `    token ${control?.token}`]
    : ['  Control is off and seeded credentials are refused, since other machines can reach the services.'];
  return `The services are ready. ${kept}\n\n${[...lines, ...access].join('\n')}\n\nCtrl-C ends them.\n`;
}
