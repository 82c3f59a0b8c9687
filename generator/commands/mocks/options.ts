// The options of `octavo mock` and `octavo dev` that say how mocks behave, and their messages about requests that were refused.
import path from 'node:path';
import type { Command } from 'commander';
import { usageError } from '../../base/error.ts';
import { type Behaviour, readFault, readLatency } from '../../mock/behaviour.ts';
import type { RefusedRequest } from '../../mock/front.ts';
import { DEFAULT_SEED, DEFAULT_THINGS, MOST_THINGS } from '../../mock/living/mocks.ts';
import { collect, type Options, text, texts } from '../command.ts';
import { portOf } from '../serving.ts';

export function behaviourOptions(command: Command): Command {
  return command
    .option('--latency <ms>', 'time that each response of a mock takes: 300, or 100-800 for one by chance in between')
    .option('--fault-rate <percent>', 'share of requests to mocks that fail on purpose: 10')
    .option('--fault <fault>', 'how they fail: a status from 400 to 599, or drop, which closes the connection (default: 503)')
    .option('--cors-origin <origin>', 'origin whose pages may read mocks besides those of this machine, or * for all; repeatable', collect);
}

/** The text of `--help` about the header; the same for both commands. */
export const preferHelp = `A request chooses its response with the header \`Prefer\`: \`code=404\`, \`example=<name>\` or \`dynamic=true\`;
\`latency=300\` and \`fault=503\` or \`fault=drop\` do for one request what the options do for all.`;

/** Throws an `OctavoError` (exit 2) for a value that cannot be read. */
export function behaviourOf(options: Options): Behaviour {
  const latency = read('--latency', options.latency, readLatency, 'milliseconds up to 60000, as `300` or `100-800`');
  const rate = read('--fault-rate', options.faultRate, readRate, 'a percentage from 0 to 100, as `10`');
  const fault = read('--fault', options.fault, readFault, 'a status from 400 to 599, or `drop`');
  if (fault !== undefined && rate === undefined) {
    throw usageError('usage', '`--fault` needs `--fault-rate`.', { fix: 'Write how many requests fail, as `--fault-rate 10`.' });
  }
  const origins = texts(options.corsOrigin).map(originOf);
  return {
    ...(latency === undefined ? {} : { latency }),
    ...(rate === undefined ? {} : { faults: { rate, fault: fault ?? 503 } }),
    ...(origins.length === 0 ? {} : { origins }),
  };
}

/** The options of mocks that remember. */
export function livingOptions(command: Command): Command {
  return command
    .option('--seed <number>', `with --living: the same number begins with the same things (default: ${DEFAULT_SEED})`)
    .option('--things <number>', `with --living: how many things each collection begins with at least (default: ${DEFAULT_THINGS})`)
    .option('--data <file>', 'with --living: keep the things in this file, and read it at the start (default: in memory)')
    .option('--handlers <file>', 'with --living: module with handlers of yours for the one document, which answer in front of the mock')
    .option(
      '--control <port>',
      'with --living: port of the control API on this machine: reset, snapshots, clock, requests, faults; 0 for a free one',
    );
}

export interface World {
  readonly seed: number;
  readonly things: number;
  /** Absolute path. */
  readonly data?: string;
  readonly controlPort?: number;
}

/** Throws an `OctavoError` (exit 2) for a value that cannot be read. */
export function worldOf(options: Options, cwd: string, usualSeed: number = DEFAULT_SEED): World {
  const data = text(options.data);
  const controlPort = portOf(text(options.control));
  const { seed = usualSeed } = seedOf(options);
  return {
    ...(data === undefined ? {} : { data: path.resolve(cwd, data) }),
    ...(controlPort === undefined ? {} : { controlPort }),
    seed,
    things:
      read('--things', options.things, (given) => wholeNumber(given, MOST_THINGS), `a whole number up to ${MOST_THINGS}`) ?? DEFAULT_THINGS,
  };
}

/** Throws an `OctavoError` (exit 2) for a value that cannot be read. */
export function seedOf(options: Options): { readonly seed?: number } {
  const seed = read('--seed', options.seed, (given) => wholeNumber(given, Number.MAX_SAFE_INTEGER), 'a whole number');
  return seed === undefined ? {} : { seed };
}

function wholeNumber(given: string, most: number): number | undefined {
  return /^\d{1,16}$/.test(given) && Number(given) <= most ? Number(given) : undefined;
}

export function refusedMessage({ method, path, status, reason }: RefusedRequest): string {
  return `mock: ${method} ${path}: ${status ?? 'connection closed'}: ${reason.replace(/\.$/, '')}.`;
}

function read<T>(option: string, value: unknown, parse: (text: string) => T | undefined, right: string): T | undefined {
  const given = text(value);
  if (given === undefined) return undefined;
  const parsed = parse(given);
  if (parsed === undefined) throw usageError('usage', `Invalid \`${option} ${given}\`.`, { fix: `Write ${right}.` });
  return parsed;
}

function readRate(given: string): number | undefined {
  const [, digits] = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(given) ?? [];
  return digits === undefined || Number(digits) > 100 ? undefined : Number(digits) / 100;
}

/** Writes an origin as browsers do: without a path, in lower case. */
function originOf(given: string): string {
  if (given === '*') return given;
  const origin = URL.canParse(given) ? new URL(given).origin : 'null';
  if (origin === 'null')
    throw usageError('usage', `Invalid \`--cors-origin ${given}\`.`, { fix: 'Write one like `https://app.example`, or `*`.' });
  return origin;
}
