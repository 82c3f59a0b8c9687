// Reads security requirements that name their scheme by its URI (OpenAPI 3.2.0, section 4.30): a name of a component takes the place of the URI.

import type { ObjectName } from '../check/grammar.ts';
import type { Reference } from '../check/reference.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, pointerTokens, setOwn } from '../pointer.ts';
import { componentName, encodePointer, freeName, sectionOf } from './components.ts';
import type { Link } from './cycles.ts';
import type { Document, Target } from './library.ts';

/** "Property names that are identical to a component name under the Components Object MUST be treated as a component name." */
export function isDeclared(entry: Document, name: string): boolean {
  return Object.hasOwn(schemesOf(entry) ?? {}, name);
}

interface Named {
  readonly entry: Document;
  readonly links: Map<object, Link[]>;
  readonly collector: { readonly checked: Map<object, ObjectName> };
}

/** All stages after this one know schemes by their names. So a scheme that is no component of the entry document becomes one, by reference. */
export function nameRequirement(reference: Reference, target: Target, state: Named): void {
  const { holder: requirement, key } = reference;
  const name = componentOf(reference, target, state);
  for (const [written, scopes] of Object.entries(requirement)) {
    // Each is set again, so that the order stays.
    delete (requirement as Record<string, unknown>)[written];
    if (written !== key) setOwn(requirement, written, scopes);
    else setOwn(requirement, name, [...new Set([...listOf(own(requirement, name)), ...listOf(scopes)])]);
  }
}

function componentOf(reference: Reference, target: Target, { entry, links, collector }: Named): string {
  const isEntry = target.document === entry;
  if (isEntry && sectionOf(target) === 'securitySchemes') return pointerTokens(target.pointer).at(-1) ?? '';
  const $ref = `${isEntry ? '' : target.document.uri}#${encodePointer(target.pointer)}`;
  const schemes = memberOf(memberOf(entry.root as JsonObject, 'components'), 'securitySchemes');
  const known = Object.keys(schemes).find((name) => own(schemes[name] as JsonObject, '$ref') === $ref);
  if (known !== undefined) return known;
  const name = freeName(componentName(target), (one) => Object.hasOwn(schemes, one));
  const component: JsonObject = { $ref };
  setOwn(schemes, name, component);
  collector.checked.set(component, 'SecurityScheme');
  const { isRequirement: _, ...written } = reference;
  links.set(component, [{ reference: { ...written, ref: $ref, holder: component, key: '$ref' }, target }]);
  return name;
}

function memberOf(holder: JsonObject, key: string): JsonObject {
  const known = own(holder, key);
  if (isObject(known)) return known;
  const made: JsonObject = {};
  setOwn(holder, key, made);
  return made;
}

function schemesOf({ root }: Document): JsonObject | undefined {
  const components = isObject(root) ? own(root, 'components') : undefined;
  const schemes = isObject(components) ? own(components, 'securitySchemes') : undefined;
  return isObject(schemes) ? schemes : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
