// Shares code between `octavo mock` and `octavo dev`: the options of their address, waiting for Ctrl-C, and their messages about Prism.
import type { Command } from 'commander';
import { usageError } from '../base/error.ts';
import { groupBy } from '../base/group-by.ts';
import type { Project } from '../config/config.ts';
import type { OctavoAnswer } from '../mock/answering.ts';
import type { BeyondPrism } from '../mock/prism-limits.ts';
import { defaultLoadLimit, defaultPatience, failureWords, type MockFault } from '../mock/supervisor.ts';
import { type Context, type Options, text } from './command.ts';

export function addressOptions(command: Command): Command {
  return command
    .option('--port <port>', 'port to listen on (default: 4000)')
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)');
}

/** The address by the options, the configuration and the defaults, in this order. Throws an `OctavoError` (exit 2) for an invalid port. */
export function addressOf(options: Options, { dev }: Project): { readonly port: number; readonly host: string } {
  return { port: portOf(text(options.port)) ?? dev.port ?? 4000, host: text(options.host) ?? dev.host ?? '127.0.0.1' };
}

/** The port of the mocks beside `octavo dev` at `port`. Throws an `OctavoError` (exit 2) for an invalid port. */
export function mockPortOf(options: Options, { dev }: Project, port: number): number {
  const beside = port === 0 ? 0 : port === 65535 ? port - 1 : port + 1;
  return portOf(text(options.mockPort)) ?? (text(options.port) === undefined ? dev.mockPort : undefined) ?? beside;
}

/** The port of the first live service beside `octavo dev` at `port`. Throws an `OctavoError` (exit 2) for an invalid port. */
export function livePortOf(options: Options, { dev }: Project, port: number): number {
  const beside = port === 0 || port > 65_000 ? 0 : port + 10;
  return portOf(text(options.livePort)) ?? (text(options.port) === undefined ? dev.livePort : undefined) ?? beside;
}

export function portOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) < 65536) return Number(value);
  throw usageError('usage', `Invalid port \`${value}\`.`, { fix: 'Use a number from 0 to 65535; with 0, the system picks a free port.' });
}

/** Resolves on Ctrl-C or SIGTERM. */
export function interrupted({ signal }: Context): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The most operations that one message names. */
const mostNamed = 5;

export function faultMessage({ reason, during, detail }: MockFault): string {
  const requests = during.length === 0 ? '' : ` during ${during.join(', ')}`;
  return `mock: ${failureWords[reason]}${requests}: ${detail}. Restarting it.`;
}

export function slowMessage(id: string): string {
  return `mock: Prism has been loading ${id} for ${defaultPatience / 1000} s. Octavo answers all requests until it is done, for ${defaultLoadLimit / 1000} s at most.`;
}

export function loadedMessage(id: string): string {
  return `mock: Prism has loaded ${id}, and answers again.`;
}

export function withoutPrismMessage(id: string, message: string): string {
  return `mock: Octavo answers all requests of ${id}, since Prism does not load it: ${sentence(message)}`;
}

export function octavoMessage({ method, path, reason }: OctavoAnswer): string {
  return `mock: ${method} ${path}: Octavo answers: ${sentence(reason)}`;
}

export function unjudgedMessage(id: string, detail: string): string {
  return `mock: Octavo does not judge what Prism answers of ${id}: ${sentence(detail)}`;
}

export function unansweredMessage(id: string, detail: string): string {
  return `mock: ${id} has no response to a request: ${sentence(detail)}`;
}

function sentence(text: string): string {
  return `${text.trim().replace(/\.$/, '')}.`;
}

/** Names the operations of a document that Prism cannot serve, by the reason. */
export function reportBeyondPrism(id: string, operations: readonly Pick<BeyondPrism, 'operation' | 'reason'>[], context: Context): void {
  for (const [reason, group] of groupBy(operations, (one) => one.reason)) {
    const shown = group.slice(0, mostNamed).map(({ operation }) => operation);
    const more = group.length > mostNamed ? ` and ${group.length - mostNamed} more` : '';
    context.message(`${id}: ${reason}, so Octavo answers ${shown.join(', ')}${more}.`);
  }
}
