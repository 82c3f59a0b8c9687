// The operations that Prism cannot serve, as the document shows: the generated mock answers them, and Prism is not asked.
import type { Json, JsonObject } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { essenceOf, isXml } from '../model/media-type.ts';
import { methodsOf, objectOf, prismMethods, target } from './reading.ts';

export interface BeyondPrism {
  /** `QUERY /search` */
  readonly operation: string;
  /** In upper case. */
  readonly method: string;
  /** The paths of its requests. */
  readonly paths: RegExp;
  /** The effect in Prism, as a sentence without its full stop. */
  readonly reason: string;
}

export function beyondPrism(document: JsonObject): BeyondPrism[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, written]) => {
    const item = target(document, written);
    return methodsOf(item).flatMap(([method, operation]) => {
      if (!isObject(operation)) return [];
      const reason = limitOf(document, method, operation);
      if (reason === undefined) return [];
      const upper = method.toUpperCase();
      return [{ operation: `${upper} ${path}`, method: upper, paths: requestPaths(path), reason }];
    });
  });
}

function limitOf(document: JsonObject, method: string, operation: JsonObject): string | undefined {
  if (!prismMethods.has(method)) return `Prism does not know the method ${method.toUpperCase()}`;
  const contents = Object.entries(objectOf(target(document, operation.requestBody).content));
  if (contents.some(([type]) => isXml(type))) return 'Prism reads no XML';
  const forms = contents.filter(([type]) => essenceOf(type) === 'multipart/form-data');
  if (forms.some(([, media]) => hasNested(document, target(document, media).schema))) {
    return 'Prism reads no list or object in multipart/form-data';
  }
  const responses = Object.values(objectOf(operation.responses)).map((response) => target(document, response));
  const headers = responses.flatMap((response) => Object.values(objectOf(response.headers)).map((header) => target(document, header)));
  if (headers.some(({ schema }) => typesOf(document, schema).includes('array'))) return 'Prism sends no header that is a list';
  return undefined;
}

function hasNested(document: JsonObject, schema: Json | undefined): boolean {
  const properties = Object.values(objectOf(target(document, schema).properties));
  return properties.some((property) => typesOf(document, property).some((type) => type === 'array' || type === 'object'));
}

function typesOf(document: JsonObject, schema: Json | undefined): readonly unknown[] {
  const { type } = target(document, schema);
  return Array.isArray(type) ? type : [type];
}

/** The paths that a template matches. Where they are also those of another operation, the generated mock tells the two apart. */
function requestPaths(template: string): RegExp {
  const parts = template.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}/?$`);
}
