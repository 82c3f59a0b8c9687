// Reads a parent that lists its children in `oneOf` or `anyOf`, where the children include the parent by `allOf`, as inheritance: by the letter, no
// value could ever be checked, since each schema would need the other for the same value.
import type { Problem } from '../../base/problem.ts';
import type { ObjectName } from '../check/grammar.ts';
import { locationOf, type Reference } from '../check/reference.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own, pointerTokens, setOwn, valueAt } from '../pointer.ts';
import type { Link } from './cycles.ts';
import { referenceBelow } from './expand.ts';
import { documentOf, type Library, type Target } from './library.ts';

interface Graph {
  readonly library: Library;
  readonly links: Map<object, Link[]>;
  readonly checked: Map<object, ObjectName>;
}

const LISTS = ['oneOf', 'anyOf'] as const;
type List = (typeof LISTS)[number];

/** A parent with the lists that lead back to it, and the references by which its children include it. */
interface Family {
  readonly target: Target;
  readonly value: JsonObject;
  readonly lists: Set<List>;
  readonly includes: Reference[];
}

/** Lets the children include the parent without its list of children, and returns a warning for each parent. */
export function readInheritance(graph: Graph): Problem[] {
  const families = familiesIn(graph);
  for (const family of families) separate(family, graph);
  return families.map(warning);
}

function familiesIn({ library, links }: Graph): Family[] {
  const families = new Map<JsonObject, Family>();
  const reached = new Map<Json, ReadonlySet<object>>();
  for (const group of links.values()) {
    for (const { reference, target } of group) {
      const { value } = target;
      if (reference.key !== '$ref' || !isObject(value)) continue;
      const place = /^(.*)\/allOf\/\d+\/\$ref$/s.exec(reference.pointer)?.[1];
      if (place === undefined) continue;
      for (const keyword of LISTS) {
        const list = own(value, keyword);
        if (!Array.isArray(list)) continue;
        const child = valueAt(documentOf(library, reference.source).root, place);
        const leads = reached.get(list) ?? schemasBehind(list, value, links);
        reached.set(list, leads);
        if (!isObject(child) || !leads.has(child)) continue;
        const family = families.get(value) ?? { target, value, lists: new Set<List>(), includes: [] };
        family.lists.add(keyword);
        if (!family.includes.includes(reference)) family.includes.push(reference);
        families.set(value, family);
      }
    }
  }
  return [...families.values()];
}

/** The schemas that a value may have to match if it matches one of the list; those behind the parent itself do not count. */
function schemasBehind(list: readonly Json[], parent: JsonObject, links: Graph['links']): ReadonlySet<object> {
  const found = new Set<JsonObject>(list.filter(isObject));
  // The loop also visits the schemas that it adds.
  for (const schema of found) {
    if (schema === parent) continue;
    for (const { reference, target } of links.get(schema) ?? []) {
      if (reference.key === '$ref' && isObject(target.value)) found.add(target.value);
    }
    for (const keyword of ['allOf', ...LISTS]) {
      const parts = own(schema, keyword);
      for (const part of Array.isArray(parts) ? (parts as readonly Json[]) : []) if (isObject(part)) found.add(part);
    }
  }
  return found;
}

/** Keywords that a copy must not repeat: identifiers, what selects a child, and examples, which are values of a child. */
const NOT_SHARED: ReadonlySet<string> = new Set([
  ...['$id', '$anchor', '$dynamicAnchor', '$defs', 'definitions', 'discriminator', 'default', 'example', 'examples'],
]);

/**
 * Adds the parent's own keywords as a schema inside the parent, which the children then include. The parent stays as it is, since others may refer to
 * its parts.
 */
function separate({ target, value, lists, includes }: Family, { links, checked }: Graph): void {
  let name = 'x-base';
  while (Object.hasOwn(value, name)) name += '-';
  const base: JsonObject = {};
  for (const keyword of Object.keys(value)) {
    const isLeftOut = NOT_SHARED.has(keyword) || keyword.startsWith('x-') || lists.has(keyword as List);
    if (!isLeftOut) setOwn(base, keyword, value[keyword]);
  }
  setOwn(value, name, base);
  checked.set(base, 'Schema');
  const own = links.get(value)?.filter(({ reference }) => Object.hasOwn(base, reference.key));
  if (own !== undefined) links.set(base, own);
  const baseTarget: Target = { document: target.document, pointer: joinPointer(target.pointer, name), value: base };
  for (const reference of includes) {
    const ref = referenceBelow(reference.ref, target, name);
    setOwn(reference.holder, '$ref', ref);
    const group = links.get(reference.holder) ?? [];
    links.set(
      reference.holder,
      group.map((link) => (link.reference === reference ? { reference: { ...reference, ref }, target: baseTarget } : link)),
    );
  }
}

function warning({ target, lists, includes }: Family): Problem {
  const parent = `\`${nameOf(target.pointer)}\``;
  const children = [...new Set(includes.map(({ pointer }) => `\`${nameOf(pointer.replace(/(?:\/allOf\/\d+)+\/\$ref$/, ''))}\``))];
  const [first = '', ...others] = children;
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  const [list = 'oneOf'] = lists;
  return {
    code: 'inheritance-circular',
    severity: 'warning',
    message: `${parent} lists ${first}${rest} in \`${list}\`, and ${others.length === 0 ? `${first} includes` : 'they include'} ${parent} in \`allOf\`, so that each would need the other. It is read as inheritance: \`allOf\` means ${parent} without its \`${list}\`.`,
    fix: `Move what ${parent} and its children share to a schema of its own, and include that.`,
    location: { source: target.document.source, pointer: joinPointer(target.pointer, list), at: 'key' },
    related: includes.slice(0, 3).map((reference) => ({ message: 'included here', location: locationOf(reference) })),
  };
}

function nameOf(pointer: string): string {
  return pointerTokens(pointer).at(-1) ?? 'the document';
}
