// Prints one schema as one function: its signature, its early return, its body.

import { emitBody } from './checks/node.ts';
import type { Frame, FunctionHead, FunctionRequest } from './checks/subject.ts';
import { not, type Test, textOf } from './print/expression.ts';
import { createLocals } from './print/names.ts';
import { ROOT } from './print/path.ts';
import { isIf, isReport, needsOf, print, type Statement } from './print/statement.ts';

export function emitFunction(
  request: FunctionRequest,
  { name, isExported, guard }: FunctionHead,
  { module, unit, part }: Pick<Frame, 'module' | 'unit' | 'part'>,
): string {
  const frame: Frame = { module, unit, part, locals: createLocals(module.locals), schema: request.schema };
  const seen = request.tracked ? 'seen' : undefined;
  const statements = emitBody(request.schema, { frame, value: 'value', path: ROOT, seen });
  const { helpers, mark } = needsOf(statements);
  const lines = functionBody(statements, mark);
  for (const helper of helpers) module.helper(helper);
  // Every check reads the value and may report an issue. A function that collects what is evaluated is made only for a schema that evaluates
  // something.
  const [value, issues] = statements.length === 0 ? ['_value', '_issues'] : ['value', 'issues'];
  const tracking = request.tracked ? `, seen: ${module.type('Evaluated')}` : '';
  const result = guard === undefined ? 'boolean' : `${value} is ${guard}`;
  const signature = `(${value}: unknown, ${issues}: ${module.type('Issue')}[]${tracking}): ${result}`;
  return `${isExported ? 'export ' : ''}function ${name}${signature} {\n${lines.join('\n')}\n}\n`;
}

/** `hasMark`: whether a statement records where issues begin. */
function functionBody(statements: readonly Statement[], hasMark: boolean): string[] {
  const early: { readonly test: Test; readonly report: string }[] = [];
  let rest = statements;
  // `if (wrong) report(…); else { … }` alone in a function is printed as an early return.
  for (let only = soleReport(rest); only !== undefined; only = soleReport(rest)) {
    early.push(only);
    rest = only.otherwise;
  }
  const [only] = early;
  if (rest.length === 0 && early.length === 1 && only !== undefined) {
    // `if (a) return report(…); return true;` is printed as `return !a || report(…);`.
    const opposite = not(only.test);
    if (opposite.kind === 'atom' || opposite.kind === 'comparison') return [`  return ${textOf(opposite)} || ${only.report};`];
  }
  const lines: string[] = [];
  for (const { test, report } of early) print([{ test, yes: [`return ${report};`] }], '  ', lines);
  if (rest.length === 0) return [...lines, '  return true;'];
  const [first] = rest;
  if (rest.length === 1 && typeof first === 'object' && ('call' in first || 'report' in first)) {
    return [...lines, `  return ${'call' in first ? first.call : first.report};`];
  }
  const body: string[] = [];
  print(rest, '  ', body);
  lines.push('  const start = issues.length;');
  if (hasMark) lines.push('  let before: number;');
  return [...lines, ...body, '  return issues.length === start;'];
}

function soleReport(
  statements: readonly Statement[],
): { readonly test: Test; readonly report: string; readonly otherwise: readonly Statement[] } | undefined {
  const [only] = statements;
  if (statements.length !== 1 || only === undefined || !isIf(only)) return undefined;
  const [yes] = only.yes;
  if (only.yes.length !== 1 || yes === undefined || !isReport(yes)) return undefined;
  return { test: only.test, report: yes.report, otherwise: only.otherwise ?? [] };
}
