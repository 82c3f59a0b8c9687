// The references of a description → their targets: other documents are read as they are asked for, every target is checked, every fault named at its reference.
import { jsonText } from '../../exact.ts';
import { type Location, type Problem, Problems, type Source } from '../../problem.ts';
import { check, type Gathered, type Reference } from '../check/check.ts';
import type { ObjectName, Version } from '../check/grammar.ts';
import { nearest } from '../check/nearest.ts';
import type { Json } from '../description.ts';
import { isObject, own, pointerTokens } from '../pointer.ts';
import { findCycles, type Link } from './cycles.ts';
import { createLibrary, type Document, type Library, mappedComponent, type Target } from './library.ts';

/** Reads a document that a reference leads to. */
export type ReadDocument = (
  uri: string,
  reference: Reference,
) => Promise<{ readonly source: Source; readonly root: Json; readonly uri: string } | Problem>;

export interface Resolution {
  readonly library: Library;
  readonly links: Map<object, Link[]>;
  readonly walked: ReadonlyMap<object, ObjectName>;
  readonly references: readonly Reference[];
}

export interface ResolveOptions {
  readonly read: ReadDocument;
  /** Where the entry was read from, when it names itself otherwise (`$self`). */
  readonly otherUris: readonly string[];
  readonly maxReferences: number;
  readonly maxSources: number;
}

/** Checks the entry, then all that it refers to. Problems go to `problems`; what could not be resolved has no link. */
export async function resolveAll(entry: Document, options: ResolveOptions, problems: Problems): Promise<Resolution> {
  const library = createLibrary();
  const references: Reference[] = [];
  const walked = new Map<object, ObjectName>();
  const links = new Map<object, Link[]>();
  const siblings: Location[] = [];
  const ids: Pick<Gathered, 'resource' | 'anchor'> = {
    resource: (id, base, source, pointer) => library.resource(id, base, documentOf(source), pointer),
    anchor: (name, _dynamic, base, source, pointer) => library.anchor(name, base, documentOf(source), pointer),
  };
  const gathered: Gathered = { ...ids, references, walked, ignoredSiblings: (location) => siblings.push(location) };

  library.add(entry, ...options.otherUris);
  check(entry.root, 'OpenAPI', { source: entry.source, pointer: '', base: entry.uri, version: entry.version }, gathered, problems);

  // The list grows while it is read: targets bring references of their own.
  for (let index = 0; index < references.length; index++) {
    const reference = references[index];
    if (reference === undefined) break;
    if (index >= options.maxReferences) {
      problems.add(
        limit(
          'limit-references',
          `The description has more than ${options.maxReferences} references.`,
          'limits.references',
          placeOf(reference),
        ),
      );
      break;
    }
    const target = await targetOf(reference);
    if (target === undefined) continue;
    const group = links.get(reference.holder);
    if (group === undefined) links.set(reference.holder, [{ reference, target }]);
    else group.push({ reference, target });
  }
  for (const problem of findCycles(links)) problems.add(problem);
  for (const clash of library.takeClashes()) problems.add(idClash(clash));
  const [sibling] = siblings;
  if (sibling !== undefined) problems.add(siblingNote(sibling, siblings));
  return { library, links, walked, references };

  function documentOf(source: Source): Document {
    const document = library.documentOf(source);
    if (document === undefined) throw new Error(`${source.path} is not among the documents`);
    return document;
  }

  async function targetOf(reference: Reference): Promise<Target | undefined> {
    const place = placeOf(reference);
    const isMapping = reference.key !== '$ref' && reference.key !== '$dynamicRef';
    const component = isMapping ? mappedComponent(reference.ref, documentOf(reference.source)) : undefined;
    const ref = component ?? reference.ref;
    const base = component === undefined ? reference.base : documentOf(reference.source).uri;
    let found = library.find(ref, base);
    // A pointer through references may need several documents, one after the other.
    while (found.kind === 'unknown') {
      if (!(await readInto(found.uri, reference))) return undefined;
      found = library.find(ref, base);
    }
    if (found.kind === 'fault') {
      problems.add({ code: found.code, severity: 'error', message: found.message, fix: fixFor(reference, library), location: place });
      return undefined;
    }
    const { target } = found;
    if (!isObject(target.value) && !(typeof target.value === 'boolean' && reference.kind === 'Schema' && reference.version !== '3.0')) {
      problems.add({
        code: 'ref-target',
        severity: 'error',
        message: `${JSON.stringify(reference.ref)} leads to ${Array.isArray(target.value) ? 'a list' : `the value ${jsonText(target.value).slice(0, 40)}`}; ${nameOfKind(reference.kind)} is wanted.`,
        fix: 'Refer to an object of that kind.',
        location: place,
      });
      return undefined;
    }
    const section = componentSection(target);
    if (section !== undefined && section !== sections[reference.kind] && sections[reference.kind] !== undefined) {
      problems.add({
        code: 'ref-wrong-kind',
        severity: 'error',
        message: `${JSON.stringify(reference.ref)} leads into \`components/${section}\`; ${nameOfKind(reference.kind)} is wanted.`,
        fix: `Refer to one of \`components/${sections[reference.kind]}\`.`,
        location: place,
      });
      return undefined;
    }
    checkTarget(target, reference.kind);
    return target;
  }

  function checkTarget(target: Target, kind: ObjectName): void {
    if (!isObject(target.value) || walked.get(target.value) === kind) return;
    const { document, pointer } = target;
    check(
      target.value,
      kind,
      { source: document.source, pointer, base: parentBase(document, pointer), version: document.version },
      gathered,
      problems,
    );
  }

  /** The base outside of the target: its own `$id` is taken by the walk. */
  function parentBase(document: Document, pointer: string): string {
    if (pointer === '') return document.uri;
    return library.baseAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
  }

  async function readInto(uri: string, reference: Reference): Promise<boolean> {
    if (library.documents.length >= options.maxSources) {
      problems.add(
        limit('limit-sources', `The description reads more than ${options.maxSources} files.`, 'limits.sources', placeOf(reference)),
      );
      return false;
    }
    const read = await options.read(uri, reference);
    if ('code' in read) {
      problems.add(read);
      return false;
    }
    const known = library.documents.find((document) => document.source === read.source);
    if (known !== undefined) {
      library.add(known, uri);
      return true;
    }
    const version = versionOf(read.root) ?? entry.version;
    const document: Document = { source: read.source, root: read.root, uri: read.uri, version, bases: new Map() };
    library.add(document, uri);
    if (version !== '3.0') identify(document);
    return true;
  }

  /** Finds the `$id`s and anchors of a whole document, though only parts of it may be asked for. */
  function identify(document: Document): void {
    const name = isObject(document.root) && Object.hasOwn(document.root, 'openapi') ? 'OpenAPI' : 'Schema';
    const silent: Gathered = { ...ids, references: [], walked: new Map(), ignoredSiblings: () => undefined };
    const ignored = new Problems();
    check(document.root, name, { source: document.source, pointer: '', base: document.uri, version: document.version }, silent, ignored);
  }
}

export function versionOf(root: Json): Version | undefined {
  const text = isObject(root) ? own(root, 'openapi') : undefined;
  // Anything else may be an object of the document whose `toString` is no function.
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const match = /^3\.[012](?:\.|$)/.exec(String(text));
  return match === null ? undefined : (match[0].slice(0, 3) as Version);
}

export function placeOf(reference: Reference): Location {
  return { source: reference.source, pointer: reference.pointer };
}

/** The section of `components` for each kind of object that can stand there. */
export const sections: Partial<Record<ObjectName, string>> = {
  Schema: 'schemas',
  Response: 'responses',
  Parameter: 'parameters',
  Example: 'examples',
  RequestBody: 'requestBodies',
  Header: 'headers',
  SecurityScheme: 'securitySchemes',
  Link: 'links',
  Callback: 'callbacks',
  PathItem: 'pathItems',
  MediaType: 'mediaTypes',
};

function componentSection(target: Target): string | undefined {
  const tokens = pointerTokens(target.pointer);
  const [first, section] = tokens;
  if (tokens.length !== 3 || first !== 'components' || !isObject(target.document.root) || !Object.hasOwn(target.document.root, 'openapi'))
    return undefined;
  return Object.values(sections).includes(section ?? '') ? section : undefined;
}

function nameOfKind(kind: ObjectName): string {
  const words = kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}

function fixFor(reference: Reference, library: Library): string {
  if (reference.ref.endsWith('#/')) return `\`#/\` names a member without a name; write \`${reference.ref.slice(0, -1)}\` for the whole.`;
  const document = library.documentOf(reference.source);
  const components = document !== undefined && isObject(document.root) ? own(document.root, 'components') : undefined;
  const section = sections[reference.kind];
  const names = isObject(components) && section !== undefined ? own(components, section) : undefined;
  const wanted = /([^/#]+)$/.exec(reference.ref)?.[1];
  const meant = isObject(names) && wanted !== undefined ? nearest(wanted, Object.keys(names)) : undefined;
  if (meant !== undefined) return `Did you mean \`#/components/${section}/${meant}\`?`;
  return 'Correct the reference, or add what it names.';
}

function limit(code: string, message: string, name: string, location: Location): Problem {
  return { code, severity: 'error', message, fix: `Split the description, or raise \`${name}\` in the configuration.`, location };
}

function idClash(clash: ReturnType<Library['takeClashes']>[number]): Problem {
  return {
    code: 'schema-id-twice',
    severity: 'error',
    message: `Two schemas are identified as \`${clash.uri}\`.`,
    fix: 'Give one of them another `$id` or anchor.',
    location: { source: clash.document.source, pointer: clash.pointer },
    related: [{ message: 'the first one', location: { source: clash.first.document.source, pointer: clash.first.pointer } }],
  };
}

function siblingNote(first: Location, all: readonly Location[]): Problem {
  return {
    code: 'ref-siblings',
    severity: 'note',
    message: `Fields beside a \`$ref\` do nothing in OpenAPI 3.0${all.length === 1 ? '' : ` (here and in ${all.length - 1} more ${all.length === 2 ? 'place' : 'places'})`}.`,
    fix: 'Wrap the reference: `allOf: [{ $ref: … }]` with the fields beside it; or say `openapi: 3.1.1`.',
    location: first,
    ...(all.length === 1 ? {} : { related: all.slice(1, 4).map((location) => ({ message: 'here too', location })) }),
  };
}
