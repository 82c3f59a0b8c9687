// Which section of `components` holds which kind of object.
import type { ObjectName } from '../check/grammar.ts';
import { isObject, pointerTokens } from '../pointer.ts';
import type { Target } from './library.ts';

/** The section of `components` for each kind of object that can be a component. */
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

/** `RequestBody` as `request body`. */
export function wordsOf(name: ObjectName): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

const sectionNames: ReadonlySet<string> = new Set(Object.values(sections));

/** The section that a component is in; `undefined` for anything that is not a component of an OpenAPI document. */
export function sectionOf({ document, pointer }: Target): string | undefined {
  const [first, section = '', ...names] = pointerTokens(pointer);
  if (first !== 'components' || names.length !== 1) return undefined;
  if (!isObject(document.root) || !Object.hasOwn(document.root, 'openapi')) return undefined;
  return sectionNames.has(section) ? section : undefined;
}
