// Turns schemas of the model into nodes: natural forms where their verdict is that of the standard, checks of the runtime beside them for the rest.
import { hasType } from '@octavo/runtime/facts';
import { rounded } from '../../base/exact.ts';
import type { JsonType, JsonValue, Schema } from '../../model/schema/schema.ts';
import { heirsOf, tagsOfBranches } from '../../model/schema/tags.ts';
import { isPlainRef, isSilent, subschemas } from '../../model/schema/walk.ts';
import { stringLiteral } from '../text/escape.ts';
import { saysMoreOfArrays } from '../types/array-type.ts';
import { kindsOf, OBJECT, saysOnly } from '../types/kinds.ts';
import { saysMoreOfObjects } from '../types/object-type.ts';
import { tagTypes } from '../types/tag-type.ts';
import type { Types } from '../types/type-scope.ts';
import { disjoint, requiredStrings, typesOf } from '../validators/plan/facts.ts';
import {
  arrayChecks,
  boundsOf,
  type CheckScope,
  conditionalChecks,
  equalTo,
  guardedChecks,
  hasIntegerFormat,
  hasSlowNames,
  having,
  itemChecks,
  itemCounts,
  multipleOf,
  nativePattern,
  objectChecks,
  otherChecks,
  propertyChecks,
  stringChecks,
} from './checks.ts';
import {
  type Check,
  code,
  type Entry,
  type Form,
  type Literal,
  NEVER,
  type Node,
  type ObjectForm,
  plain,
  takesUndefined,
  UNKNOWN,
} from './node.ts';

/** What nodes are built with. */
export interface BuildScope extends Omit<CheckScope, 'node' | 'asked'> {
  readonly types: Types;
  /** A reference to a schema that has a constant of its own. */
  reference(schema: Schema & { readonly name: string }): Node;
  /** The node of a schema whose constant is declared already. */
  declared(schema: Schema): Node | undefined;
  /** The type of a schema as the file names it. */
  typeText(schema: Schema): string;
  /** The check that calls the validator of a named schema. */
  validator(schema: Schema): Check;
}

/** The node of a named schema, written out. */
export function declarationNode(schema: Schema, scope: BuildScope): Node {
  if (!leavesSome(schema, scope)) return new Builder(scope).written(schema);
  // What a first attempt imports may not be needed.
  const attempt = new Builder({ ...scope, runtime: String, linear: String, typeText: () => '', reference: () => UNKNOWN });
  attempt.written(schema);
  if (attempt.isWhole) return { ...UNKNOWN, checks: [scope.validator(schema)], type: scope.typeText(schema), ...metaOf(schema) };
  const node = new Builder(scope).written(schema);
  return { ...node, checks: [...node.checks, scope.validator(schema)] };
}

/** Whether the schema, or one written inside it, has a keyword that its validator has to check. */
function leavesSome(schema: Schema, scope: BuildScope): boolean {
  const met = new Set([schema]);
  // A set gives what is added to it while it is read.
  for (const one of met) {
    if (isLeft(one, scope.options)) return true;
    for (const part of subschemas(one)) if (part.name === undefined) met.add(part);
  }
  return false;
}

/** Which children are evaluated is known where the value is judged, and some patterns run on short names only: only validators see to that. */
function isLeft(schema: Schema, options: BuildScope['options']): boolean {
  return schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined || hasSlowNames(schema, options);
}

/** A part of a schema, and whether the libraries infer the type that `types.ts` has. */
interface Part {
  readonly node: Node;
  readonly isNative: boolean;
}

/** Names that every object inherits: both libraries read them by `object[name]`. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}

const OBJECT_KEYWORDS = [
  ...(['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'] as const),
  'dependentRequired',
] as const;
const OTHER_KEYWORDS = [
  ...(['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'] as const),
] as const;

class Builder {
  /** Whether a keyword that is left to the validator decides about a branch, so that the validator has to judge the whole value. */
  isWhole = false;
  private askedDepth = 0;
  private readonly scope: BuildScope;
  private readonly checks: CheckScope;

  constructor(scope: BuildScope) {
    this.scope = scope;
    this.checks = {
      options: scope.options,
      isExact: (schema) => scope.isExact(schema),
      runtime: (name) => scope.runtime(name),
      linear: () => scope.linear(),
      node: (schema) => this.node(schema),
      asked: (schema) => this.asked(() => this.node(schema)),
    };
  }

  /** The node of a schema inside another one. */
  node(schema: Schema): Node {
    return schema.name === undefined ? this.written(schema) : this.scope.reference(schema as Schema & { name: string });
  }

  private asked<T>(build: () => T): T {
    this.askedDepth++;
    const built = build();
    this.askedDepth--;
    return built;
  }

  written(schema: Schema): Node {
    const meta = metaOf(schema);
    if (schema.boolean !== undefined) return schema.boolean ? UNKNOWN : NEVER;
    if (isPlainRef(schema)) {
      const target = this.node(schema.ref);
      return { ...target, ...(Object.keys(meta).length === 0 ? {} : { meta: { ...target.meta, ...meta.meta } }) };
    }
    if (schema.file === true) return { ...plain({ kind: 'file' }), ...meta };
    if (this.isWhole) return UNKNOWN;
    if (isLeft(schema, this.scope.options) && (this.askedDepth > 0 || hasSlowNames(schema, this.scope.options))) {
      this.isWhole = true;
      return UNKNOWN;
    }
    const { node, isNative } = this.structure(schema);
    const checks = [...node.checks, ...conditionalChecks(schema, this.checks)];
    // `types.ts` leaves out the kinds of value that `not` excludes.
    const needsType = !isNative || heirsOf(schema).length > 0 || schema.not !== undefined;
    return { ...node, checks, ...(needsType ? { type: this.scope.typeText(schema) } : {}), ...meta };
  }

  private structure(schema: Schema): Part {
    const flat = this.flattened(schema);
    const own = flat ?? this.own(schema);
    const others = flat === undefined ? this.applied(schema) : [];
    const unions = [this.union(schema, 'anyOf'), this.union(schema, 'oneOf')].filter((part) => part !== undefined);
    const all = [...others, ...unions];
    // A type that another schema for the same value implies adds nothing.
    const parts = own === undefined || (all.length > 0 && this.isImplied(schema)) ? all : [own, ...all];
    const [first, ...rest] = parts;
    if (first === undefined) return { node: UNKNOWN, isNative: true };
    const also = rest.map(({ node }): Check => ({ call: 'also', with: [{ node }] }));
    return { node: { ...first.node, checks: [...first.node.checks, ...also] }, isNative: rest.length === 0 && first.isNative };
  }

  /** The schemas of `$ref` and `allOf`. */
  private applied({ ref, allOf = [] }: Schema): Part[] {
    const all = [...(ref === undefined ? [] : [ref]), ...allOf];
    return all
      .filter(({ boolean }) => boolean !== true)
      .map((part) => ({ node: this.node(part), isNative: all.length === 1 && part.name !== undefined }));
  }

  /** Whether the schema says only which kinds of value there are, and others that apply to the value say the same. */
  private isImplied(schema: Schema): boolean {
    if (schema.type === undefined || schema.type.includes('integer')) return false;
    if (schema.enum !== undefined || schema.const !== undefined) return false;
    if ([...OBJECT_KEYWORDS, ...OTHER_KEYWORDS].some((keyword) => schema[keyword] !== undefined)) return false;
    const { type: _, ...others } = schema;
    return (kindsOf(others) & ~kindsOf(schema)) === 0;
  }

  /** One object of the properties that an object and the schemas of its `allOf` have, where none of them has another keyword. */
  private flattened(schema: Schema): Part | undefined {
    const all = [...(schema.ref === undefined ? [] : [schema.ref]), ...(schema.allOf ?? [])];
    if (all.length === 0 || kindsOf(schema) !== OBJECT) return undefined;
    const pieces = [schema, ...all.filter(({ name }) => name === undefined)];
    const bases = all.filter(({ name }) => name !== undefined).map((base) => ({ base, node: this.scope.declared(base) }));
    const rest = bases.map(({ node }) => (node === undefined ? undefined : baseNames(node)));
    if (!pieces.every((piece) => isPlainObject(piece, piece === schema)) || rest.includes(undefined)) return undefined;
    const inherited = rest.flatMap((names) => names ?? []);
    const own = pieces.flatMap(({ properties }) => [...(properties ?? [])]);
    const names = [...inherited.map(({ name }) => name), ...own.map(([name]) => name)];
    const required = new Set(pieces.flatMap((piece) => piece.required ?? []));
    const isOptional = new Map(inherited.map(({ name, optional }) => [name, optional]));
    if (new Set(names).size !== names.length || own.some(([name, part]) => isInherited(name) || part.boolean === false)) return undefined;
    for (const name of required) if (isOptional.get(name) === true || (!names.includes(name) && isInherited(name))) return undefined;
    const undeclared = [...required].filter((name) => !names.includes(name));
    const entries = [
      ...own.map(([name, part]): Entry => ({ name, node: this.node(part), optional: !required.has(name) })),
      ...undeclared.map((name): Entry => ({ name, node: UNKNOWN, optional: false })),
    ];
    const constants = bases.flatMap(({ base }) => constantOf(this.node(base)));
    return {
      node: { form: { kind: 'object', bases: constants, entries, rest: 'open' }, checks: having(missable(entries)) },
      isNative: true,
    };
  }

  /** The part that the schema's own keywords make; `undefined` where it has none. */
  private own(schema: Schema): Part | undefined {
    if (schema.const !== undefined || schema.enum !== undefined) return this.values(schema);
    const isObject = OBJECT_KEYWORDS.some((keyword) => schema[keyword] !== undefined);
    const types = schema.type ?? (isObject && kindsOf(schema) === OBJECT ? (['object'] as const) : undefined);
    if (types === undefined) {
      if (!isObject && !OTHER_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return undefined;
      const checks = guardedChecks(schema, this.checks);
      if (checks.length === 0) return undefined;
      return { node: { ...UNKNOWN, checks }, isNative: !saysMoreOfObjects(schema) && !saysMoreOfArrays(schema) };
    }
    const parts = types.filter((type) => type !== 'integer' || !types.includes('number')).map((type) => this.kind(schema, type));
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    if (parts.length === 0) return { node: NEVER, isNative: true };
    const branches = parts.map(({ node }) => node);
    return { node: plain({ kind: 'union', branches, exclusive: false }), isNative: parts.every(({ isNative }) => isNative) };
  }

  /** `const` and `enum`. */
  private values(schema: Schema): Part {
    const { type, const: constant } = schema;
    const listed = schema.enum ?? (constant === undefined ? [] : [constant.value]);
    const allowed = listed.map(rounded).filter((value) => type === undefined || type.some((one) => hasType(value, one)));
    const isNative =
      (schema.enum === undefined || constant === undefined) && allowed.every((value) => Number.isFinite(value) || !isNumber(value));
    const both = schema.enum !== undefined && constant !== undefined ? [equalTo([constant.value])] : [];
    if (allowed.length === 0) return { node: NEVER, isNative: false };
    const { type: _, ...others } = schema;
    const checks = [...both, ...guardedChecks(others, this.checks)];
    const values = allowed.filter(isLiteral);
    if (values.length < allowed.length) return { node: { ...UNKNOWN, checks: [equalTo(allowed), ...checks] }, isNative: false };
    return { node: { form: { kind: 'literal', values: [...new Set(values)] }, checks }, isNative };
  }

  private kind(schema: Schema, type: JsonType): Part {
    switch (type) {
      case 'null':
      case 'boolean':
        return { node: plain({ kind: type }), isNative: true };
      case 'string': {
        const pattern = nativePattern(schema, this.checks);
        const filled = schema.minLength === 1;
        const form: Form = { kind: 'string', filled, ...(pattern === undefined ? {} : { pattern }) };
        return { node: { form, checks: stringChecks(schema, this.checks, pattern !== undefined) }, isNative: true };
      }
      case 'integer':
      case 'number': {
        const form: Form = {
          kind: 'number',
          integer: type === 'integer' || hasIntegerFormat(schema, this.checks),
          bounds: boundsOf(schema, this.checks),
        };
        return { node: { form, checks: multipleOf(schema) }, isNative: true };
      }
      case 'array':
        return this.array(schema);
      case 'object':
        return this.object(schema);
    }
  }

  private array(schema: Schema): Part {
    const { prefixItems = [], items, minItems = 0, maxItems } = schema;
    const more = arrayChecks(schema, this.checks);
    if (prefixItems.length === 0 && items?.boolean !== false) {
      const least = minItems === 0 ? {} : { least: minItems };
      const most = maxItems === undefined ? {} : { most: maxItems };
      const form: Form = { kind: 'array', items: items === undefined ? UNKNOWN : this.node(items), ...least, ...most };
      const isEmpty = maxItems === 0 || (items !== undefined && kindsOf(items) === 0);
      return { node: { form, checks: more }, isNative: !isWrittenOut(minItems) && !isEmpty };
    }
    if (prefixItems.length > 0 && minItems === prefixItems.length && maxItems === undefined) {
      const rest = items?.boolean === false ? {} : { rest: items === undefined ? UNKNOWN : this.node(items) };
      const form: Form = { kind: 'tuple', items: prefixItems.map((item) => this.node(item)), ...rest };
      return { node: { form, checks: more }, isNative: true };
    }
    const checks = [...itemCounts(schema), ...itemChecks(schema, this.checks), ...more];
    return { node: { form: { kind: 'array', items: UNKNOWN }, checks }, isNative: false };
  }

  private object(schema: Schema): Part {
    const { properties, additionalProperties: rest, patternProperties, propertyNames } = schema;
    const required = new Set(schema.required);
    const all = [...(properties ?? [])];
    const aside = all.filter(([name, part]) => isInherited(name) || part.boolean === false);
    const plainOnes = all.filter((entry) => !aside.includes(entry));
    const undeclared = [...required].filter((name) => properties?.has(name) !== true);
    const entries = [
      ...plainOnes.map(([name, part]): Entry => ({ name, node: this.node(part), optional: !required.has(name) })),
      ...undeclared.filter((name) => !isInherited(name)).map((name): Entry => ({ name, node: UNKNOWN, optional: false })),
    ];
    const isOpen = rest === undefined || isAnything(rest);
    const hasPatterns = patternProperties !== undefined;
    const checks = [
      ...propertyChecks(aside, this.checks),
      ...having([
        ...missable(entries),
        ...[...required].filter(isInherited),
        ...aside.map(([name]) => name).filter((name) => required.has(name) && !isInherited(name)),
      ]),
      ...objectChecks(schema, this.checks),
    ];
    const isPlain =
      aside.length === 0 && !hasPatterns && propertyNames === undefined && schema.maxProperties !== 0 && ![...required].some(isInherited);
    if (isOpen && entries.length === 0) return { node: { form: { kind: 'record', value: UNKNOWN }, checks }, isNative: isPlain };
    if (isOpen) {
      const form: ObjectForm = { kind: 'object', bases: [], entries, rest: rest === undefined ? 'open' : 'loose' };
      return { node: { form, checks }, isNative: isPlain };
    }
    if (rest.boolean === false && !hasPatterns && aside.length === 0 && undeclared.length === 0) {
      return { node: { form: { kind: 'object', bases: [], entries, rest: 'closed' }, checks }, isNative: isPlain && entries.length > 0 };
    }
    const closed = rest.boolean === false || hasPatterns || entries.length > 0 || aside.length > 0;
    if (!closed) return { node: { form: { kind: 'record', value: this.node(rest) }, checks }, isNative: isPlain };
    const form: Form = entries.length === 0 ? { kind: 'record', value: UNKNOWN } : { kind: 'object', bases: [], entries, rest: 'open' };
    return { node: { form, checks: [...checks, ...otherChecks(schema, this.checks)] }, isNative: false };
  }

  /** `anyOf` or `oneOf`; `undefined` where it constrains nothing. */
  private union(schema: Schema, keyword: 'anyOf' | 'oneOf'): Part | undefined {
    const all = schema[keyword];
    if (all === undefined || (keyword === 'anyOf' && all.some(({ boolean }) => boolean === true))) return undefined;
    const parts = all.filter(({ boolean }) => boolean !== false);
    const [first] = parts;
    if (first === undefined) return { node: NEVER, isNative: true };
    const { discriminator } = schema;
    const isNamed = parts.every((part) => part.name !== undefined || (schema.type === undefined && !saysOnly(part, 'required')));
    const isNative = isNamed && tagTypes(schema, all, this.scope.types).every((types) => types.length === 0);
    if (parts.length === 1) return { node: this.node(first), isNative: isNative && first.name !== undefined };
    if (keyword === 'oneOf' && discriminator?.decides === true) {
      const tags = tagsOfBranches(schema, parts);
      const rows = parts.map((part, index) => ({
        list: [{ list: (tags[index] ?? []).map((tag) => code(stringLiteral(tag))) }, { node: this.node(part) }],
      }));
      return {
        node: { ...UNKNOWN, checks: [{ call: 'tagged', with: [code(stringLiteral(discriminator.propertyName)), { list: rows }] }] },
        isNative: false,
      };
    }
    const apart = tellApart(parts, discriminator?.propertyName);
    const exclusive = keyword === 'oneOf' && apart === undefined;
    const branches = exclusive ? this.asked(() => parts.map((part) => this.node(part))) : parts.map((part) => this.node(part));
    const tag = typeof apart === 'string' && branches.every((node) => this.isTagged(node, apart)) ? { tag: apart } : {};
    return { node: plain({ kind: 'union', branches, exclusive, ...tag }), isNative };
  }

  /** Whether the libraries can select the branch by the property. */
  private isTagged({ form, type }: Node, tag: string): boolean {
    if (form.kind !== 'object' || type !== undefined) return false;
    return form.entries.some(
      ({ name, node, optional }) => name === tag && !optional && node.form.kind === 'literal' && node.type === undefined,
    );
  }
}

/** Whether the schema accepts every value. */
function isAnything(schema: Schema): boolean {
  return schema.boolean === true || Object.keys(schema).every(isSilent);
}

/** Whether the type of a list repeats its first items: `[T, ...T[]]`. */
function isWrittenOut(minItems: number): boolean {
  return minItems > 0 && minItems <= 4;
}

function isNumber(value: JsonValue): value is number {
  return typeof value === 'number';
}

function isLiteral(value: JsonValue): value is Literal {
  return value === null || (typeof value !== 'object' && typeof value !== 'bigint');
}

/** The names of required properties whose schema would accept their absence. */
function missable(entries: readonly Entry[]): string[] {
  return entries.filter(({ node, optional }) => !optional && takesUndefined(node)).map(({ name }) => name);
}

/** Whether the object has properties and nothing else that other schemas of the same value would have to know. */
function isPlainObject(schema: Schema, isOuter: boolean): boolean {
  const outer = isOuter ? (['ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'] as const) : [];
  return saysOnly(schema, 'type', 'properties', 'required', ...outer);
}

/** The properties of an object whose constant another object may begin with; `undefined` where there is more to it. */
function baseNames({ form, type, checks }: Node): readonly Pick<Entry, 'name' | 'optional'>[] | undefined {
  if (form.kind !== 'object' || form.rest !== 'open' || form.bases.length > 0 || type !== undefined || checks.length > 0) return undefined;
  return form.entries;
}

function constantOf({ form }: Node): string[] {
  return form.kind === 'reference' ? [form.constant] : [];
}

/** How values of one branch differ from those of the others: by a property, or by their types; `undefined` where they may not differ. */
function tellApart(parts: readonly Schema[], declared: string | undefined): string | 'types' | undefined {
  const types = parts.map(typesOf);
  const areDisjoint = types.every(
    (one, index) => one !== undefined && types.slice(0, index).every((other) => other !== undefined && disjoint(one, other)),
  );
  if (areDisjoint) return 'types';
  const strings = parts.map(requiredStrings);
  const names = [...(strings[0]?.keys() ?? [])].sort((a, b) => Number(b === declared) - Number(a === declared));
  return names.find((name) => {
    const values = strings.map((one) => [...(one.get(name) ?? [])]);
    const flat = values.flat();
    return !isInherited(name) && values.every((one) => one.length > 0) && new Set(flat).size === flat.length;
  });
}

function metaOf({ title, description, deprecated, examples, default: value }: Schema): Pick<Node, 'meta'> {
  const meta: Record<string, JsonValue> = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(deprecated === true ? { deprecated } : {}),
    ...(value === undefined ? {} : { default: value }),
    ...(examples === undefined || examples.length === 0 ? {} : { examples }),
  };
  return Object.keys(meta).length === 0 ? {} : { meta };
}
