// Loads a module with handlers of the user's own, which answer in front of a living mock.
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { messageOf, usageError } from '../../base/error.ts';
import { displayPath } from '../../base/words.ts';
import type { Service } from '../../model/service.ts';
import { checkFrontHandlers, type FrontHandlers } from './in-front.ts';

type Handler = NonNullable<FrontHandlers[string]>;

/** Milliseconds that a handler may take: less than a request may, since a request that takes too long ends the thread with all things. */
const HANDLER_LIMIT = 8000;

/**
 * @param file absolute path
 * @throws {OctavoError} (exit 2) where the file is absent, cannot be loaded, or its default export has anything but handlers of operations
 */
export async function frontHandlersIn(file: string, service: Service): Promise<FrontHandlers> {
  const shown = displayPath(file);
  const exported = await defaultOf(file, shown);
  const fix =
    'Its default export must be an object of functions, by the names of operations in code: `export default { getBook: () => undefined };`.';
  if (typeof exported !== 'object' || exported === null || Object.keys(exported).length === 0)
    throw usageError('handlers-broken', `The file \`${shown}\` exports no handlers.`, { fix });
  const handlers = new Map<string, Handler>();
  for (const [name, handler] of Object.entries(exported)) {
    if (!isHandler(handler)) throw usageError('handlers-broken', `The handler \`${name}\` of \`${shown}\` is not a function.`, { fix });
    handlers.set(name, handler);
  }
  checkFrontHandlers(service, Object.fromEntries(handlers));
  return Object.fromEntries([...handlers].map(([name, handler]) => [name, withinLimit(handler)]));
}

async function defaultOf(file: string, shown: string): Promise<unknown> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true)
    throw usageError('handlers-broken', `There is no file \`${shown}\` with handlers.`, { fix: 'Correct its path.' });
  try {
    // Node.js loads a module once per URL.
    const loaded: unknown = await import(`${pathToFileURL(file).href}?changed=${stats.mtimeMs}`);
    return typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined;
  } catch (error) {
    throw usageError('handlers-broken', `The handlers \`${shown}\` cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

function withinLimit(handler: Handler): Handler {
  return async (input, context) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It did not answer within ${HANDLER_LIMIT / 1000} s.`)), HANDLER_LIMIT);
    });
    try {
      return await Promise.race([handler(input, context), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
