// Represents the boolean expressions of generated code as trees, so that they are negated, joined and broken into lines without parsing text.

import type { Helper } from './names.ts';

export type Test =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** A name or a call, or its negation. `helper`: the function of the runtime that it calls. */
  | { readonly kind: 'atom'; readonly text: string; readonly isNegated: boolean; readonly helper?: Helper }
  | { readonly kind: 'comparison'; readonly left: string; readonly operator: Operator; readonly right: string }
  | { readonly kind: Junction; readonly tests: readonly Test[] }
  | { readonly kind: 'not'; readonly test: Test };

type Operator = '===' | '!==' | '<' | '<=' | '>' | '>=';
type Junction = '&&' | '||';

export const ALWAYS = { kind: 'constant', value: true } as const;
export const NEVER = { kind: 'constant', value: false } as const;

/** A name, or a call without operators around it. */
export function holds(text: string): Test {
  return { kind: 'atom', text, isNegated: false };
}

/** A call of a function of the runtime. */
export function calls(helper: Helper, ...args: readonly string[]): Test {
  return { kind: 'atom', text: `${helper}(${args.join(', ')})`, isNegated: false, helper };
}

/** Visits the functions of the runtime that a test calls. */
export function eachHelper(test: Test, visit: (helper: Helper) => void): void {
  switch (test.kind) {
    case 'atom':
      if (test.helper !== undefined) visit(test.helper);
      return;
    case 'not':
      eachHelper(test.test, visit);
      return;
    case '&&':
    case '||':
      for (const one of test.tests) eachHelper(one, visit);
  }
}

export function compare(left: string, operator: Operator, right: string | number): Test {
  return { kind: 'comparison', left, operator, right: String(right) };
}

export function all(...tests: readonly Test[]): Test {
  return join('&&', tests);
}

export function any(...tests: readonly Test[]): Test {
  return join('||', tests);
}

function join(kind: Junction, tests: readonly Test[]): Test {
  const neutral = kind === '&&' ? ALWAYS : NEVER;
  const left: Test[] = [];
  for (const test of tests) {
    if (test.kind === kind) left.push(...test.tests);
    else if (test.kind !== 'constant') left.push(test);
    else if (test.value !== neutral.value) return test;
  }
  const only = left[0];
  if (only === undefined) return neutral;
  return left.length === 1 ? only : { kind, tests: left };
}

export function not(test: Test): Test {
  switch (test.kind) {
    case 'constant':
      return test.value ? NEVER : ALWAYS;
    case 'atom':
      return { ...test, isNegated: !test.isNegated };
    case 'not':
      return test.test;
    case 'comparison':
      if (test.operator === '===') return { ...test, operator: '!==' };
      if (test.operator === '!==') return { ...test, operator: '===' };
      // With NaN, the opposite of `<` is not `>=`.
      return { kind: 'not', test };
    default:
      return { kind: 'not', test };
  }
}

export function textOf(test: Test): string {
  switch (test.kind) {
    case 'constant':
      return String(test.value);
    case 'atom':
      return test.isNegated ? `!${test.text}` : test.text;
    case 'comparison':
      return `${test.left} ${test.operator} ${test.right}`;
    case 'not':
      return `!(${textOf(test.test)})`;
    default:
      return linesOf(test).join(' ');
  }
}

/** The operands of the outermost `&&` or `||`, each but the last followed by the operator; any other test is one line. */
export function linesOf(test: Test): string[] {
  if (test.kind !== '&&' && test.kind !== '||') return [textOf(test)];
  const last = test.tests.length - 1;
  return test.tests.map((one, index) => `${operand(one)}${index === last ? '' : ` ${test.kind}`}`);
}

function operand(test: Test): string {
  return test.kind === '&&' || test.kind === '||' ? `(${textOf(test)})` : textOf(test);
}
