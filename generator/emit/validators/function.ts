// One schema into the text of one function: its signature, its early return, its body.
import { createLocals } from './names.ts';
import { emitBody } from './node.ts';
import { ROOT } from './path.ts';
import type { Frame, FunctionRequest } from './place.ts';
import { mentions, negate, print, type Statement } from './statement.ts';

/** `guard` makes it an exported type guard: of a type, or of `unknown` where users hold what it judges in another form. */
export function emitFunction(
  request: FunctionRequest,
  name: string,
  guard: string | undefined,
  { module, unit, part }: Pick<Frame, 'module' | 'unit' | 'part'>,
): string {
  const frame: Frame = { module, unit, part, locals: createLocals(module.locals), schema: request.schema };
  const seen = request.tracked ? 'seen' : undefined;
  const statements = emitBody(request.schema, { frame, value: 'value', path: ROOT, scope: request.scope, seen });
  const lines = functionBody(statements);
  const value = mentions(lines, 'value') ? 'value' : '_value';
  const issues = mentions(lines, 'issues') ? 'issues' : '_issues';
  const tracking = request.tracked ? `, ${mentions(lines, 'seen') ? 'seen' : '_seen'}: Evaluated` : '';
  const result = guard === undefined ? 'boolean' : `${value} is ${guard}`;
  const signature = `(${value}: unknown, ${issues}: Issue[]${tracking}): ${result}`;
  return `${guard === undefined ? '' : 'export '}function ${name}${signature} {\n${lines.join('\n')}\n}\n`;
}

function functionBody(statements: readonly Statement[]): string[] {
  const lines: string[] = [];
  let rest = statements;
  // `if (wrong) report(…); else { … }` alone in a function is an early return.
  for (let only = soleReport(rest); only !== undefined; only = soleReport(rest)) {
    print([{ test: only.test, yes: [`return ${only.report}`] }], '  ', lines);
    rest = only.otherwise;
  }
  const [first] = rest;
  if (rest.length === 0) {
    const test = lastReturn(lines);
    if (test !== undefined) return [test];
    return [...lines, '  return true;'];
  }
  if (rest.length === 1 && typeof first === 'string' && isCall(first)) return [...lines, `  return ${first}`];
  const body: string[] = [];
  print(rest, '  ', body);
  lines.push('  const start = issues.length;');
  if (body.some((line) => line.endsWith('before = issues.length;'))) lines.push('  let before: number;');
  return [...lines, ...body, '  return issues.length === start;'];
}

/** `if (a) return report(…); return true;` is `return !a || report(…)`. */
function lastReturn(lines: readonly string[]): string | undefined {
  const [line] = lines;
  const match = lines.length === 1 && line !== undefined ? /^ {2}if \((.*)\) return (report\(.*\));$/.exec(line) : null;
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const test = positive(match[1]);
  return test === undefined ? undefined : `  return ${test} || ${match[2]};`;
}

function positive(test: string): string | undefined {
  const opposite = negate(test);
  return opposite.startsWith('!(') ? undefined : opposite;
}

function soleReport(statements: readonly Statement[]): { test: string; report: string; otherwise: readonly Statement[] } | undefined {
  const [only] = statements;
  if (statements.length !== 1 || only === undefined || typeof only === 'string' || !('test' in only)) return undefined;
  const [report] = only.yes;
  if (only.yes.length !== 1 || typeof report !== 'string' || !report.startsWith('report(')) return undefined;
  return { test: only.test, report, otherwise: only.otherwise ?? [] };
}

/** One call on the whole value, whose result is the function's. */
function isCall(statement: string): boolean {
  return /^(?:validate|evaluate|recurse|report)[\w$]*\(/.test(statement);
}
