// Operations to the routes of a server: each operation beside the validators of its input and of its results.

import type { Operation, Response } from '../model/service.ts';
import { declared } from '../model/walk.ts';
import { propertyKey, stringLiteral } from './escape.ts';
import type { Imports } from './imports.ts';

export interface RouteModules {
  readonly imports: Imports;
  readonly runtime: string;
  readonly operations: string;
  readonly validators: string;
}

/** Longest list whose members' types TypeScript may unite: the work is quadratic, and beyond a thousand it refuses (TS2590). */
export const MOST_UNITED = 200;

export function routesConstant(operations: readonly Operation[], modules: RouteModules): string {
  const type = modules.imports.type(modules.runtime, 'Route');
  if (operations.length === 0) return `const routes: readonly ${type}[] = [];\n`;
  if (operations.length > MOST_UNITED) {
    const rows = operations.map((operation) => routeRow(routeFields(operation, modules), operation, modules));
    const widened = rows.map((row) => row.replace(/,\n$/, ` satisfies ${type} as ${type},\n`));
    return `// Each row is widened for itself, since TypeScript would not unite so many types.\nconst routes: readonly ${type}[] = [\n${widened.join('')}];\n`;
  }
  return `const routes: readonly ${type}[] = [\n${operations.map((operation) => routeRow(routeFields(operation, modules), operation, modules)).join('')}];\n`;
}

export function routeFields(operation: Operation, { imports, operations, validators }: RouteModules): string[] {
  return [
    `name: ${stringLiteral(operation.name)}`,
    `operation: ${imports.value(operations, operation.name)}`,
    `input: ${imports.value(validators, `validate${operation.typeName}Input`)}`,
  ];
}

/** One route, indented for an array and ended by a comma and a newline. */
export function routeRow(fields: readonly string[], operation: Operation, modules: RouteModules): string {
  const responses = operation.responses.flatMap((response) => {
    const validators = responseValidators(response, modules);
    return validators.length === 0 ? [] : [`${propertyKey(response.status)}: { ${validators.join(', ')} }`];
  });
  const short = responses.length === 0 ? '{}' : `{ ${responses.join(', ')} }`;
  const line = `  { ${[...fields, `responses: ${short}`].join(', ')} },\n`;
  if (line.length <= 120) return line;
  const body =
    responses.length === 0 ? '    responses: {},\n' : `    responses: {\n${responses.map((text) => `      ${text},\n`).join('')}    },\n`;
  return `  {\n${fields.map((text) => `    ${text},\n`).join('')}${body}  },\n`;
}

/** The validators of a response's bodies, by media type. The model names every body's schema, so each has one; bytes have none. */
function responseValidators(response: Response, { imports, validators }: RouteModules): string[] {
  return response.contents.flatMap((content) => {
    const named = content.schema === undefined ? undefined : declared(content.schema);
    if (named === undefined) return [];
    return [`${propertyKey(content.contentType)}: ${imports.value(validators, `validate${named.name}`)}`];
  });
}
