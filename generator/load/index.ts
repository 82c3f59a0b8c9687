// Loads an OpenAPI document: a file → a checked description, or the problems that it has.
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Problem, Problems, type Source } from '../problem.ts';
import { displayPath } from '../words.ts';
import { describe } from './describe.ts';
import type { Description } from './description.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { isObject, own } from './pointer.ts';
import { prune } from './prune/prune.ts';
import { documentReader, type ReaderOptions } from './references/document-reader.ts';
import { absolute } from './references/library.ts';
import { realpathIfAny } from './references/policy.ts';
import { resolveAll } from './references/resolve.ts';
import { parse } from './text/parse.ts';
import { offsetOf } from './text/position.ts';
import { makeSource, readSource } from './text/read.ts';
import { entryVersion } from './version.ts';

export type { Description } from './description.ts';

export interface LoadOptions extends ReaderOptions {
  /** The text of the entry document. Default: the file's. */
  readonly text?: string;
  /** Default: `defaultLimits`. */
  readonly limits?: Partial<Limits>;
}

/** Problems go to `problems`; `undefined` when one of them is an error. Never throws for a fault of the document. */
export async function load(file: string, options: LoadOptions, problems: Problems): Promise<Description | undefined> {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const found = new Problems();
  const description = await read(file, options, limits, found);
  for (const problem of inSourceOrder(found.list, displayPath(resolve(file)))) problems.add(problem);
  return found.failed ? undefined : description;
}

async function read(file: string, options: LoadOptions, limits: Limits, problems: Problems): Promise<Description | undefined> {
  const source = readEntry(file, options, limits, problems);
  if (source === undefined) return undefined;
  const root = parse(source, limits, problems);
  if (root === undefined) return undefined;
  const version = entryVersion(source, root, problems);
  if (version === undefined || !isObject(root)) return undefined;
  const fileUri = pathToFileURL(source.path).href;
  const self = version === '3.2' ? own(root, '$self') : undefined;
  const uri = (typeof self === 'string' ? absolute(self, fileUri) : undefined) ?? fileUri;
  const checked = new Problems();
  const resolution = await resolveAll(
    { source, root, uri, version, bases: new Map() },
    {
      otherUris: uri === fileUri ? [] : [fileUri],
      maxReferences: limits.references,
      maxSources: limits.sources,
      read: documentReader(options, limits, checked),
    },
    checked,
  );
  for (const problem of prune(resolution, checked)) problems.add(problem);
  return describe(basename(source.path, extname(source.path)), version, root, source, resolution);
}

function readEntry(file: string, options: LoadOptions, limits: Limits, problems: Problems): Source | undefined {
  const path = resolve(file);
  const display = displayPath(path);
  // A text that is handed over may have no file yet; its folder exists.
  const real = existsSync(path) ? realpathIfAny(path) : join(realpathIfAny(dirname(path)), basename(path));
  const source = options.text === undefined ? readSource(real, display, limits) : makeSource(real, display, options.text);
  if ('text' in source) return source;
  problems.add(source);
  return undefined;
}

/** Problems of the entry document first, then those of other sources in the order of reading; each from top to bottom. */
function inSourceOrder(list: readonly Problem[], entry: string): readonly Problem[] {
  if (list.length < 2) return list;
  const order = new Map<Source, number>();
  for (const { location } of list) if (location.source.display === entry) order.set(location.source, 0);
  for (const { location } of list) if (!order.has(location.source)) order.set(location.source, order.size);
  const keyed = list.map((problem) => ({ problem, source: order.get(problem.location.source) ?? 0, offset: offsetOf(problem.location) }));
  return keyed.sort((left, right) => left.source - right.source || left.offset - right.offset).map(({ problem }) => problem);
}
