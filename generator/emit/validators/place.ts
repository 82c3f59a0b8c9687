// What the emitters of all keywords share: the module and the function they write into, the place in the value, and how a fault is reported there.
import type { JsonType, Schema } from '../../model/schema/schema.ts';
import type { HeldOptions } from '../held/held.ts';
import { stringLiteral } from '../text/escape.ts';
import type { Cut } from './cut.ts';
import type { Graph } from './graph.ts';
import type { Helper, Locals } from './names.ts';
import { type Path, pathExpression } from './path.ts';
import type { Scope } from './scope.ts';
import type { Report, Statement } from './statement.ts';

export interface ValidatorOptions {
  readonly importExtension: '.ts' | '.js';
  readonly formats: 'assert' | 'annotate';
  readonly held?: HeldOptions;
  /** What generated code imports the runtime from. */
  readonly runtime: string;
}

export interface FunctionRequest {
  readonly schema: Schema;
  readonly scope: Scope;
  /** Whether the function notes what it evaluates, for an `unevaluated…` keyword further out. */
  readonly tracked: boolean;
}

export interface Module {
  readonly options: ValidatorOptions;
  readonly graph: Graph;
  /** Locals by the names that they are made of. */
  readonly locals: Map<string, string>;
  /** Names a function of the runtime; what is printed in the end is imported. */
  helper(name: Helper): string;
  /** The checks of a schema at a place: printed there, or a call. */
  emit(schema: Schema, place: Place): Statement[];
  /** Generates the exported function of a named schema or of an operation's input, called `word` and `name`, with what stands right after it. */
  exported(schema: Schema, name: string, word: 'validate' | '', guard: string, ...after: readonly string[]): void;
}

/**
 * An exported validator with the constants and functions that it is made of. No other validator has a part in them, so that an edit of its
 * schema changes no line of theirs.
 */
export interface Unit {
  readonly cut: Cut;
  /** A constant of the unit; equal ones are one. `kind` ends its name. */
  constant(part: string, kind: 'Values' | 'Set' | 'Names' | 'Pattern', text: string): string;
  /** The name of a function for a schema: an exported one, or one of the unit, which is generated the first time that it is asked for. */
  functionFor(request: FunctionRequest, part: string): string;
}

/** The function that statements are for. */
export interface Frame {
  readonly module: Module;
  readonly unit: Unit;
  readonly locals: Locals;
  /** What of the unit's value the function checks: `Author`; `''` for all of it. */
  readonly part: string;
  /** What the function validates. */
  readonly schema: Schema;
}

/** A place: the value there as an identifier, its path from the function's own value, and what is known already. */
export interface Place {
  readonly frame: Frame;
  readonly value: string;
  readonly path: Path;
  readonly scope: Scope;
  /** Type that enclosing statements have narrowed the value to. */
  readonly known?: JsonType | undefined;
  /** Whether other statements use the value after these: then no type guard may narrow it. */
  readonly composite?: boolean | undefined;
  /** Variable that collects what is evaluated at this place, where an `unevaluated…` keyword further out asks for it. */
  readonly seen?: string | undefined;
  /** Names what is made for this place: the property's name. */
  readonly hint?: string | undefined;
}

/** `report(issues, '/path', 'keyword', expected, found)` */
export function reportStatement(place: Place, keyword: string, expected: string, found: string): Report {
  return {
    report: `${place.frame.module.helper('report')}(issues, ${pathExpression(place.path)}, ${stringLiteral(keyword)}, ${expected}, ${found})`,
  };
}

/** Names what is made at this place, within its unit: `AuthorName`; `''` for the unit's own value. */
export function partName({ frame, hint = '' }: Place, part = ''): string {
  return `${frame.part}${hint}${part}`;
}

/** A place one step further in: nothing is known of it, and what is evaluated there is its own affair. */
export function memberPlace(place: Place, value: string, path: Place['path'], hint: string): Place {
  return { frame: place.frame, value, path, scope: place.scope, hint: `${place.hint ?? ''}${hint}` };
}

/** Names that every object inherits: for them, and only for them, a plain read could find something that is not there. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export function isInherited(name: string): boolean {
  return INHERITED.has(name);
}

/** The property as an expression, `undefined` where it is not there. */
export function readProperty(name: string, place: Place): string {
  if (isInherited(name)) return `${place.frame.module.helper('ownProperty')}(${place.value}, ${stringLiteral(name)})`;
  return elementAccess(place.value, name);
}

/** A property of a value whose keys are not known, in brackets: compilers may be told to refuse a dot there (`noPropertyAccessFromIndexSignature`). */
export function elementAccess(value: string, name: string): string {
  return `${value}[${stringLiteral(name)}]`;
}
