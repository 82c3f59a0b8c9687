// Operations to the routes of a server: each operation beside its checks.
import type { Operation } from '../model/service.ts';
import { stringLiteral } from './escape.ts';
import type { Imports } from './imports.ts';
import { checksName } from './names.ts';

export interface RouteModules {
  readonly imports: Imports;
  readonly runtime: string;
  readonly operations: string;
  readonly checks: string;
}

/** Longest list whose members' types TypeScript may unite: the work is quadratic, and beyond a thousand it refuses (TS2590). */
const MOST_UNITED = 200;

/** `head` is what stands before its type: `const routes`. */
export function routesConstant(head: string, operations: readonly Operation[], modules: RouteModules): string {
  const type = modules.imports.type(modules.runtime, 'Route');
  if (operations.length === 0) return `${head}: readonly ${type}[] = [];\n`;
  const many = operations.length > MOST_UNITED;
  const rows = operations.map((operation) => `  ${routeRow(operation, modules)}${many ? ` satisfies ${type} as ${type}` : ''},\n`);
  const comment = many ? '// Each row is widened for itself, since TypeScript would not unite so many types.\n' : '';
  return `${comment}${head}: readonly ${type}[] = [\n${rows.join('')}];\n`;
}

export function routeRow(operation: Operation, { imports, operations, checks }: RouteModules, ...more: readonly string[]): string {
  const fields = [
    `name: ${stringLiteral(operation.name)}`,
    `operation: ${imports.value(operations, operation.name)}`,
    `checks: ${imports.value(checks, checksName(operation))}`,
    ...more,
  ];
  return `{ ${fields.join(', ')} }`;
}
