// Declares what all keyword emitters share: the module, the unit and the function that they emit into, the checked value, and the report of an issue.
import type { PatternOption } from '../../../model/patterns/engine.ts';
import type { JsonType, Schema } from '../../../model/schema/schema.ts';
import type { HeldOptions } from '../../held/forms.ts';
import { stringLiteral } from '../../text/escape.ts';
import type { Cut } from '../plan/cut.ts';
import type { FormatMode } from '../plan/formats.ts';
import type { Graph } from '../plan/graph.ts';
import type { Helper, LINEAR, Locals } from '../print/names.ts';
import { helpersOfPath, isFixed, type Path, pathExpression } from '../print/path.ts';
import type { Report, Statement } from '../print/statement.ts';

export interface ValidatorOptions {
  readonly importExtension: '.ts' | '.js' | '';
  readonly formats: FormatMode;
  readonly held?: HeldOptions;
  readonly patterns?: PatternOption;
  /** The module from which generated code imports the runtime. */
  readonly runtime: string;
}

export interface FunctionRequest {
  readonly schema: Schema;
  /** Whether the function records what it evaluates, for an outer `unevaluated…` keyword. */
  readonly tracked: boolean;
}

/** How a function is declared. */
export interface FunctionHead {
  readonly name: string;
  readonly isExported: boolean;
  /** Makes it a type guard for this type; `unknown` where the user's type differs from the form on the wire. */
  readonly guard?: string;
}

/** The types that the runtime exports for validators. */
type RuntimeType = 'Evaluated' | 'Issue' | 'StandardSchema';

export interface Module {
  readonly options: ValidatorOptions;
  readonly graph: Graph;
  /** The local variable for each name of a property, before a number is appended. */
  readonly locals: Map<string, string>;
  /** Returns the name of a function of the runtime, which is then imported. What asks for it is printed. */
  helper(name: Helper): string;
  /** Returns the name of a type of the runtime, which is then imported. */
  type(name: RuntimeType): RuntimeType;
  /** Returns the name of the function that compiles a pattern for linear time, which is then imported. */
  linear(): typeof LINEAR;
  /** `first_name` → `FirstName`. */
  pascalCase(property: string): string;
  /** The checks of a schema on a value: inline, or a call. */
  emit(schema: Schema, subject: Subject): Statement[];
  /** Generates the validator of a named schema, an operation's input or a parameter. `name` is that of its unit; `after` follows it in the file. */
  declare(schema: Schema, name: string, head: FunctionHead, ...after: readonly string[]): void;
}

/**
 * A validator with its own constants and functions. Those that validators share are named after their text, so that a change to one validator's
 * schema changes no line of another.
 */
export interface Unit {
  readonly cut: Cut;
  /** A constant of the unit; equal ones are one. `kind` ends its name; `type` is for text from which TypeScript infers none. */
  constant(part: string, kind: 'Values' | 'Set' | 'Names' | 'Pattern', text: string, type?: string): string;
  /** The name of the function for a schema: a validator, a shared function, or one of the unit, which is generated on first use. */
  functionFor(request: FunctionRequest, part: string): string;
}

/** The function that contains the statements. */
export interface Frame {
  readonly module: Module;
  readonly unit: Unit;
  readonly locals: Locals;
  /** The part of the unit's value that the function checks, for names: `Author`; `''` for the whole value. */
  readonly part: string;
  /** The schema that the function checks. */
  readonly schema: Schema;
}

/** A value that statements check: its identifier, its path from the function's own value, and what is known about it already. */
export interface Subject {
  readonly frame: Frame;
  readonly value: string;
  readonly path: Path;
  /** The type to which enclosing statements have narrowed the value. */
  readonly known?: JsonType | undefined;
  /** Whether later statements use the value too, so that no type guard may narrow it. */
  readonly composite?: boolean | undefined;
  /** The variable that collects what is evaluated of this value, where an outer `unevaluated…` keyword needs it. */
  readonly seen?: string | undefined;
  /** The part of names that stands for this value: the property's name in Pascal case. */
  readonly hint?: string | undefined;
}

/** `report(issues, '/path', 'keyword', expected, found)` */
export function reportStatement(subject: Subject, keyword: string, expected: string, found: string): Report {
  return {
    report: `report(issues, ${pathExpression(subject.path)}, ${stringLiteral(keyword)}, ${expected}, ${found})`,
    helpers: isFixed(subject.path) ? REPORT : [...REPORT, ...helpersOfPath(subject.path)],
  };
}

const REPORT = ['report'] as const;

/** The path as an expression, for a statement that is printed. */
export function pathText({ frame, path }: Subject): string {
  for (const helper of helpersOfPath(path)) frame.module.helper(helper);
  return pathExpression(path);
}

/** The part of names that stands for this value within its unit: `AuthorName`; `''` for the unit's own value. */
export function partName({ frame, hint = '' }: Subject, part = ''): string {
  return `${frame.part}${hint}${part}`;
}

/** A property or item of the value: nothing is known about it yet, and what is evaluated inside it does not count for the outer value. */
export function memberSubject(subject: Subject, value: string, path: Subject['path'], hint: string): Subject {
  return { frame: subject.frame, value, path, hint: `${subject.hint ?? ''}${hint}` };
}

/** Names that every object inherits: a plain read of one finds the inherited member where the object has no such property. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export function isInherited(name: string): boolean {
  return INHERITED.has(name);
}

/** An expression that reads the property; its value is `undefined` where the object has no such property. */
export function readProperty(name: string, subject: Subject): string {
  if (isInherited(name)) return `${subject.frame.module.helper('ownProperty')}(${subject.value}, ${stringLiteral(name)})`;
  return elementAccess(subject.value, name);
}

/** Reads a property by brackets, since `noPropertyAccessFromIndexSignature` rejects a dot on a value whose keys are unknown. */
export function elementAccess(value: string, name: string): string {
  return `${value}[${stringLiteral(name)}]`;
}
