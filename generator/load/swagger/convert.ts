// Converts a document of Swagger 2.0, and the parts of other files that it refers to, to OpenAPI 3.0 in memory, and knows where everything came from.
//
// The documents were checked and their references found before (../references/resolve.ts), in the words of Swagger 2.0: what is left to do has no
// faults of that kind. The converted documents are then read like any other. A converter that takes a document without the files around it cannot do
// this: whether a `$ref` in `parameters` is a body is known only where it leads, and a problem of the result would have no line in the file that was
// written. docs/swagger-2.md compares this one with @scalar/openapi-upgrader.
import type { Problem } from '../../base/problem.ts';
import type { ObjectName } from '../check/grammar.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, setOwn } from '../pointer.ts';
import { encodePointer } from '../references/components.ts';
import type { Link } from '../references/cycles.ts';
import type { Document } from '../references/library.ts';
import type { ReadDocument, Resolution } from '../references/resolve.ts';
import { bodyOf } from './bodies.ts';
import { type Conversion, TooManyValues, wordsAt } from './conversion.ts';
import { pathItemOf } from './operations.ts';
import { headerOf, parameterOf } from './parameters.ts';
import { below, convertedSource, type Place, Places } from './places.ts';
import { responseOf } from './responses.ts';
import { rootOf } from './root.ts';
import { schemaOf } from './schemas.ts';
import { securitySchemeOf } from './security.ts';
import { operationServers } from './servers.ts';

export interface Converted {
  readonly entry: Document;
  /** The other URIs of the entry. */
  readonly otherUris: readonly string[];
  /** Finds the other documents, which have all been read. */
  readonly read: ReadDocument;
}

export interface ConvertOptions {
  /** Objects and lists that the documents may become. */
  readonly maxValues: number;
  report(problem: Problem): void;
}

/** A reference that waits until it is known where its target has gone. */
interface Waiting {
  readonly holder: JsonObject;
  readonly link: Link;
}

/** `undefined`, and a problem, where the result would be beyond the limit. */
export function convert(resolution: Resolution, options: ConvertOptions): Converted | undefined {
  const { library } = resolution;
  const [entry] = library.documents;
  if (entry === undefined || !isObject(entry.root)) return undefined;
  const places = new Places();
  const waiting: Waiting[] = [];
  const conversion = createConversion(resolution, entry, entry.root, places, waiting, options);
  const roots = new Map<Document, Json>();
  try {
    for (const document of library.documents) {
      if (document.version !== '2.0') continue;
      const place = { document, pointer: '' };
      roots.set(document, document === entry ? rootOf(conversion, entry.root, place, entry.uri) : conversion.copy(document.root, place));
    }
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    options.report(tooManyValues(options.maxValues, entry));
    return undefined;
  }
  pointReferences(waiting, places, roots);
  return documentsOf(resolution, entry, places, roots);
}

function tooManyValues(most: number, { source }: Document): Problem {
  return {
    code: 'limit-converted-values',
    severity: 'error',
    message: `As OpenAPI 3.0, the document would have more than ${most.toLocaleString('en-US')} objects and lists.`,
    fix: 'Name fewer media types in `consumes` and `produces`, or raise `limits.convertedValues` in the configuration.',
    location: { source, pointer: '/swagger' },
  };
}

function createConversion(
  resolution: Resolution,
  entry: Document,
  root: JsonObject,
  places: Places,
  waiting: Waiting[],
  { maxValues, report }: ConvertOptions,
): Conversion {
  const { links, checked } = resolution;
  const rootPlace = { document: entry, pointer: '' };
  let values = 0;
  const conversion: Conversion = {
    defaults: { consumes: wordsAt(root, 'consumes', rootPlace), produces: wordsAt(root, 'produces', rootPlace) },
    checked,
    report,
    copy: (value, place) => copyValue(conversion, value, place, convertObject),
    mark(made, place, members) {
      if (++values > maxValues) throw new TooManyValues();
      return places.mark(made, place, members);
    },
    linkOf: (holder) => links.get(holder)?.find(({ reference }) => reference.key === '$ref'),
    reference(link, place) {
      const holder: JsonObject = { $ref: link.reference.ref };
      waiting.push({ holder, link });
      return conversion.mark(holder, place);
    },
  };
  const serversOf = operationServers(conversion, root, rootPlace);
  const convertObject = (value: JsonObject, name: ObjectName, place: Place): JsonObject | undefined => {
    switch (name) {
      case 'Schema':
        return schemaOf(conversion, value, place);
      case 'Response':
        return referenceIn(value, place) ?? responseOf(conversion, value, place, conversion.defaults.produces);
      case 'Parameter':
        return referenceIn(value, place) ?? sharedParameter(conversion, value, place);
      case 'Header':
        return headerOf(conversion, value, place);
      case 'PathItem':
        return pathItemOf(conversion, value, place, serversOf);
      case 'SecurityScheme':
        return securitySchemeOf(conversion, value, place);
      default:
        return undefined;
    }
  };
  const referenceIn = (value: JsonObject, place: Place): JsonObject | undefined => {
    const link = conversion.linkOf(value);
    return link === undefined ? undefined : conversion.reference(link, place);
  };
  return conversion;
}

/** A parameter in another file. Nothing refers to the field of a form there any more. */
function sharedParameter(conversion: Conversion, value: JsonObject, place: Place): JsonObject | undefined {
  switch (own(value, 'in')) {
    case 'body':
      return bodyOf(conversion, { value, place }, conversion.defaults.consumes);
    case 'formData':
      return undefined;
    default:
      return parameterOf(conversion, value, place);
  }
}

type ConvertObject = (value: JsonObject, name: ObjectName, place: Place) => JsonObject | undefined;

function copyValue(conversion: Conversion, value: Json, place: Place, convertObject: ConvertObject): Json {
  if (Array.isArray(value)) return copyItems(conversion, value, place);
  if (!isObject(value)) return value;
  const name = conversion.checked.get(value);
  const converted = name === undefined ? undefined : convertObject(value, name, place);
  if (converted !== undefined) return converted;
  const made: JsonObject = {};
  for (const [key, member] of Object.entries(value))
    if (member !== undefined) setOwn(made, key, conversion.copy(member, below(place, key)));
  return conversion.mark(made, place);
}

/** The loader leaves holes where it left out items. */
function copyItems(conversion: Conversion, items: readonly (Json | undefined)[], place: Place): Json {
  const made: Json[] = [];
  const places: Record<string, Place> = {};
  items.forEach((item, index) => {
    if (item === undefined) return;
    places[made.length] = below(place, index);
    made.push(conversion.copy(item, below(place, index)));
  });
  return conversion.mark(made, place, places);
}

function pointReferences(waiting: readonly Waiting[], places: Places, roots: ReadonlyMap<Document, Json>): void {
  const pointers = new Map<Document, ReadonlyMap<string, string>>();
  for (const [document, root] of roots) pointers.set(document, places.pointersFrom(document, root));
  for (const { holder, link } of waiting) {
    const { reference, target } = link;
    const pointer = pointers.get(target.document)?.get(target.pointer) ?? target.pointer;
    const isInside = target.document.source === reference.source;
    setOwn(holder, '$ref', `${isInside ? '' : target.document.uri}#${encodePointer(pointer)}`);
  }
}

function documentsOf({ library }: Resolution, entry: Document, places: Places, roots: ReadonlyMap<Document, Json>): Converted {
  const made = new Map<Document, Document>();
  for (const document of library.documents) {
    const root = roots.get(document);
    if (root === undefined) made.set(document, document);
    else {
      const source = convertedSource(document, (pointer, at) => places.find(root, pointer, { document, pointer: '' }, at));
      made.set(document, { source, root, uri: document.uri, version: '3.0', bases: new Map() });
    }
  }
  const byUri = new Map<string, Document>();
  for (const [uri, { document, pointer }] of library.byUri) {
    const converted = made.get(document);
    if (pointer === '' && converted !== undefined) byUri.set(uri, converted);
  }
  const converted = made.get(entry) ?? entry;
  return {
    entry: converted,
    otherUris: [...byUri].filter(([uri, document]) => document === converted && uri !== converted.uri).map(([uri]) => uri),
    read: async (uri, { source, pointer }) =>
      byUri.get(uri) ?? {
        code: 'ref-not-found',
        severity: 'error',
        message: `No document of the description has the address ${uri}.`,
        location: { source, pointer },
      },
  };
}
