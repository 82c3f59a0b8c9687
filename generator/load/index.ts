// A file → a checked description, or the problems that it has.
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jsonText } from '../exact.ts';
import { type Problem, Problems, type Source } from '../problem.ts';
import type { Version } from './check/grammar.ts';
import { describe } from './describe.ts';
import type { Description, Json } from './description.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { isObject, own } from './pointer.ts';
import { knownDocument } from './references/known/index.ts';
import { absolute } from './references/library.ts';
import { allow, realpathIfAny } from './references/policy.ts';
import { placeOf, type ReadDocument, resolveAll, versionOf } from './references/references.ts';
import { parse } from './text/parse.ts';
import { offsetOf } from './text/position.ts';
import { makeSource, readSource } from './text/read.ts';

export type { Description } from './description.ts';

export interface LoadOptions {
  /** The project's folder: files that references name must be in it, links followed. */
  readonly root: string;
  /** Hosts (`schemas.example.com`, by https) or origins (`http://127.0.0.1:8080`) that references may lead to. */
  readonly allowRemote?: readonly string[];
  /** The entry's text, instead of reading the file. */
  readonly text?: string;
  /** How allowed remote documents are fetched, instead of the loader's own way. */
  readonly fetch?: typeof fetch;
  readonly limits?: Partial<Limits>;
}

/** Undefined when there are errors; they are in `problems` then. Never throws for a fault of the document. */
export async function load(file: string, options: LoadOptions, problems: Problems): Promise<Description | undefined> {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const found = new Problems();
  const description = await read(file, options, limits, found);
  for (const problem of inSourceOrder(found.list, displayOf(resolve(file)))) problems.add(problem);
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
  const resolution = await resolveAll(
    { source, root, uri, version, bases: new Map() },
    {
      otherUris: uri === fileUri ? [] : [fileUri],
      maxReferences: limits.references,
      maxSources: limits.sources,
      read: documentReader(options, limits, problems),
    },
    problems,
  );
  return describe(basename(source.path, extname(source.path)), version, root, source, resolution);
}

function readEntry(file: string, options: LoadOptions, limits: Limits, problems: Problems): Source | undefined {
  const path = resolve(file);
  const display = displayOf(path);
  // A text that is handed over may have no file yet; its folder has.
  const real = existsSync(path) ? realpathIfAny(path) : join(realpathIfAny(dirname(path)), basename(path));
  const source = options.text === undefined ? readSource(real, display, limits) : makeSource(real, display, options.text);
  if ('text' in source) return source;
  problems.add(source);
  return undefined;
}

function displayOf(path: string): string {
  return (relative(process.cwd(), path) || basename(path)).split(sep).join('/');
}

/** Reads what references lead to: each document once, within the policy at every level. */
function documentReader(options: LoadOptions, limits: Limits, problems: Problems): ReadDocument {
  const root = realpathIfAny(resolve(options.root));
  const allowRemote = options.allowRemote ?? [];
  const byPath = new Map<string, Source>();
  const roots = new Map<Source, Json>();
  const failed = new Map<string, Problem>();

  return async (uri, reference) => {
    const known = await knownDocument(uri);
    if (known !== undefined) return known;
    const place = placeOf(reference);
    const before = failed.get(uri);
    if (before !== undefined) return { ...before, location: before.location.source === place.source ? place : before.location };
    const allowed = allow(reference.ref, uri, place, { root, allowRemote });
    if ('code' in allowed) return allowed;
    const path = allowed.kind === 'file' ? allowed.path : uri;
    let source = byPath.get(path);
    if (source === undefined) {
      // The network's modules are loaded only where a remote document is allowed: they take longer than a small description.
      const answer =
        allowed.kind === 'file'
          ? readSource(path, displayOf(path), limits, place)
          : await (await import('./references/remote.ts')).readRemote(allowed.url, place, {
              allowRemote,
              limits,
              ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
            });
      if (!('text' in answer)) {
        failed.set(uri, answer);
        return answer;
      }
      source = answer;
      byPath.set(path, source);
    }
    let value = roots.get(source);
    if (value === undefined) {
      const faults = new Problems();
      value = parse(source, limits, faults);
      const [first, ...others] = faults.list;
      for (const other of others) problems.add(other);
      if (value === undefined || faults.failed) {
        const problem = first ?? unread(source, place);
        failed.set(uri, { ...unread(source, place), location: place });
        return problem;
      }
      roots.set(source, value);
    }
    return { source, root: value, uri: allowed.kind === 'file' ? pathToFileURL(path).href : uri };
  };
}

function unread(source: Source, location: Problem['location']): Problem {
  return {
    code: 'ref-unreadable',
    severity: 'error',
    message: `The reference leads to ${source.display}, which could not be read.`,
    fix: 'Correct that file first.',
    location,
  };
}

function entryVersion(source: Source, root: Json, problems: Problems): Version | undefined {
  const report = (code: string, message: string, fix: string, pointer = ''): undefined => {
    problems.add({ code, severity: 'error', message, fix, location: { source, pointer } });
  };
  if (!isObject(root)) {
    return report(
      'document-shape',
      `The document is ${Array.isArray(root) ? 'a list' : 'a single value'}; an OpenAPI object is wanted.`,
      'Begin with `openapi: 3.1.1`.',
    );
  }
  const version = own(root, 'openapi');
  if (version === undefined) {
    if (own(root, 'swagger') !== undefined) {
      return report(
        'swagger-2',
        'The document is Swagger 2.0, which is not OpenAPI 3.',
        'Convert it to OpenAPI 3 first, for instance with `npx swagger2openapi`.',
        '/swagger',
      );
    }
    return report('version-missing', 'The document has no `openapi` with its version.', 'Begin with `openapi: 3.1.1`.');
  }
  const known = versionOf(root);
  if (known !== undefined) {
    // A number is reported by the table (a string is wanted), with the fix.
    if (typeof version === 'string' && !/^3\.[0-2]\.\d+(?:-.+)?$/.test(version)) {
      problems.add({
        code: 'version-incomplete',
        severity: 'warning',
        message: `\`openapi: ${version}\` has no patch number.`,
        fix: `Write \`openapi: ${known}.0\`.`,
        location: { source, pointer: '/openapi' },
      });
    }
    return known;
  }
  return report(
    'version-unknown',
    `OpenAPI ${jsonText(version)} is not known; 3.0, 3.1 and 3.2 are.`,
    'Write `openapi: 3.1.1`.',
    '/openapi',
  );
}

/** The entry first, other sources in the order of reading, each from top to bottom. */
function inSourceOrder(list: readonly Problem[], entry: string): readonly Problem[] {
  if (list.length < 2) return list;
  const order = new Map<Source, number>();
  for (const { location } of list) if (location.source.display === entry) order.set(location.source, 0);
  for (const { location } of list) if (!order.has(location.source)) order.set(location.source, order.size);
  const keyed = list.map((problem) => ({ problem, source: order.get(problem.location.source) ?? 0, offset: offsetOf(problem.location) }));
  return keyed.sort((left, right) => left.source - right.source || left.offset - right.offset).map(({ problem }) => problem);
}
