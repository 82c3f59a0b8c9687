// A security scheme to the constant that operations name it by.
import { securityTraits } from '../../model/operations/security-kinds.ts';
import type { Operation, SecurityScheme, Service } from '../../model/service.ts';
import { docComment, identifier, propertyAccess, stringLiteral } from '../text/escape.ts';
import { wrappedLiteral } from '../text/wrapped-literal.ts';
import type { OperationScope } from './operation-types.ts';

export function schemeDeclaration(scheme: SecurityScheme, name: string, scope: OperationScope): string {
  const doc = docComment([scheme.description ?? `\`${propertyAccess('components.securitySchemes', scheme.name)}\`.`]);
  const { factory, argument } = securityTraits(scheme);
  const call = `${scope.imports.value(scope.runtime, factory)}(${stringLiteral(scheme.name)}`;
  const head = `export const ${identifier(name)} = /* @__PURE__ */ ${call}`;
  const options = argument === undefined ? '' : `, ${wrappedLiteral(argument, head.length + 2, 0)}`;
  return `${doc}${head}${options});\n`;
}

/** The schemes that an operation names, in the order of the document. */
export function usedSchemes(service: Service, operations: readonly Operation[]): SecurityScheme[] {
  const used = new Set(operations.flatMap((operation) => operation.security.flatMap((all) => all.map(({ scheme }) => scheme))));
  return service.securitySchemes.filter((scheme) => used.has(scheme.name));
}
