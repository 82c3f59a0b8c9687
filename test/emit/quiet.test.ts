// An edit of one component changes only generated lines of that component and of components and operations that use it.
//
// The test compares declarations: each top-level statement of a generated file with its comment, by file and name, and each entry of the template
// with the example data. A declaration belongs to the component or operation that it is named after. An edit of a component may change all that
// refers to it, directly or not, before or after the edit. All other declarations of components and operations stay unchanged, and none of them is
// added or removed. Declarations of the service, or of several operations (a row of responses), may be added or removed, but not changed.
//
// Four things follow from the declarations and are not compared: import statements, the folder of a declaration (with `split: 'tags'`), the order of
// declarations, and whether an object type that is not exported is declared once for several places or written out at the only one that has it.
// `schema.ts` is openapi-typescript's own output.
import { describe, expect, test } from 'vitest';
import { jsonText } from '../../generator/base/exact.ts';
import { writtenOut } from '../../generator/callers/written-out.ts';
import type { ProjectDocument } from '../../generator/config/config.ts';
import { schemasOf } from '../../generator/emit/held/held.ts';
import { operationsOf, parameterName } from '../../generator/emit/text/names.ts';
import { isObject } from '../../generator/load/pointer.ts';
import { lowerFirst } from '../../generator/model/names/names.ts';
import type { Schema } from '../../generator/model/schema/schema.ts';
import { leadingTo, reachable } from '../../generator/model/schema/walk.ts';
import type { Service } from '../../generator/model/service.ts';
import { declarationsIn } from '../support/declarations.ts';
import { serviceOf, someDocuments } from '../support/documents.ts';
import { sampleOf } from '../support/effort.ts';
import { filesOf, readText, versionsOf } from '../support/versions.ts';

type Json = { [key: string]: unknown };

const SEED = Number(process.env.SEED ?? 1);
/** Components that are edited at once. Those beside each other are used by about the same others. */
const AT_ONCE = 3;

describe.each(someDocuments.map((document) => [document.id, document] as const))('%s', (_, document) => {
  test('an edit of a component leaves the declarations of others alone', async () => {
    const { description: whole, service } = await serviceOf(document);
    const description = whole.root as Json;
    const before = generated(document, service);
    const components = Object.keys(schemasIn(description));
    const users = new Map(components.map((component) => [component, usersOf(service, [component])]));
    components.sort((a, b) => (users.get(a)?.size ?? 0) - (users.get(b)?.size ?? 0));
    const faults: string[] = [];
    const starts = startsOf(components);
    for (const at of sampleOf(starts, Math.ceil(starts.length / 10))) {
      const together = components.slice(at, at + AT_ONCE);
      const { edits, edited } = await editTogether(document, description, together, SEED + at);
      const may = new Set([...usersOf(service, together), ...usersOf(edited, together)]);
      faults.push(...changesOutside(may, before, generated(document, edited)).map((fault) => `${fault}, by ${edits.join(', ')}`));
    }
    expect(faults).toEqual([]);
  });

  // The versions follow each other as in a watch, each with other components edited.
  test('what a watch keeps of the versions before gives the same output and the same changes as all made anew', async () => {
    const { description: whole, service } = await serviceOf(document);
    const description = whole.root as Json;
    const components = Object.keys(schemasIn(description));
    const next = await versionsOf(document, service);
    let count = 0;
    for (const at of sampleOf(startsOf(components), Math.ceil(components.length / 20))) {
      const { edits, text } = await editTogether(document, description, components.slice(at, at + AT_ONCE), SEED + at);
      count += (await next(text, edits.join(', '))) ?? 0;
    }
    // Most of a document is kept, where it has more than what was edited.
    if (components.length > 3 * AT_ONCE) expect(count).toBeGreaterThan(0);
  });
});

/** The places in a list of components from which each is edited once, together with those behind it. */
function startsOf(components: readonly string[]): readonly number[] {
  return Array.from({ length: Math.ceil(components.length / AT_ONCE) }, (_, index) => index * AT_ONCE);
}

/** An edit may make a document invalid (a page has no list any more), so others are tried then. */
async function editTogether(
  document: ProjectDocument,
  description: Json,
  components: readonly string[],
  seed: number,
): Promise<{ readonly edits: readonly string[]; readonly edited: Service; readonly text: string }> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const root = structuredClone(description);
    const edits = components.map((component, index) => `${component}: ${edit(root, component, seed + attempt + index)}`);
    const text = jsonText(root, 2);
    const { service } = await readText(document, text);
    if (service !== undefined) return { edits, edited: service, text };
  }
  throw new Error(`No edit of ${components.join(', ')} leaves ${document.id} valid.`);
}

interface Owned {
  readonly owner: string | undefined;
  /** Several where a declaration is printed in several folders. */
  readonly texts: Set<string>;
}

/** All declarations by their ids. */
function generated(document: ProjectDocument, service: Service): Map<string, Owned> {
  const files = filesOf(document, service);
  const ownerOf = owners(service);
  const all = new Map<string, Owned>();
  const written = new Map([...files].map(([file, text]) => [file, /(?:types|operations)\.ts$/.test(file) ? writtenOut(text) : text]));
  for (const { id, name, file, text } of declarationsIn(written)) {
    const known = all.get(id) ?? { owner: file.startsWith('examples of') ? name : ownerOf(name), texts: new Set() };
    all.set(id, known);
    // A type that is written out has the indentation of its own declaration.
    known.texts.add(text.replaceAll(/^ +/gm, ''));
  }
  return all;
}

function changesOutside(may: ReadonlySet<string>, before: ReadonlyMap<string, Owned>, after: ReadonlyMap<string, Owned>): string[] {
  const faults: string[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(id), after.get(id)];
    const owner = old?.owner ?? now?.owner;
    if (owner !== undefined && may.has(owner)) continue;
    if (old === undefined || now === undefined) {
      if (owner !== undefined) faults.push(`${id} of ${owner} ${old === undefined ? 'comes' : 'goes'}`);
    } else if ([...old.texts].sort().join() !== [...now.texts].sort().join()) faults.push(`${id} of ${owner ?? 'the service'} changes`);
  }
  return faults;
}

/** The schema, parameter or operation that a declaration is named after, by the name's beginning. */
function owners(service: Service): (name: string) => string | undefined {
  const exact = new Map<string, string>();
  const beginnings = new Map<string, string>();
  const add = (owner: string, constant: string, names: readonly string[]): void => {
    for (const name of names) exact.set(name, owner);
    for (const kind of ['Values', 'Set', 'Names', 'Pattern']) exact.set(`${constant}${kind}`, owner);
    beginnings.set(constant, owner);
  };
  for (const { name = '' } of service.schemas) {
    const constant = constantName(name);
    for (const word of ['validate', 'evaluate']) beginnings.set(`${word}${name}`, name);
    add(name, constant, [name, `validate${name}`, `${constant}Schema`, `example${name}`, `${lowerFirst(name)}Transform`]);
  }
  for (const { name, typeName } of operationsOf(service)) {
    const types = ['Input', 'Result', 'Page', 'Item'].map((ending) => `${typeName}${ending}`);
    const others = [`${name}Checks`, `${name}Conversion`, `${name}Links`, `${name}Address`, `validate${typeName}Input`];
    const own = [name, ...types, ...others, `example${typeName}Input`, `example${typeName}Result`];
    for (const one of own) exact.set(one, typeName);
    add(typeName, constantName(`${typeName}Input`), own);
    for (const word of ['validate', 'evaluate']) beginnings.set(`${word}${typeName}Input`, typeName);
  }
  for (const { component } of operationsOf(service).flatMap(({ parameters }) => parameters)) {
    if (component === undefined) continue;
    const name = parameterName(component);
    add(component, constantName(name), [lowerFirst(name), `validate${name}`]);
    beginnings.set(`validate${name}`, component);
  }
  return (name) => exact.get(name) ?? beginnings.get(/^(.*?)_\D/u.exec(name)?.[1] ?? '');
}

/** The prefix of a component's validator constants. */
function constantName(name: string): string {
  return /^[A-Z\d]+$/.test(name) ? name.toLowerCase() : name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** The names of the declared schemas and of the operations that lead to components, themselves included. */
function usersOf(service: Service, components: readonly string[]): Set<string> {
  const pointers = components.map((component) => `/components/schemas/${component.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const all = [...reachable([...service.schemas, ...operationsOf(service).flatMap(schemasOf)])];
  const isOwn = ({ location: { pointer } }: Schema): boolean => pointers.some((own) => pointer === own || pointer.startsWith(`${own}/`));
  const leading = leadingTo(all, all.filter(isOwn));
  const users = service.schemas.filter((schema) => leading.has(schema)).map(({ name = '' }) => name);
  for (const operation of operationsOf(service)) {
    const parts = [...operation.parameters, ...operation.responses.flatMap((response) => response.headers)];
    if (![...schemasOf(operation), ...parts.map(({ schema }) => schema)].some((schema) => leading.has(schema))) continue;
    users.push(operation.typeName, operation.name);
    for (const { component, schema } of operation.parameters) if (component !== undefined && leading.has(schema)) users.push(component);
    for (const { component, contents, headers, headersName } of operation.responses) {
      const isUser = [...contents, ...headers].some(({ schema }) => schema !== undefined && leading.has(schema));
      if (isUser) users.push(...[component, headersName].filter((name) => name !== undefined));
    }
  }
  return new Set(users);
}

function schemasIn(description: Json): Record<string, Json> {
  return ((description.components as Json | undefined)?.schemas ?? {}) as Record<string, Json>;
}

type Edit = (schema: Json, others: readonly Json[]) => boolean;

/** Edits that tempt a generator to share: what is added to a component is what another one has already. Each says whether it applies. */
const EDITS: Readonly<Record<string, Edit>> = {
  'another pattern': (schema, others) => {
    const patterns = [...new Set(others.map((other) => other.pattern).filter((pattern) => typeof pattern === 'string'))];
    const pattern = patterns.find((one) => one !== schema.pattern);
    if (schema.type !== 'string' || schema.enum !== undefined || pattern === undefined) return false;
    schema.pattern = pattern;
    return true;
  },
  'another bound': (schema) => {
    const keyword = { string: 'maxLength', integer: 'maximum', number: 'maximum', array: 'maxItems', object: 'maxProperties' }[
      String(schema.type)
    ];
    if (keyword === undefined) return false;
    schema[keyword] = (typeof schema[keyword] === 'number' ? schema[keyword] : 4000) + 1;
    return true;
  },
  'one value more': (schema) => {
    if (!Array.isArray(schema.enum)) return false;
    schema.enum.push('one more');
    return true;
  },
  'no values': (schema) => Array.isArray(schema.enum) && delete schema.enum,
  'a renamed property': (schema) => {
    if (!isObject(schema.properties)) return false;
    const [first, ...rest] = Object.entries(schema.properties);
    if (first === undefined) return false;
    const name = `${first[0]}_renamed`;
    schema.properties = Object.fromEntries([[name, first[1]], ...rest]);
    if (Array.isArray(schema.required)) schema.required = schema.required.map((one) => (one === first[0] ? name : one));
    return true;
  },
  'a property less': (schema) => {
    if (!isObject(schema.properties)) return false;
    const last = Object.keys(schema.properties).at(-1);
    if (last === undefined) return false;
    schema.properties = Object.fromEntries(Object.entries(schema.properties).slice(0, -1));
    if (Array.isArray(schema.required)) schema.required = schema.required.filter((one) => one !== last);
    return true;
  },
  'a property that another has': (schema, others) => {
    if (!isObject(schema.properties)) return false;
    const inline = others.flatMap((other) => (isObject(other.properties) ? Object.values(other.properties) : [])).filter(isObject);
    const twin = inline.find((one) => one.enum !== undefined || one.pattern !== undefined || one.properties !== undefined);
    schema.properties = { ...schema.properties, added_here: twin ?? { type: 'string', pattern: '^added$' } };
    return true;
  },
  'an integer of 64 bits': (schema) => {
    if (!isObject(schema.properties)) return false;
    schema.properties = { ...schema.properties, added_count: { type: 'integer', format: 'int64' } };
    return true;
  },
  'another description': (schema) => {
    schema.description = `${String(schema.description ?? '')} And more.`;
    return true;
  },
};

/** Makes one of the edits that apply, and says which. A component that has no reference to it may be removed. */
function edit(root: Json, component: string, number: number): string {
  const schemas = schemasIn(root);
  const schema = schemas[component] ?? {};
  if (number % 5 === 0 && !new RegExp(`/${component}["/]`).test(jsonText(root))) {
    delete schemas[component];
    return 'removed';
  }
  const others = Object.values(schemas).filter((other) => other !== schema);
  const names = Object.keys(EDITS);
  for (let index = 0; index < names.length; index++) {
    const name = names[(number + index) % names.length] ?? '';
    if (EDITS[name]?.(schema, others) === true) return name;
  }
  return 'nothing';
}
