// The settings of `octavo-services`, as a table: the command line, `--help` and the table in services/README.md are made from it.

import { Command } from 'commander';
import { serviceNames } from './index.ts';
import { forwardsOf } from './platform/requests/callers.ts';
import type { ListeningPlace } from './platform/run/ports.ts';
import { WrongCommandLine } from './platform/run/start-fault.ts';
import { type TlsFiles, tlsFilesOf } from './platform/run/tls.ts';
import { LOG_LEVELS, type LogLevel } from './platform/watch/levels.ts';
import { MOST_PORTS } from './ports.ts';

interface Setting<Value> {
  /** What its option takes, such as `<number>`; absent for one that is on or off. */
  readonly takes?: string;
  /** The place in which it stands where it is no option: the arguments, or the environment alone. */
  readonly only?: 'arguments' | 'environment';
  /** Whether its text may not be printed, since it holds a password or a key. */
  readonly isSecret?: true;
  /** Whether its option may be repeated. In the environment, a comma separates the texts. */
  readonly isList?: true;
  /** The text that stands for none; of what is no option, in words. Absent: there is none. */
  readonly fallback?: string;
  readonly purpose: string;
  /**
   * @param given all that were given, at least one
   * @throws {Error} that says what to write instead
   */
  read(given: readonly string[]): Value;
}

/** Keeps the type of the value. */
const setting = <Value>(declared: Setting<Value>): Setting<Value> => declared;

const wholeNumber = (least: number, most: number, unit = '') =>
  one((text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new Error(`Write a whole number from ${least} to ${most}${unit}.`);
  });

/** In the order of `--help` and of the README. */
const SETTINGS = {
  services: setting({
    only: 'arguments',
    takes: '[names...]',
    isList: true,
    fallback: 'all',
    purpose: `services to run: ${serviceNames.join(', ')}`,
    read: (names) => names,
  }),
  memory: setting({ purpose: 'keep the data in memory; it ends with the process', read: isOn }),
  fresh: setting({ purpose: 'delete the saved data first', read: isOn }),
  port: setting({
    takes: '<number>',
    fallback: '4010',
    purpose: 'first of the ports; 0 picks free ones',
    read: wholeNumber(0, 65_536 - MOST_PORTS),
  }),
  host: setting({
    takes: '<address>',
    fallback: '127.0.0.1',
    purpose: 'address to listen on; outside loopback, control is off and seeded credentials are refused',
    read: one((text) => text),
  }),
  tls: setting({
    takes: '<cert,key>',
    purpose: 'serve HTTPS with a certificate and its private key, two files in PEM; under `npm start` too, by the variable',
    read: one(filesOf),
  }),
  publicUrl: setting({
    takes: '<url>',
    isList: true,
    purpose:
      'where a proxy serves a document, for links: e-scheduling=https://booking.example.com; seeded credentials are then refused; may be repeated',
    read: (urls) => urls,
  }),
  database: setting({
    takes: '<url>',
    isSecret: true,
    purpose: 'keep the data in PostgreSQL: postgres://user:password@host:5432/database',
    read: urlBy(/^postgres(?:ql)?:$/, 'postgres://user:password@host:5432/database'),
  }),
  redis: setting({
    takes: '<url>',
    isSecret: true,
    purpose: 'share limits and messages with other processes on that database: redis://:password@host:6379',
    read: urlBy(/^rediss?:$/, 'redis://:password@host:6379'),
  }),
  sealKey: setting({
    only: 'environment',
    isSecret: true,
    fallback: 'a file beside the data',
    purpose: 'long random text that seals keys in the rows, the same for all processes on a database; under `npm start` too',
    read: one((text) => text),
  }),
  allowLoopback: setting({ purpose: 'send deliveries such as webhooks to addresses of this machine too', read: isOn }),
  blobSpace: setting({
    takes: '<MiB>',
    fallback: '96',
    purpose: 'how many MiB of files, such as uploads, the services keep',
    read: wholeNumber(1, 999_999, ' MiB'),
  }),
  trustedProxies: setting({
    takes: '<addresses>',
    isList: true,
    purpose:
      'proxies whose `X-Forwarded-For`, `-Proto`, `-Host` and `X-Request-Id` count, by address or network: 10.0.0.0/8,::1; may be repeated',
    read: addressesOf,
  }),
  logLevel: setting({
    takes: '<level>',
    fallback: 'silent',
    purpose: `lines of JSON on stderr for requests, warnings and errors, in place of words: ${LOG_LEVELS.join(', ')}; under \`npm start\` too, by the variable`,
    read: one(levelOf),
  }),
  metrics: setting({
    takes: '<address>',
    purpose: 'serve `/metrics` for Prometheus, and health, at an address of its own: a port of this machine such as 9464, or 0.0.0.0:9464',
    read: one(placeOfMetrics),
  }),
  drainDelay: setting({
    takes: '<seconds>',
    fallback: '0',
    purpose: 'how long it takes new requests after the signal that ends it, while `/readyz` says `draining`',
    read: wholeNumber(0, 600, ' seconds'),
  }),
  drainTime: setting({
    takes: '<seconds>',
    fallback: '10',
    purpose: 'how long requests under way have to end after that, before their connections are cut',
    read: wholeNumber(1, 600, ' seconds'),
  }),
} satisfies Readonly<Record<string, Setting<unknown>>>;

type Name = keyof typeof SETTINGS;
type Values = { readonly [Key in Name]?: ReturnType<(typeof SETTINGS)[Key]['read']> };

/** The values of the settings. Those without a fallback may be absent. */
export type Settings = Values & Required<Pick<Values, 'port' | 'host' | 'blobSpace' | 'logLevel' | 'drainDelay' | 'drainTime'>>;

interface ReadSettings {
  readonly settings: Settings;
  /** What the operator should know, in lines. */
  readonly remarks: readonly string[];
}

const names = Object.keys(SETTINGS) as Name[];
/** The entries without the types of their values. */
const table: Readonly<Record<Name, Setting<unknown>>> = SETTINGS;

/**
 * Reads the command line and the environment; the command line goes first. `--help` is printed, and ends the process.
 * @param wanted the others have their defaults
 * @throws {WrongCommandLine}
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  wanted: readonly Name[] = names,
): ReadSettings {
  const program = commandLine();
  program.parse(args, { from: 'user' });
  const options = program.opts<Readonly<Record<string, readonly string[] | true | undefined>>>();
  const values: Record<string, unknown> = {};
  const remarks: string[] = [];
  for (const name of names) {
    const option = options[name] === true ? ['true'] : (options[name] ?? []);
    const inCommand = distinct(table[name].only === 'arguments' ? program.args : option);
    const inEnvironment = wanted.includes(name) ? textsOf(name, environment[variableOf(name)]) : [];
    if (inCommand.length > 0 && inEnvironment.length > 0) remarks.push(...differenceOf(name, inCommand, inEnvironment));
    const given = [inCommand, inEnvironment, fallbackOf(name)].find(({ length }) => length > 0);
    if (given !== undefined) values[name] = readOne(name, given, given === inCommand ? placeOf(name) : variableOf(name));
  }
  return { settings: values as Settings, remarks };
}

function commandLine(): Command {
  const program = new Command('octavo-services').description(
    'Runs the services of the documents, with state, at addresses of this machine. A setting is an option or a variable of the environment.',
  );
  const alone: string[] = [];
  for (const name of names) {
    const { takes, only } = table[name];
    if (only === 'arguments') program.argument(takes ?? '', purposeOf(name));
    else if (only === 'environment') alone.push(`  ${variableOf(name)}  ${purposeOf(name, false)}`);
    else if (takes === undefined) program.option(flagOf(name), purposeOf(name));
    else program.option(`${flagOf(name)} ${takes}`, purposeOf(name), (text: string, before: readonly string[] = []) => [...before, text]);
  }
  return program
    .addHelpText('after', `\nVariables without an option:\n${alone.join('\n')}`)
    .configureOutput({ writeErr: () => {} })
    .exitOverride((error) => {
      if (error.exitCode === 0) process.exit(0);
      throw new WrongCommandLine(
        error.message.replaceAll('\n', ' ').replace(/^error: (.)/, (_match, first: string) => first.toUpperCase()),
      );
    });
}

/** @param isNamed whether the variable is named too */
function purposeOf(name: Name, isNamed = true): string {
  const { purpose, fallback } = table[name];
  const notes = [...(isNamed ? [variableOf(name)] : []), ...(fallback === undefined ? [] : [`default: ${fallback}`])];
  return notes.length === 0 ? purpose : `${purpose} (${notes.join('; ')})`;
}

/** `--public-url` */
function flagOf(name: Name): string {
  return `--${dashed(name)}`;
}

/** `OCTAVO_PUBLIC_URL` */
function variableOf(name: Name): string {
  return `OCTAVO_${dashed(name).replaceAll('-', '_').toUpperCase()}`;
}

function dashed(name: Name): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Where the command line has it, in a message. */
function placeOf(name: Name): string {
  return table[name].only === 'arguments' ? 'the arguments' : flagOf(name);
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function fallbackOf(name: Name): readonly string[] {
  const { only, fallback } = table[name];
  return only !== undefined || fallback === undefined ? [] : [fallback];
}

/** The texts in a variable. An empty one is as good as none. */
function textsOf(name: Name, text: string | undefined): readonly string[] {
  if (text === undefined || text.trim() === '') return [];
  return table[name].isList === true ? text.split(/[\s,]+/).filter((part) => part !== '') : [text.trim()];
}

/** @throws {WrongCommandLine} */
function readOne(name: Name, given: readonly string[], place: string): unknown {
  const { isList, isSecret, read } = table[name];
  if (isList !== true && given.length > 1) {
    const shown = isSecret === true ? 'different values' : `${given.slice(0, -1).join(', ')} and ${given.at(-1)}`;
    throw new WrongCommandLine(`${place} is given more than once, with ${shown}. Give it once.`);
  }
  try {
    return read(given);
  } catch (error) {
    const shown = isSecret === true ? '' : `: ${given.join(' ')}`;
    throw new WrongCommandLine(`${place} is not valid${shown}. ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Two values of one setting are named, since one of them was meant. */
function differenceOf(name: Name, inCommand: readonly string[], inEnvironment: readonly string[]): readonly string[] {
  if (inCommand.join(' ') === inEnvironment.join(' ')) return [];
  const [place, variable] = [placeOf(name), variableOf(name)];
  const shown = (texts: readonly string[]) => (table[name].isSecret === true ? '' : ` (${texts.join(' ')})`);
  return [`${variable}${shown(inEnvironment)} is not used, since ${place}${shown(inCommand)} has another value.`];
}

/** For a setting that has one text. */
function one<Value>(read: (text: string) => Value): (given: readonly string[]) => Value {
  return ([text = '']) => read(text);
}

/** A message must not show the text, which may hold a password. */
function urlBy(scheme: RegExp, example: string): (given: readonly string[]) => string {
  return one((text) => {
    if (scheme.test(URL.parse(text)?.protocol ?? '')) return text;
    throw new Error(`Write a URL such as ${example}, in which a password is percent-encoded.`);
  });
}

function isOn([text = '']: readonly string[]): boolean {
  if (/^(?:true|1|yes|on)$/i.test(text)) return true;
  if (/^(?:false|0|no|off)$/i.test(text)) return false;
  throw new Error('Write true or false.');
}

/** @throws {Error} */
function addressesOf(given: readonly string[]): readonly string[] {
  const addresses = given.flatMap((text) => text.split(',')).map((text) => text.trim());
  forwardsOf(addresses);
  return addresses;
}

/** @throws {Error} */
function placeOfMetrics(text: string): ListeningPlace {
  const [, bracketed, plain, port = ''] = /^(?:(?:\[([0-9a-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535) throw new Error('Write a port such as 9464, or an address and a port: 0.0.0.0:9464');
  return { host: bracketed ?? plain ?? '127.0.0.1', port: Number(port) };
}

/** @throws {Error} */
function levelOf(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw new Error(`Write one of ${LOG_LEVELS.join(', ')}.`);
  return level;
}

/** @throws {Error} */
function filesOf(text: string): TlsFiles {
  const files = tlsFilesOf(text);
  if (files === undefined) throw new Error('Write the paths of two files, a certificate and its key: cert.pem,key.pem');
  return files;
}

/** The table as services/README.md has it. */
export function settingsTable(): string {
  const rows = names.map((name) => {
    const { takes, only, fallback, purpose } = table[name];
    const option =
      only === 'environment' ? '' : only === 'arguments' ? `\`${takes}\`` : `\`${[flagOf(name), takes].filter(Boolean).join(' ')}\``;
    return `| ${option} | \`${variableOf(name)}\` | ${fallback ?? ''} | ${purpose} |`;
  });
  return ['| option | variable | default | what for |', '|---|---|---|---|', ...rows].join('\n');
}
