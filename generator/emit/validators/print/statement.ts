// Represents the statements of generated functions as trees and prints them, with `else if` chains and long conditions broken into lines.
import { WIDTH } from '../../text/width.ts';
import { all, eachHelper, linesOf, not, type Test, textOf } from './expression.ts';
import type { Helper } from './names.ts';

/** A string is printed as one line, as it is. */
export type Statement = string | Declaration | Report | Call | typeof MARK | If | Block | Switch;

/** `const a = …;` or `let a = …;`. JavaScript allows none as the only statement of a body without braces. */
interface Declaration {
  readonly declare: string;
}

/** `report(…)`: its value is `false`. */
export interface Report {
  readonly report: string;
  /** The functions of the runtime that it calls. */
  readonly helpers: readonly Helper[];
}

/** A call of a validator: it returns whether the value is valid. */
interface Call {
  readonly call: string;
  /** As of `If`. */
  readonly rejects?: boolean;
}

/** Records where the issues of the next call begin. */
export const MARK = { mark: 'before = issues.length' } as const;

interface If {
  readonly test: Test;
  readonly yes: readonly Statement[];
  readonly otherwise?: readonly Statement[];
  /** Whether it reports an issue where the value is `undefined`. `report` then says that the value is missing, so no separate test is needed. */
  readonly rejects?: boolean;
}

/** `for (…) { … }`. */
interface Block {
  readonly head: string;
  readonly body: readonly Statement[];
}

interface Switch {
  readonly on: string;
  readonly cases: readonly { readonly labels: readonly string[]; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
}

export function branch(test: Test, yes: readonly Statement[], otherwise: readonly Statement[] = []): Statement[] {
  if (yes.length === 0 && otherwise.length === 0) return [];
  if (yes.length === 0) return [{ test: not(test), yes: otherwise }];
  if (otherwise.length > 0) return [{ test, yes, otherwise }];
  const [only] = yes;
  // `if (a) { if (b) … }` is printed as `if (a && b) …`.
  if (yes.length === 1 && only !== undefined && isIf(only) && only.otherwise === undefined) {
    return [{ test: all(test, only.test), yes: only.yes }];
  }
  return [{ test, yes }];
}

/** Marks checks of a type or constant as rejecting `undefined`, which has no JSON type. */
export function rejecting(statements: Statement[]): Statement[] {
  const [only] = statements;
  return statements.length === 1 && only !== undefined && isIf(only) ? [{ ...only, rejects: true }] : statements;
}

/** Whether the checks of one value report an issue where the value is `undefined`. */
export function rejectsUndefined(statements: readonly Statement[]): boolean {
  const first = statements.find((statement) => statement !== MARK);
  return typeof first === 'object' && 'rejects' in first && first.rejects === true;
}

export function isIf(statement: Statement): statement is If {
  return typeof statement === 'object' && 'test' in statement;
}

export function isReport(statement: Statement): statement is Report {
  return typeof statement === 'object' && 'report' in statement;
}

/** What a function needs beside its statements. */
export interface Needs {
  /** The functions of the runtime that tests and reports call; other statements name theirs where they are made. */
  readonly helpers: ReadonlySet<Helper>;
  /** Whether `MARK` is among the statements or inside them. */
  readonly mark: boolean;
}

export function needsOf(statements: readonly Statement[]): Needs {
  const helpers = new Set<Helper>();
  let mark = false;
  const collect = (statement: Statement): void => {
    if (typeof statement === 'string') return;
    if ('test' in statement) {
      eachHelper(statement.test, (helper) => helpers.add(helper));
      statement.yes.forEach(collect);
      statement.otherwise?.forEach(collect);
    } else if ('report' in statement) {
      for (const helper of statement.helpers) helpers.add(helper);
    } else if ('head' in statement) {
      statement.body.forEach(collect);
    } else if ('on' in statement) {
      for (const { body } of statement.cases) body.forEach(collect);
      statement.otherwise.forEach(collect);
    } else if (statement === MARK) {
      mark = true;
    }
  };
  statements.forEach(collect);
  return { helpers, mark };
}

/** The text of a statement that fits on one line; undefined for one with a body. */
function lineOf(statement: Statement): string | undefined {
  if (typeof statement === 'string') return statement;
  if ('declare' in statement) return statement.declare;
  if ('report' in statement) return `${statement.report};`;
  if ('call' in statement) return `${statement.call};`;
  return 'mark' in statement ? `${statement.mark};` : undefined;
}

export function print(statements: readonly Statement[], indent: string, out: string[]): void {
  for (const statement of statements) printOne(statement, indent, '', out);
}

function printOne(statement: Statement, indent: string, lead: string, out: string[]): void {
  const line = lineOf(statement);
  if (line !== undefined) out.push(`${indent}${lead}${line}`);
  else if (isIf(statement)) {
    printIf(statement, indent, lead, out);
  } else if (typeof statement === 'object' && 'head' in statement) {
    out.push(`${indent}${statement.head} {`);
    print(statement.body, `${indent}  `, out);
    out.push(`${indent}}`);
  } else if (typeof statement === 'object' && 'on' in statement) {
    out.push(`${indent}switch (${statement.on}) {`);
    for (const { labels, body } of statement.cases) {
      for (const label of labels.slice(0, -1)) out.push(`${indent}  case ${label}:`);
      out.push(`${indent}  case ${labels.at(-1)}: {`);
      print(body, `${indent}    `, out);
      out.push(`${indent}    break;`, `${indent}  }`);
    }
    out.push(`${indent}  default:`);
    print(statement.otherwise, `${indent}    `, out);
    out.push(`${indent}}`);
  }
}

function printIf(statement: If, indent: string, lead: string, out: string[]): void {
  const head = `${lead}if (${textOf(statement.test)})`;
  const single = onLine(statement.yes);
  const otherwise = statement.otherwise ?? [];
  const chained = otherwise.length === 1 ? otherwise[0] : undefined;
  const rest = chained !== undefined && isIf(chained) ? chained : undefined;
  let closing = indent;
  if (single !== undefined && indent.length + head.length + 1 + single.length <= WIDTH) {
    out.push(`${indent}${head} ${single}`);
  } else if (single !== undefined && indent.length + head.length <= WIDTH) {
    out.push(`${indent}${head}`, `${indent}  ${single}`);
  } else {
    const operands = indent.length + head.length + 2 <= WIDTH ? [] : linesOf(statement.test);
    if (operands.length < 2) out.push(`${indent}${head} {`);
    // A condition that is too long for one line is broken at its outermost operators.
    else out.push(`${indent}${lead}if (`, ...operands.map((operand) => `${indent}  ${operand}`), `${indent}) {`);
    print(statement.yes, `${indent}  `, out);
    if (otherwise.length === 0) out.push(`${indent}}`);
    else closing = `${indent}} `;
  }
  if (otherwise.length === 0) return;
  if (rest !== undefined) {
    printChained(rest, indent, closing, out);
    return;
  }
  const last = closing === indent ? onLine(otherwise) : undefined;
  if (last !== undefined) {
    out.push(`${indent}else ${last}`);
    return;
  }
  out.push(`${closing}else {`);
  print(otherwise, `${indent}  `, out);
  out.push(`${indent}}`);
}

/** Prints `else if`, on the same line as the closing brace of the branch before, if it has one. */
function printChained(rest: If, indent: string, closing: string, out: string[]): void {
  printIf(rest, indent, closing === indent ? 'else ' : '} else ', out);
}

/** The body of a branch that needs no braces. */
function onLine(statements: readonly Statement[]): string | undefined {
  const [first] = statements;
  if (statements.length !== 1 || first === undefined) return undefined;
  return typeof first === 'object' && 'declare' in first ? undefined : lineOf(first);
}
