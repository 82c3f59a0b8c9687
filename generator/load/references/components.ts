// Which section of `components` holds which kind of object.
import type { ObjectName, Version } from '../check/grammar.ts';
import { escapeToken, isObject, pointerTokens } from '../pointer.ts';
import type { Document, Target } from './library.ts';

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

/** The section at the root of a document of Swagger 2.0 for each kind of object that can be a component. */
const swaggerSections: Partial<Record<ObjectName, string>> = {
  Schema: 'definitions',
  Response: 'responses',
  Parameter: 'parameters',
  SecurityScheme: 'securityDefinitions',
};

/** The pointer of the section for a kind of object, such as `/components/schemas`. */
export function sectionPointer(kind: ObjectName, version: Version): string | undefined {
  const section = sectionFor(kind, version);
  return section === undefined ? undefined : `${version === '2.0' ? '' : '/components'}/${section}`;
}

export function sectionFor(kind: ObjectName, version: Version): string | undefined {
  return (version === '2.0' ? swaggerSections : sections)[kind];
}

/** The words for what each section has, of every version: `request body`. */
export const componentWords: ReadonlyMap<string, string> = new Map(
  [sections, swaggerSections].flatMap((each) => Object.entries(each).map(([name, section]) => [section, wordsOf(name as ObjectName)])),
);

/** `RequestBody` as `request body`. */
export function wordsOf(name: ObjectName): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

const sectionNames: ReadonlySet<string> = new Set(Object.values(sections));
const swaggerNames: ReadonlySet<string> = new Set(Object.values(swaggerSections));

/** The name of the component that is made of a target: the last name of the pointer, or the file's. */
export function componentName(target: Target): string {
  const words = pointerTokens(target.pointer).filter((token) => !/^\d+$/.test(token) && token !== '');
  const name = words.at(-1) ?? fileName(target.document);
  const safe = name.replace(/[^a-zA-Z0-9._-]+/g, '_').replace(/^_+(?=.)/, '');
  return safe === '' || safe === '__proto__' ? 'Schema' : safe;
}

function fileName(document: Document): string {
  const last = document.source.display.split(/[\\/]/).findLast((part) => part !== '') ?? 'document';
  return last.replace(/\.(?:json|ya?ml)$/i, '');
}

/** The name, or the first of `name_2`, `name_3`, … that is free. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number++) name = `${wanted}_${number}`;
  return name;
}

/** A pointer as the fragment of a URI (RFC 6901, section 6). */
export function encodePointer(pointer: string): string {
  return /^[\w/~.$!&'()*+,;=:@-]*$/.test(pointer)
    ? pointer
    : pointerTokens(pointer)
        .map((token) => `/${encodeURIComponent(escapeToken(token))}`)
        .join('');
}

function isSection({ root }: Document, name: string): boolean {
  return isObject(root) && Object.hasOwn(root, 'swagger') && swaggerNames.has(name);
}

/** The section that a component is in; `undefined` for anything that is not a component of an OpenAPI document. */
export function sectionOf({ document, pointer }: Target): string | undefined {
  const [first = '', section = '', ...names] = pointerTokens(pointer);
  if (document.version === '2.0') return section !== '' && names.length === 0 && isSection(document, first) ? first : undefined;
  if (first !== 'components' || names.length !== 1) return undefined;
  if (!isObject(document.root) || !Object.hasOwn(document.root, 'openapi')) return undefined;
  return sectionNames.has(section) ? section : undefined;
}
