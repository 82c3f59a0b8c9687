// Reads the documents that references lead to: each once, and only files and hosts that the policy allows.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Location, type Problem, Problems, type Source } from '../../base/problem.ts';
import { displayPath } from '../../base/words.ts';
import { locationOf, type Reference } from '../check/reference.ts';
import type { Json } from '../description.ts';
import type { Limits } from '../limits.ts';
import { parse } from '../text/parse.ts';
import { readSource } from '../text/read.ts';
import { knownDocument } from './known/index.ts';
import { type Allowed, allow, type OwnOrigin, realpathIfAny } from './policy.ts';
import { tooManyBytes } from './reference-faults.ts';
import type { ReadDocument } from './resolve.ts';

export interface ReaderOptions {
  /** The project's folder: files must be in it, links followed. */
  readonly root: string;
  /** The folder of the entry document, as the user has named it: files in it may be read too, where it is outside the project. */
  readonly entryFolder?: string;
  /** Hosts or origins that may be read; see `Config`. */
  readonly allowRemote?: readonly string[];
  /** Where the entry document was read from an address: its origin. */
  readonly own?: OwnOrigin;
  /** Fetches remote documents, instead of the loader's own transport. */
  readonly fetch?: typeof fetch;
  /** Called with the absolute path or the URL of each document that a reference leads to, before it is read. */
  readonly onRead?: (address: string) => void;
}

interface Reader {
  readonly roots: readonly string[];
  readonly allowRemote: readonly string[];
  readonly own: OwnOrigin | undefined;
  readonly fetch: typeof fetch | undefined;
  readonly onRead: ReaderOptions['onRead'];
  readonly limits: Limits;
  readonly problems: Problems;
  /** How many bytes all sources have so far, without the entry. */
  bytes: number;
  /** By path or URL. */
  readonly sources: Map<string, Source>;
  readonly values: Map<Source, Json>;
  /** By URI: what every later reference to a document that cannot be read is answered. */
  readonly failures: Map<string, Problem>;
}

/** Problems of a document's text go to `problems`; the reader returns the first of them. */
export function documentReader(
  { root, entryFolder, allowRemote = [], own, fetch, onRead }: ReaderOptions,
  limits: Limits,
  problems: Problems,
): ReadDocument {
  const reader: Reader = {
    roots: [root, ...(entryFolder === undefined ? [] : [entryFolder])].map((folder) => realpathIfAny(resolve(folder))),
    allowRemote,
    own,
    fetch,
    onRead,
    limits,
    problems,
    bytes: 0,
    sources: new Map(),
    values: new Map(),
    failures: new Map(),
  };
  return (uri, reference) => read(reader, uri, reference);
}

async function read(reader: Reader, uri: string, reference: Reference): ReturnType<ReadDocument> {
  const known = await knownDocument(uri);
  if (known !== undefined) return known;
  const location = locationOf(reference);
  const failure = reader.failures.get(uri);
  if (failure !== undefined) return { ...failure, location: failure.location.source === location.source ? location : failure.location };
  const allowed = allow(reference.ref, uri, location, reader);
  if ('code' in allowed) return allowed;
  const source = await sourceOf(reader, allowed, location);
  if ('code' in source) {
    reader.failures.set(uri, source);
    return source;
  }
  const root = parsed(reader, source, location);
  if (root.problem !== undefined) {
    reader.failures.set(uri, unreadable(source, location));
    return root.problem;
  }
  return { source, root: root.value, uri: allowed.kind === 'file' ? pathToFileURL(allowed.path).href : uri };
}

async function sourceOf(reader: Reader, allowed: Allowed, location: Location): Promise<Source | Problem> {
  const { limits, allowRemote, own, fetch, sources } = reader;
  const path = allowed.kind === 'file' ? allowed.path : allowed.url.href;
  const known = sources.get(path);
  if (known !== undefined) return known;
  reader.onRead?.(path);
  const source =
    allowed.kind === 'file'
      ? readSource(path, displayPath(path), limits, location)
      : // The network modules are loaded only for a remote document: loading them takes longer than reading a small description.
        await (await import('./remote.ts')).readRemote(allowed.url, location, {
          allowRemote,
          limits,
          ...(own === undefined ? {} : { own }),
          ...(fetch === undefined ? {} : { fetch }),
        });
  if (!('text' in source)) return source;
  reader.bytes += Buffer.byteLength(source.text);
  if (reader.bytes > limits.totalBytes) return tooManyBytes(limits.totalBytes, location);
  sources.set(path, source);
  return source;
}

type Parsed = { readonly value: Json; readonly problem?: undefined } | { readonly problem: Problem };

function parsed({ limits, problems, values }: Reader, source: Source, location: Location): Parsed {
  const known = values.get(source);
  if (known !== undefined) return { value: known };
  const faults = new Problems();
  const value = parse(source, limits, faults);
  const [first, ...others] = faults.list;
  for (const other of others) problems.add(other);
  if (value === undefined || faults.failed) return { problem: first ?? unreadable(source, location) };
  values.set(source, value);
  return { value };
}

function unreadable(source: Source, location: Location): Problem {
  return {
    code: 'ref-unreadable',
    severity: 'error',
    message: `Cannot read \`${source.display}\`, because it has errors.`,
    fix: 'Correct the errors in that file first.',
    location,
  };
}
