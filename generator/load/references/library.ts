// The documents of one description, with the URIs by which references find them: their own, and those of `$id`s and anchors inside.
import type { Source } from '../../base/problem.ts';
import type { Version } from '../check/grammar.ts';
import type { Json } from '../description.ts';
import { isObject, own, valueAt } from '../pointer.ts';

export interface Document {
  readonly source: Source;
  readonly root: Json;
  /** Where it was read from, or `$self` of OpenAPI 3.2. */
  readonly uri: string;
  readonly version: Version;
  /** Pointers of the schemas with an `$id`, and the absolute URI of each. */
  readonly bases: Map<string, string>;
}

/** A value in one of the documents. */
export interface Target {
  readonly document: Document;
  readonly pointer: string;
  readonly value: Json;
}

export type Found =
  | { readonly kind: 'found'; readonly target: Target }
  /** No document of that URI has been added. */
  | { readonly kind: 'unknown'; readonly uri: string }
  | { readonly kind: 'fault'; readonly code: 'ref-invalid' | 'ref-not-found' | 'reference-cycle'; readonly message: string };

/** A document or schema that a URI identifies. */
export interface Identified {
  readonly document: Document;
  readonly pointer: string;
}

/** Two different schemas with one URI. */
export interface IdClash extends Identified {
  readonly uri: string;
  readonly first: Identified;
}

export interface Library {
  readonly documents: Document[];
  readonly bySource: Map<Source, Document>;
  /** Documents, and schemas with an `$id`, by absolute URI without a fragment. */
  readonly byUri: Map<string, Identified>;
  /** Schemas by `<base>#<anchor>`. */
  readonly anchors: Map<string, Identified>;
  /** Earlier results of `find`, by base and reference. Emptied when a URI is added. */
  readonly found: Map<string, Map<string, Found>>;
  readonly clashes: IdClash[];
}

export function createLibrary(): Library {
  return { documents: [], bySource: new Map(), byUri: new Map(), anchors: new Map(), found: new Map(), clashes: [] };
}

/** Adds a document under its own URI and `otherUris`. */
export function addDocument(library: Library, document: Document, ...otherUris: readonly string[]): void {
  library.documents.push(document);
  library.bySource.set(document.source, document);
  for (const uri of [document.uri, ...otherUris]) addUri(library, document, uri);
}

/** Makes a document known by another URI. The first document of a URI keeps it. */
export function addUri({ byUri, found }: Library, document: Document, uri: string): void {
  if (!byUri.has(uri)) byUri.set(uri, { document, pointer: '' });
  found.clear();
}

/** Throws where the source is not of this library: a fault of the caller, not of the document. */
export function documentOf(library: Library, source: Source): Document {
  const document = library.bySource.get(source);
  if (document === undefined) throw new Error(`${source.display} is not a document of this description`);
  return document;
}

/** Adds the `$id` of a schema. Returns the base of what is inside the schema; an `$id` that is not a URI leaves `base`. */
export function addSchemaId(library: Library, id: string, base: string, document: Document, pointer: string): string {
  const uri = absolute(id, base);
  if (uri === undefined || id.startsWith('#')) return base;
  document.bases.set(pointer, uri);
  identify(library, library.byUri, uri, { document, pointer });
  return uri;
}

/** Adds an `$anchor` or `$dynamicAnchor` of a schema. */
export function addAnchor(library: Library, name: string, base: string, document: Document, pointer: string): void {
  identify(library, library.anchors, `${base}#${name}`, { document, pointer });
}

function identify(library: Library, known: Map<string, Identified>, uri: string, schema: Identified): void {
  const first = known.get(uri);
  if (first === undefined) {
    known.set(uri, schema);
    library.found.clear();
  } else if ((first.document !== schema.document || first.pointer !== schema.pointer) && schemaAt(first) !== schemaAt(schema)) {
    library.clashes.push({ uri, ...schema, first });
  }
}

function schemaAt({ document, pointer }: Identified): Json | undefined {
  return valueAt(document.root, pointer);
}

/** URI that references at a pointer are relative to. */
export function baseAt(document: Document, pointer: string): string {
  if (document.bases.size === 0) return document.uri;
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const base = document.bases.get(pointer.slice(0, end));
    if (base !== undefined) return base;
  }
  return document.bases.get('') ?? document.uri;
}

/** An absolute URI without its fragment; `undefined` for text that is not a URI reference. */
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

/** A bare name in a discriminator's mapping is a component of the same document (OpenAPI 3.1.1, section 4.8.25.3). */
export function mappedComponent(name: string, document: Document): string | undefined {
  if (!/^[a-zA-Z0-9._-]+$/.test(name) || !isObject(document.root)) return undefined;
  const components = own(document.root, 'components');
  const schemas = isObject(components) ? own(components, 'schemas') : undefined;
  return isObject(schemas) && Object.hasOwn(schemas, name) ? `#/components/schemas/${name}` : undefined;
}
