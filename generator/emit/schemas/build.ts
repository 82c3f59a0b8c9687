// Turns schemas of the model into nodes: natural forms where their verdict is that of the standard, checks of the runtime beside them for the rest.
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { heirsOf } from '../../model/schema/tags.ts';
import { isPlainRef, subschemas } from '../../model/schema/walk.ts';
import { kindsOf } from '../types/kinds.ts';
import { type CheckScope, conditionalChecks, hasSlowNames } from './checks.ts';
import { type Check, NEVER, type Node, plain, UNKNOWN } from './node.ts';
import { flattened } from './objects.ts';
import { ownPart } from './own.ts';
import { type Building, type BuildScope, OBJECT_KEYWORDS, OTHER_KEYWORDS, type Part } from './parts.ts';
import { unionPart } from './unions.ts';

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

class Builder implements Building {
  /** Whether a keyword that is left to the validator decides about a branch, so that the validator has to judge the whole value. */
  isWhole = false;
  private askedDepth = 0;
  readonly scope: BuildScope;
  readonly checks: CheckScope;

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

  node(schema: Schema): Node {
    return schema.name === undefined ? this.written(schema) : this.scope.reference(schema as Schema & { name: string });
  }

  asked<T>(build: () => T): T {
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
    const flat = flattened(schema, this);
    const own = flat ?? ownPart(schema, this);
    const others = flat === undefined ? this.applied(schema) : [];
    const unions = [unionPart(schema, 'anyOf', this), unionPart(schema, 'oneOf', this)].filter((part) => part !== undefined);
    const all = [...others, ...unions];
    // A type that another schema for the same value implies adds nothing.
    const parts = own === undefined || (all.length > 0 && isImplied(schema)) ? all : [own, ...all];
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
}

/** Whether the schema says only which kinds of value there are, and others that apply to the value say the same. */
function isImplied(schema: Schema): boolean {
  if (schema.type === undefined || schema.type.includes('integer')) return false;
  if (schema.enum !== undefined || schema.const !== undefined) return false;
  if ([...OBJECT_KEYWORDS, ...OTHER_KEYWORDS].some((keyword) => schema[keyword] !== undefined)) return false;
  const { type: _, ...others } = schema;
  return (kindsOf(others) & ~kindsOf(schema)) === 0;
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
