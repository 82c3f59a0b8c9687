// Declares what the emitters of all keywords share: the module, the unit and the function that they emit into, the value that is checked, and how an issue is reported.
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

/** How a function is declared. */
export interface FunctionHead {
  readonly name: string;
  readonly isExported: boolean;
  /** Makes it a type guard: of a type, or of `unknown` where users hold what it judges in another form. */
  readonly guard?: string;
}

export interface Module {
  readonly options: ValidatorOptions;
  readonly graph: Graph;
  /** Locals by the names that they are made of. */
  readonly locals: Map<string, string>;
  /** Names a function of the runtime; what is printed in the end is imported. */
  helper(name: Helper): string;
  /** `first_name` → `FirstName`. */
  pascalCase(property: string): string;
  /** The checks of a schema on a value: printed where it is used, or a call. */
  emit(schema: Schema, subject: Subject): Statement[];
  /** Generates the validator of a named schema, of an operation's input or of a parameter, whose unit has this name, with what stands right after it. */
  declare(schema: Schema, name: string, head: FunctionHead, ...after: readonly string[]): void;
}

/**
 * A validator with the constants and functions that it is made of. No other validator has a part in them, so that an edit of its
 * schema changes no line of theirs.
 */
export interface Unit {
  readonly cut: Cut;
  /** A constant of the unit; equal ones are one. `kind` ends its name; `type` is for text from which TypeScript infers none. */
  constant(part: string, kind: 'Values' | 'Set' | 'Names' | 'Pattern', text: string, type?: string): string;
  /** The name of a function for a schema: a validator, or a function of the unit, which is generated the first time that it is asked for. */
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

/** A value that statements check: its identifier, its path from the function's own value, and what is known of it already. */
export interface Subject {
  readonly frame: Frame;
  readonly value: string;
  readonly path: Path;
  readonly scope: Scope;
  /** Type that enclosing statements have narrowed the value to. */
  readonly known?: JsonType | undefined;
  /** Whether other statements use the value after these: then no type guard may narrow it. */
  readonly composite?: boolean | undefined;
  /** The variable that collects what is evaluated of this value, where an `unevaluated…` keyword further out needs it. */
  readonly seen?: string | undefined;
  /** Part of the names of what is made for this value: the property's name. */
  readonly hint?: string | undefined;
}

/** `report(issues, '/path', 'keyword', expected, found)` */
export function reportStatement(subject: Subject, keyword: string, expected: string, found: string): Report {
  return {
    report: `${subject.frame.module.helper('report')}(issues, ${pathExpression(subject.path)}, ${stringLiteral(keyword)}, ${expected}, ${found})`,
  };
}

/** Names what is made for this value, within its unit: `AuthorName`; `''` for the unit's own value. */
export function partName({ frame, hint = '' }: Subject, part = ''): string {
  return `${frame.part}${hint}${part}`;
}

/** A value one step further in: nothing is known of it yet, and it does not count as evaluated of the outer one. */
export function memberSubject(subject: Subject, value: string, path: Subject['path'], hint: string): Subject {
  return { frame: subject.frame, value, path, scope: subject.scope, hint: `${subject.hint ?? ''}${hint}` };
}

/** Names that every object inherits: for them, and only for them, a plain read could find something that is not there. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export function isInherited(name: string): boolean {
  return INHERITED.has(name);
}

/** The property as an expression, `undefined` where it is not there. */
export function readProperty(name: string, subject: Subject): string {
  if (isInherited(name)) return `${subject.frame.module.helper('ownProperty')}(${subject.value}, ${stringLiteral(name)})`;
  return elementAccess(subject.value, name);
}

/** A property of a value whose keys are not known, in brackets: compilers may be told to refuse a dot there (`noPropertyAccessFromIndexSignature`). */
export function elementAccess(value: string, name: string): string {
  return `${value}[${stringLiteral(name)}]`;
}
