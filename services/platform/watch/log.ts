// Writes the log of a process that operators read: a line of JSON on stderr for each request, warning and error. No line has a path, a header or a
// body, since those hold credentials.

import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { Answered, Failed, Watcher } from '../requests/watch.ts';
import type { LogLevel } from './levels.ts';

interface Log extends Watcher {
  info(message: string, facts: object): void;
  warn(message: string): void;
  error(message: string): void;
}

interface Output {
  write(line: string): unknown;
}

export function createLog(level: LogLevel, output: Output = process.stderr): Log {
  const logger = pino(
    { level, base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    output,
  );
  return {
    info: (message, facts) => logger.info(facts, message),
    warn: (message) => logger.warn(message),
    error: (message) => logger.error(message),
    answered: (request) => writeRequest(logger, request),
    failed: (failure) => writeFailure(logger, failure),
  };
}

function writeRequest(logger: Logger, { operation, milliseconds, ...request }: Answered): void {
  const facts = { ...request, operationId: operation, durationMs: Math.round(milliseconds * 1000) / 1000 };
  if (request.status >= 500) logger.error(facts, 'request failed');
  else logger.info(facts, 'request');
}

/** Errors of drivers have further members, such as the values of a row, which are left out. */
function writeFailure(logger: Logger, { operation, error, ...failure }: Failed): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  logger.error({ ...failure, operationId: operation, error: { name, message, stack } }, 'error');
}
