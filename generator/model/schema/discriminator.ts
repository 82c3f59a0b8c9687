// A `discriminator` → which schema each tag value means: explicit mappings, and the names of the branches (OpenAPI 3.1, 4.8.25).

import type { Location, Problems } from '../../base/problem.ts';
import type { Description, Json, JsonObject } from '../../load/description.ts';
import { isObject, own, pointerTokens } from '../../load/pointer.ts';
import { below, child, type DocumentNode, members, optional } from '../document-node.ts';
import { conjuncts } from './conjuncts.ts';
import type { Draft } from './keywords.ts';
import type { Schema } from './schema.ts';
import { overlap, tagsOfBranches } from './tags.ts';
import { OBJECT, possibleTypes } from './types.ts';

export interface DiscriminatorTask {
  readonly node: Draft;
  readonly propertyName: string;
  readonly mapping: JsonObject;
  /** The schema of a value without a known tag (OpenAPI 3.2). */
  readonly defaultMapping: string | undefined;
  readonly location: Location;
}

/** The task of resolving the mapping, which must wait until the branches are filled. */
export function readDiscriminator(node: Draft, object: JsonObject): DiscriminatorTask | undefined {
  const value = own(object, 'discriminator');
  if (!isObject(value)) return undefined;
  const propertyName = own(value, 'propertyName');
  if (typeof propertyName !== 'string') return undefined;
  const mapping = own(value, 'mapping');
  const fallback = own(value, 'defaultMapping');
  return {
    node,
    propertyName,
    mapping: isObject(mapping) ? mapping : {},
    defaultMapping: typeof fallback === 'string' ? fallback : undefined,
    location: below(node.location, 'discriminator'),
  };
}

const BARE_NAME = /^[A-Za-z0-9._-]+$/;

export function resolveDiscriminator(
  description: Description,
  task: DiscriminatorTask,
  nodeAt: (value: Json | undefined, location: Location) => Schema,
  targets: Set<Schema>,
  includersOf: Includers,
  problems: Problems,
): void {
  const holder = holderOf(task.node);
  const branches = holder.oneOf ?? holder.anyOf ?? [];
  const byTarget = new Map<Schema, Schema>();
  for (const branch of [...branches].reverse()) byTarget.set(branch.ref ?? branch, branch);
  const mapping = new Map<string, Schema>();
  const mapped = new Set<Schema>();
  for (const [tag, value] of Object.entries(task.mapping)) {
    if (typeof value !== 'string') continue;
    const target = targetOf(description, value, below(below(task.location, 'mapping'), tag), nodeAt);
    targets.add(target);
    mapped.add(target);
    mapping.set(tag, byTarget.get(target) ?? target);
  }
  const fallback =
    task.defaultMapping === undefined
      ? undefined
      : targetOf(description, task.defaultMapping, below(task.location, 'defaultMapping'), nodeAt);
  if (fallback !== undefined) targets.add(fallback);
  for (const branch of branches) {
    if (branch.ref === undefined) continue;
    const { location } = branch.ref;
    const tag = statedTag({ value: description.at(location), location }, problems) ?? implicitTag(branch.ref);
    if (tag !== undefined && !mapping.has(tag) && !mapped.has(branch.ref)) mapping.set(tag, branch);
  }
  if (branches.length === 0) {
    for (const { value, location } of includersOf(task.node)) {
      const heir = nodeAt(value, location);
      targets.add(heir);
      const tag = statedTag({ value, location }, problems) ?? implicitTag(heir);
      if (tag !== undefined && !mapping.has(tag) && !mapped.has(heir)) mapping.set(tag, heir);
    }
  }
  holder.discriminator = {
    propertyName: task.propertyName,
    mapping,
    ...(fallback === undefined ? {} : { fallback: byTarget.get(fallback) ?? fallback }),
  };
}

/** The node with the branches: those of a folded `nullable` union stand one node further in. */
function holderOf(node: Draft): Draft {
  const inner = node.anyOf?.[0];
  return inner?.key === `${node.key}@value` ? inner : node;
}

const COMPONENTS = '/components/schemas';

/** Finds the components that include a component by `allOf`, directly or through others, in the order of the document (OpenAPI 3.1.1, 4.8.25.2). */
export type Includers = (base: Schema) => readonly DocumentNode[];

/** Reads the components when it is first asked, and once for all bases. */
export function includersIn(description: Description): Includers {
  const place: Location = { source: description.entry, pointer: COMPONENTS };
  let direct: ReadonlyMap<string, readonly Includer[]> | undefined;
  return ({ location }) => {
    if (location.source !== description.entry || !location.pointer.startsWith(`${COMPONENTS}/`)) return [];
    direct ??= directIncluders(members({ value: description.at(place), location: place }).map(([, node]) => node));
    const found = new Map<string, Includer>();
    const pending = [location.pointer];
    for (const base of pending) {
      for (const includer of direct.get(base) ?? []) {
        const { pointer } = includer.node.location;
        if (pointer === location.pointer || found.has(pointer)) continue;
        found.set(pointer, includer);
        pending.push(pointer);
      }
    }
    return [...found.values()].sort((left, right) => left.index - right.index).map(({ node }) => node);
  };
}

interface Includer {
  readonly node: DocumentNode;
  /** Its place among the components. */
  readonly index: number;
}

function directIncluders(schemas: readonly DocumentNode[]): ReadonlyMap<string, readonly Includer[]> {
  const byBase = new Map<string, Includer[]>();
  for (const [index, node] of schemas.entries()) {
    for (const base of basesOf(node.value)) {
      const known = byBase.get(base);
      if (known === undefined) byBase.set(base, [{ node, index }]);
      else known.push({ node, index });
    }
  }
  return byBase;
}

/** The pointers of the components that a schema includes by `allOf`. */
function basesOf(schema: Json | undefined): string[] {
  const list = isObject(schema) ? own(schema, 'allOf') : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((part: Json) => {
    const ref = isObject(part) ? own(part, '$ref') : undefined;
    return typeof ref === 'string' && ref.startsWith('#') ? [ref.slice(1)] : [];
  });
}

/** Notes that the schemas of the tags include the one with the discriminator; the keywords of all of them must be there. */
export function noteHeirs({ node }: DiscriminatorTask): void {
  const { discriminator, oneOf, anyOf } = node;
  if (discriminator === undefined || oneOf !== undefined || anyOf !== undefined || possibleTypes(node) !== OBJECT) return;
  const heirs = [...discriminator.mapping.values()].filter((schema) => schema !== node);
  // Without a tag that an heir accepts, as under an enum of other words, nothing tells the heirs apart.
  const isTagged = tagsOfBranches(node, heirs).some((tags) => tags.length > 0);
  const isBase = isTagged && heirs.every((heir) => conjuncts([heir]).includes(node));
  if (isBase) node.discriminator = { ...discriminator, inherited: true };
}

/** Lets the discriminator select the branch where `oneOf` would refuse every value of one; the keywords of all branches must be there. */
export function decideBranches({ node, location }: DiscriminatorTask, problems: Problems): void {
  const holder = holderOf(node);
  const { discriminator } = holder;
  const pair = discriminator?.fallback === undefined ? overlap(holder) : undefined;
  if (discriminator === undefined || pair === undefined) return;
  holder.discriminator = { ...discriminator, decides: true };
  const [wider, narrower] = pair.map((branch) => nameOf(branch));
  const { propertyName } = discriminator;
  problems.add({
    code: 'discriminator-decides',
    severity: 'warning',
    message: `Every value of ${narrower} matches ${wider} too, so \`oneOf\` would refuse it. Validators check the branch that \`${propertyName}\` names, and no other.`,
    fix: `In each branch, require \`${propertyName}\` and give it a constant, as in \`${propertyName}: { const: … }\`.`,
    location: { ...location, at: 'key' },
  });
}

/** Lets the discriminator of a variant of a schema do what was decided for that of the schema. */
export function takeDecisions(variant: Draft, { discriminator }: Schema): void {
  if (variant.discriminator === undefined) return;
  const { decides, inherited } = discriminator ?? {};
  variant.discriminator = { ...variant.discriminator, ...optional('decides', decides), ...optional('inherited', inherited) };
}

function nameOf(branch: Schema): string {
  return `\`${implicitTag(branch.ref ?? branch)}\``;
}

/** A bare name is a component's where there is one of that name, as the standard prefers; otherwise a relative reference. */
function targetOf(
  description: Description,
  value: string,
  from: Location,
  nodeAt: (value: Json | undefined, location: Location) => Schema,
): Schema {
  if (BARE_NAME.test(value)) {
    const location = { source: description.entry, pointer: `/components/schemas/${value}` };
    const named = description.at(location);
    if (named !== undefined) return nodeAt(named, location);
  }
  const target = description.resolve(value, from);
  return nodeAt(target.value, target.location);
}

const VALUE = 'x-ms-discriminator-value';

/** The tag that a schema gives itself, as documents do that were converted from older formats. */
function statedTag(schema: DocumentNode, problems: Problems): string | undefined {
  const { value, location } = child(schema, VALUE);
  if (value === undefined || typeof value === 'string') return value;
  problems.add({
    code: 'extension-foreign',
    severity: 'warning',
    message: `\`${VALUE}\` is not a text, so it is ignored: the name of the schema is the value of the discriminator.`,
    fix: `Write the value that selects the schema, such as \`${VALUE}: cat\`.`,
    location: { ...location, at: 'key' },
  });
  return undefined;
}

/** The last token of the place of a component: `Cat` of `#/components/schemas/Cat`. */
function implicitTag(target: Schema): string | undefined {
  return pointerTokens(target.location.pointer).at(-1);
}
