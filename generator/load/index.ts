// Loads an OpenAPI document: a file → a checked description, or the problems that it has.
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Problem, Problems, type Source } from '../base/problem.ts';
import { displayPath } from '../base/words.ts';
import { describe } from './describe.ts';
import type { Description, Json } from './description.ts';
import { extendOperations, type OperationExtensions } from './extend.ts';
import type { GivenText } from './given.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { isObject, own } from './pointer.ts';
import { prune } from './prune/prune.ts';
import { documentReader, type ReaderOptions } from './references/document-reader.ts';
import { absolute } from './references/library.ts';
import { realpathIfAny } from './references/policy.ts';
import { resolveAll } from './references/resolve.ts';
import { parse } from './text/parse.ts';
import { offsetOf, writtenAt } from './text/position.ts';
import { makeSource, readSource } from './text/read.ts';
import { entryVersion } from './version.ts';

export type { Description } from './description.ts';

export interface LoadOptions extends Omit<ReaderOptions, 'own' | 'entryFolder'> {
  /** Names the description. Default: the file name without its extension. */
  readonly id?: string;
  /** The text of the entry document, or the file where it was read already. Default: the file is read. */
  readonly text?: string | Source;
  /** The text of an entry document that is not in a file, in place of `text`. */
  readonly given?: GivenText;
  /** Paths of overlays to apply, in this order. Default: none. */
  readonly overlays?: readonly string[];
  /** Default: `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Extensions that operations of the entry document get. Default: none. */
  readonly operations?: OperationExtensions;
  /** Whether to read what is sound of a document whose author got something wrong, instead of refusing it; see `faults.ts`. Default: false. */
  readonly partial?: boolean;
}

/** Problems go to `problems`; `undefined` when one of them is an error. Never throws for a fault of the document. */
export async function load(file: string, options: LoadOptions, problems: Problems): Promise<Description | undefined> {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const found = new Problems();
  const description = await read(file, options, limits, found);
  for (const problem of inSourceOrder(found.list, displayPath(options.given?.address ?? resolve(file)))) problems.add(problem);
  return found.failed ? undefined : description;
}

async function read(file: string, options: LoadOptions, limits: Limits, problems: Problems): Promise<Description | undefined> {
  const source = readEntry(file, options, limits, problems);
  if (source === undefined) return undefined;
  const parsed = parse(source, limits, problems);
  if (parsed === undefined) return undefined;
  const { address, allowPrivate = false } = options.given ?? {};
  const fileUri = address ?? pathToFileURL(source.path).href;
  const changed = await overlaid({ source, root: parsed, uri: fileUri }, options.overlays ?? [], limits, problems);
  if (changed === undefined) return undefined;
  const { root, textAt } = changed;
  // A link may lead to another folder than the one that the user has pointed to.
  const folder = address === undefined ? { entryFolder: dirname(resolve(file)) } : {};
  const ownOrigin = address === undefined ? undefined : { origin: new URL(address).origin, allowPrivate };
  const checked = new Problems();
  const version = entryVersion(source, root, checked);
  if (version === undefined || !isObject(root)) {
    for (const problem of checked.list) problems.add(withText(problem, textAt));
    return undefined;
  }
  if (options.operations !== undefined) extendOperations(root, options.operations, source, problems);
  const self = version === '3.2' ? own(root, '$self') : undefined;
  const uri = (typeof self === 'string' ? absolute(self, fileUri) : undefined) ?? fileUri;
  const resolving = {
    otherUris: uri === fileUri ? [] : [fileUri],
    maxReferences: limits.references,
    maxSources: limits.sources,
    maxDepth: limits.referenceDepth,
    read: documentReader({ ...options, ...folder, ...(ownOrigin === undefined ? {} : { own: ownOrigin }) }, limits, checked),
  };
  const written = await resolveAll({ source, root, uri, version, bases: new Map() }, resolving, checked);
  for (const problem of prune(written, checked, options.partial === true)) problems.add(withText(problem, textAt));
  if (version !== '2.0') return describe(idOf(source, options), version, root, source, written, changed);
  if (problems.failed) return undefined;
  const { readConverted } = await import('./swagger/index.ts');
  const found = new Problems();
  const resolution = await readConverted(written, { ...resolving, limits, partial: options.partial === true }, found);
  const known = new Set(problems.list.map(keyOf));
  for (const problem of found.list.map((each) => withText(each, textAt))) if (!known.has(keyOf(problem))) problems.add(problem);
  const entry = resolution?.library.documents[0];
  if (resolution === undefined || entry === undefined || !isObject(entry.root)) return undefined;
  const textOf: Description['textAt'] = (location) => textAt(writtenAt(location));
  return describe(idOf(source, options), '3.0', entry.root, entry.source, resolution, { sources: changed.sources, textAt: textOf });
}

function idOf({ path }: Source, { id }: LoadOptions): string {
  return id ?? basename(path, extname(path));
}

/** What a document of Swagger 2.0 and its conversion both have wrong is one problem. */
function keyOf({ code, location }: Problem): string {
  return `${code} ${location.source.path} ${location.pointer}`;
}

interface Changed extends Pick<Description, 'textAt'> {
  readonly root: Json;
  /** The sources of the overlays. */
  readonly sources: readonly Source[];
}

/** The document with its overlays applied; `undefined` where it or one of them has an error. Their code is loaded only where there are any. */
async function overlaid(
  document: { readonly source: Source; readonly root: Json; readonly uri: string },
  files: readonly string[],
  limits: Limits,
  problems: Problems,
): Promise<Changed | undefined> {
  if (files.length === 0) return { root: document.root, sources: [], textAt: (location) => location };
  if (problems.failed) return undefined;
  const { applyOverlays } = await import('./overlay/overlay.ts');
  const { root, origins, sources } = applyOverlays(document, files, limits, problems);
  return problems.failed ? undefined : { root, sources, textAt: (location) => origins.locate(location) };
}

/** A problem with the places of its texts; see `Description.textAt`. */
export function withText(problem: Problem, textAt: Description['textAt']): Problem {
  const { location, related } = problem;
  return {
    ...problem,
    location: textAt(location),
    ...(related === undefined ? {} : { related: related.map((other) => ({ ...other, location: textAt(other.location) })) }),
  };
}

function readEntry(file: string, options: LoadOptions, limits: Limits, problems: Problems): Source | undefined {
  const { given, text = given?.text } = options;
  if (given?.address !== undefined) return makeSource(given.address, given.address, given.text);
  if (typeof text === 'object') return text;
  const path = resolve(file);
  const display = displayPath(path);
  // A text that is handed over may have no file yet; its folder exists.
  const real = existsSync(path) ? realpathIfAny(path) : join(realpathIfAny(dirname(path)), basename(path));
  const source = text === undefined ? readSource(real, display, limits) : makeSource(real, display, text);
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
