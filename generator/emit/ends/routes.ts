// Prints what a server is made of: the routes, each an operation with its checks, and the facts about the service.
import type { Operation, Service } from '../../model/service.ts';
import type { Imports } from '../files/imports.ts';
import type { EmitOptions } from '../files/options.ts';
import type { HeldSchemas } from '../held/held.ts';
import { stringLiteral } from '../text/escape.ts';
import { checksName, namesOf } from '../text/names.ts';
import { defaultsField } from './defaults.ts';
import { spellings } from './spellings.ts';

/**
 * `head` is the text before the type: `const routes`. The rows are arguments of a call, so that TypeScript checks each on its own: in an
 * array literal it compares the type of each member with all others, and refuses a long one (TS2590).
 */
export function routesConstant(
  head: string,
  operations: readonly Operation[],
  imports: Imports,
  held: HeldSchemas,
  options: EmitOptions,
): string {
  const type = imports.type('runtime', 'Route');
  if (operations.length === 0) return `${head}: readonly ${type}[] = [];\n`;
  const rows = operations.map(
    (operation) => `  ${routeRow(operation, imports, ...spellings(operation, held), ...defaultsField(operation, options))},\n`,
  );
  return `${head}: readonly ${type}[] = /* @__PURE__ */ Array.of<${type}>(\n${rows.join('')});\n`;
}

export function routeRow(operation: Operation, imports: Imports, ...more: readonly string[]): string {
  const fields = [
    `name: ${stringLiteral(operation.name)}`,
    `operation: ${imports.value('operations', operation.name)}`,
    `checks: ${imports.value('checks', checksName(operation))}`,
    ...more,
  ];
  return `{ ${fields.join(', ')} }`;
}

/** The facts about the service that servers and receivers need, as an expression: `{ ...emailService, errors: emailErrors }`. */
export function serverInfo(service: Service, imports: Imports): string {
  const { service: info, errors } = namesOf(service);
  const facts = imports.value('operations', info);
  return service.errors.length === 0 ? facts : `{ ...${facts}, errors: ${imports.value('operations', errors)} }`;
}
