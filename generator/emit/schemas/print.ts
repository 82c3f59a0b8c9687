// Prints nodes as expressions of a library. Each library has a dialect: its words for the forms.
import { propertyKey, stringLiteral } from '../text/escape.ts';
import { indent } from '../text/type-text.ts';
import { WIDTH } from '../text/width.ts';
import type { Argument, Check, Form, Node } from './node.ts';

export interface Dialect {
  /** A check by a function that gives a boolean, and one by the checks of the runtime. */
  predicate(test: string, message: string): string;
  check(checks: string): string;
  /** The form, with the checks and the words for people that belong to it. `print` prints the nodes inside. */
  expression(node: Node, checks: readonly string[], print: (node: Node) => string): string;
  /** The function of the runtime that turns checks into one of the library's. */
  readonly checksFor: string;
  /** The name of a helper of the file. */
  helper(name: Helper): string;
}

/** Functions that the file declares where it needs them. */
export type Helper = 'object' | 'noList' | 'xor' | 'typed' | 'later';

/** Imports a function of `@octavo/runtime/refine`. */
export type ImportCheck = (name: string) => string;

export function printNode(node: Node, dialect: Dialect, importCheck: ImportCheck): string {
  const print = (one: Node): string => printNode(one, dialect, importCheck);
  const simple: string[] = [];
  const others: string[] = [];
  for (const check of node.checks) {
    if (node.form.kind !== 'string' || check.predicate === undefined) others.push(printCheck(check, importCheck, print));
    else simple.push(dialect.predicate(check.predicate.test, stringLiteral(check.predicate.message)));
  }
  const checks = others.length === 0 ? [] : [dialect.check(call(importCheck(dialect.checksFor), others))];
  const text = dialect.expression(node, [...simple, ...checks], print);
  return node.type === undefined ? text : `${dialect.helper('typed')}<${node.type}>(${text})`;
}

function printCheck(check: Check, importCheck: ImportCheck, print: (node: Node) => string): string {
  const name = importCheck(check.call);
  return check.with.length === 0
    ? name
    : call(
        name,
        check.with.map((argument) => printArgument(argument, print)),
      );
}

function printArgument(argument: Argument, print: (node: Node) => string): string {
  if ('code' in argument) return argument.code;
  if ('node' in argument) return print(argument.node);
  if ('list' in argument)
    return bracketed(
      '[',
      argument.list.map((one) => printArgument(one, print)),
      ']',
    );
  return object(argument.record.map(([name, one]) => [name, printArgument(one, print)]));
}

/** `name(a, b)`, on several lines where it is long. */
export function call(name: string, args: readonly string[]): string {
  const [only] = args;
  if (args.length === 1 && only !== undefined) return `${name}(${only})`;
  return bracketed(`${name}(`, args, ')');
}

export function bracketed(open: string, items: readonly string[], close: string): string {
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `  ${indent(item, '  ')},\n`).join('')}${close}`;
}

/** An object literal with one member on a line. */
export function object(members: readonly (readonly [name: string, text: string])[], before: readonly string[] = []): string {
  const lines = [...before.map((one) => `...${one}`), ...members.map(([name, text]) => `${propertyKey(name)}: ${text}`)];
  return lines.length === 0 ? '{}' : `{\n${lines.map((line) => `  ${indent(line, '  ')},\n`).join('')}}`;
}

/** The branches of a union without `null`, where it is one of them and says nothing more. */
export function withoutNull({ branches }: Form & { readonly kind: 'union' }): readonly Node[] | undefined {
  const others = branches.filter(({ form, checks }) => form.kind !== 'null' || checks.length > 0);
  return others.length === branches.length || others.length === 0 ? undefined : others;
}
