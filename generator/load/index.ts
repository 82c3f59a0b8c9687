// A file → a checked description, or the problems that it has.
import { realpath } from 'node:fs/promises';
import { basename, extname, relative, resolve, sep } from 'node:path';
import { type Location, Problems, type Source } from '../problem.ts';
import type { Description, JsonObject } from './description.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { parse } from './parse.ts';
import { isObject, own, valueAt } from './pointer.ts';
import { makeSource, readSource } from './read.ts';

export type { Description, Json, JsonObject, Resolved } from './description.ts';
export { defaultLimits, type Limits } from './limits.ts';

export interface LoadOptions {
  /** The project's folder: files that references name must be in it, links followed. */
  readonly root: string;
  /** Hosts (`schemas.example.com`, by https) or origins (`http://127.0.0.1:8080`) that references may lead to. */
  readonly allowRemote?: readonly string[];
  /** The entry's text, instead of reading the file. */
  readonly text?: string;
  readonly fetch?: typeof fetch;
  readonly limits?: Partial<Limits>;
}

/** Undefined when there are errors; they are in `problems` then. Never throws for a fault of the document. */
export async function load(file: string, options: LoadOptions, problems: Problems): Promise<Description | undefined> {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const found = new Problems();
  const entry = await readEntry(file, options, limits, found);
  const root = entry === undefined ? undefined : parse(entry, limits, found);
  problems.list.push(...found.list);
  if (entry === undefined || root === undefined || found.failed) return undefined;
  if (!isObject(root)) return undefined;
  return describe(entry, root);
}

async function readEntry(file: string, options: LoadOptions, limits: Limits, problems: Problems): Promise<Source | undefined> {
  const path = resolve(file);
  const display = (relative(process.cwd(), path) || basename(path)).split(sep).join('/');
  const real = await realpath(path).catch(() => path);
  const source = options.text === undefined ? await readSource(real, display, limits) : makeSource(real, display, options.text);
  if ('text' in source) return source;
  problems.add(source);
  return undefined;
}

function describe(entry: Source, root: JsonObject): Description {
  const version = own(root, 'openapi');
  return {
    id: basename(entry.path, extname(entry.path)),
    version: String(version).startsWith('3.0') ? '3.0' : String(version).startsWith('3.2') ? '3.2' : '3.1',
    root,
    entry,
    sources: [entry],
    resolve(ref, from) {
      const pointer = decodeURIComponent(ref.slice(1));
      const value = valueAt(root, pointer);
      if (value === undefined) throw new Error(`unresolved reference ${ref} at ${from.pointer}`);
      return { value, location: { source: entry, pointer } };
    },
    at(location: Location) {
      return location.source === entry ? valueAt(root, location.pointer) : undefined;
    },
  };
}
