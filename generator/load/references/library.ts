// The documents of one description, and what a reference means among them: by their own URIs, by the `$id`s and anchors inside, by JSON pointers.
import type { Source } from '../../problem.ts';
import type { Version } from '../check/grammar.ts';
import type { Json } from '../description.ts';
import { child, escapeToken, isObject, own, pointerTokens, valueAt } from '../pointer.ts';

export interface Document {
  readonly source: Source;
  readonly root: Json;
  /** Where it was read from, or `$self` of OpenAPI 3.2. */
  readonly uri: string;
  readonly version: Version;
  /** Pointers of the schemas with an `$id`, and the URI that it makes. */
  readonly bases: Map<string, string>;
}

/** A place in one of the documents. */
export interface Target {
  readonly document: Document;
  readonly pointer: string;
  readonly value: Json;
}

type Found =
  | { readonly kind: 'found'; readonly target: Target }
  /** No document of that URI is known. */
  | { readonly kind: 'unknown'; readonly uri: string }
  | { readonly kind: 'fault'; readonly code: 'ref-invalid' | 'ref-not-found' | 'reference-cycle'; readonly message: string };

export interface Library {
  readonly documents: Document[];
  add(document: Document, ...otherUris: string[]): void;
  documentOf(source: Source): Document | undefined;
  /** Takes an `$id`; gives the base of what is inside. */
  resource(id: string, base: string, document: Document, pointer: string): string;
  anchor(name: string, base: string, document: Document, pointer: string): void;
  /** URI that references at a place are relative to. */
  baseAt(document: Document, pointer: string): string;
  find(ref: string, base: string): Found;
  /** The URIs that two different schemas claim, since the last call. */
  takeClashes(): { readonly uri: string; readonly document: Document; readonly pointer: string; readonly first: Root }[];
}

interface Root {
  readonly document: Document;
  readonly pointer: string;
}

/** References followed inside one pointer, at most. */
const maxHops = 100;

export function createLibrary(): Library {
  const documents: Document[] = [];
  const bySource = new Map<Source, Document>();
  const roots = new Map<string, Root>();
  const anchors = new Map<string, Root>();
  const cache = new Map<string, Map<string, Found>>();
  const clashes: ReturnType<Library['takeClashes']> = [];

  function find(ref: string, base: string, hops = 0): Found {
    const hash = ref.indexOf('#');
    const address = hash === -1 ? ref : ref.slice(0, hash);
    const uri = address === '' ? base : absolute(address, base);
    if (uri === undefined) return { kind: 'fault', code: 'ref-invalid', message: `${JSON.stringify(ref)} is not a reference (RFC 3986).` };
    const root = roots.get(uri);
    if (root === undefined) return { kind: 'unknown', uri };
    const fragment = hash === -1 ? '' : decode(ref.slice(hash + 1));
    if (fragment === undefined) {
      return { kind: 'fault', code: 'ref-invalid', message: `The fragment of ${JSON.stringify(ref)} is not percent-encoded UTF-8.` };
    }
    if (fragment === '' || fragment.startsWith('/')) return follow(root, fragment, ref, hops);
    const anchor = anchors.get(`${uri}#${fragment}`);
    if (anchor !== undefined) return follow(anchor, '', ref, hops);
    return { kind: 'fault', code: 'ref-not-found', message: `No schema there has the anchor \`${fragment}\`.` };
  }

  /** Goes down a pointer; where it runs against a `$ref`, through that, so that what it leads to is named by its own place. */
  function follow(root: Root, fragment: string, ref: string, hops: number): Found {
    let { document, pointer } = root;
    let value = valueAt(document.root, pointer);
    for (const token of pointerTokens(fragment)) {
      let next = value === undefined ? undefined : child(value, token);
      for (let hop = hops; next === undefined && isObject(value); hop++) {
        const through = own(value, '$ref');
        if (typeof through !== 'string') break;
        if (hop > maxHops)
          return {
            kind: 'fault',
            code: 'reference-cycle',
            message: `${JSON.stringify(ref)} leads through references that lead to themselves.`,
          };
        const found = find(through, baseAt(document, pointer), hop + 1);
        if (found.kind !== 'found') return found;
        ({ document, pointer, value } = found.target);
        next = child(value, token);
      }
      if (next === undefined) {
        return {
          kind: 'fault',
          code: 'ref-not-found',
          message: `${JSON.stringify(ref)} leads nowhere: there is no \`${token}\` in \`${pointer === '' ? '#' : pointer}\`${document.source.path === '' ? '' : ` of ${document.source.display}`}.`,
        };
      }
      value = next;
      pointer = `${pointer}/${escapeToken(token)}`;
    }
    if (value === undefined) return { kind: 'fault', code: 'ref-not-found', message: `${JSON.stringify(ref)} leads nowhere.` };
    return { kind: 'found', target: { document, pointer, value } };
  }

  function baseAt(document: Document, pointer: string): string {
    if (document.bases.size === 0) return document.uri;
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const base = document.bases.get(pointer.slice(0, end));
      if (base !== undefined) return base;
    }
    return document.bases.get('') ?? document.uri;
  }

  return {
    documents,
    baseAt,
    add(document, ...otherUris) {
      documents.push(document);
      bySource.set(document.source, document);
      for (const uri of [document.uri, ...otherUris]) if (!roots.has(uri)) roots.set(uri, { document, pointer: '' });
      cache.clear();
    },
    documentOf: (source) => bySource.get(source),
    resource(id, base, document, pointer) {
      const uri = absolute(id, base);
      if (uri === undefined || id.startsWith('#')) return base;
      document.bases.set(pointer, uri);
      const first = roots.get(uri);
      if (first === undefined) {
        roots.set(uri, { document, pointer });
        cache.clear();
      } else if (
        (first.document !== document || first.pointer !== pointer) &&
        valueAt(first.document.root, first.pointer) !== valueAt(document.root, pointer)
      ) {
        clashes.push({ uri, document, pointer, first });
      }
      return uri;
    },
    anchor(name, base, document, pointer) {
      const key = `${base}#${name}`;
      const first = anchors.get(key);
      if (first === undefined) {
        anchors.set(key, { document, pointer });
        cache.clear();
      } else if (
        (first.document !== document || first.pointer !== pointer) &&
        valueAt(first.document.root, first.pointer) !== valueAt(document.root, pointer)
      ) {
        clashes.push({ uri: key, document, pointer, first });
      }
    },
    find(ref, base) {
      let known = cache.get(base);
      if (known === undefined) {
        known = new Map();
        cache.set(base, known);
      }
      let found = known.get(ref);
      if (found === undefined) {
        found = find(ref, base);
        known.set(ref, found);
      }
      return found;
    },
    takeClashes: () => clashes.splice(0),
  };
}

/** An absolute URI without its fragment. */
export function absolute(ref: string, base: string): string | undefined {
  let url: URL;
  try {
    url = new URL(ref, base);
  } catch {
    return undefined;
  }
  url.hash = '';
  return url.href.endsWith('#') ? url.href.slice(0, -1) : url.href;
}

function decode(fragment: string): string | undefined {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** A bare name in a discriminator's mapping is a component of the same document (OpenAPI 3.1.1, section 4.8.25.3). */
export function mappedComponent(name: string, document: Document): string | undefined {
  if (!/^[a-zA-Z0-9._-]+$/.test(name) || !isObject(document.root)) return undefined;
  const components = own(document.root, 'components');
  const schemas = isObject(components) ? own(components, 'schemas') : undefined;
  return isObject(schemas) && Object.hasOwn(schemas, name) ? `#/components/schemas/${name}` : undefined;
}
