// A security scheme to the constant that operations name it by.
import type { OAuthFlow, Operation, SecurityScheme, Service } from '../../model/service.ts';
import { docComment, identifier, propertyAccess, stringLiteral } from '../text/escape.ts';
import { wrappedLiteral } from '../text/wrapped-literal.ts';
import type { OperationScope } from './operation-types.ts';

export function schemeDeclaration(scheme: SecurityScheme, name: string, scope: OperationScope): string {
  const doc = docComment([scheme.description ?? `\`${propertyAccess('components.securitySchemes', scheme.name)}\`.`]);
  const [factory, facts] = factoryOf(scheme);
  const call = `${scope.imports.value(scope.runtime, factory)}(${stringLiteral(scheme.name)}`;
  const head = `export const ${identifier(name)} = /* @__PURE__ */ ${call}`;
  const options = Object.keys(facts).length === 0 && scheme.kind !== 'oauth2' ? '' : `, ${wrappedLiteral(facts, head.length + 2, 0)}`;
  return `${doc}${head}${options});\n`;
}

/** The function of the runtime that makes the scheme, and what it has to know. */
function factoryOf(scheme: SecurityScheme): readonly [string, Readonly<Record<string, unknown>>] {
  switch (scheme.kind) {
    case 'apiKey':
      return ['apiKeyScheme', { in: scheme.in, parameter: scheme.parameter }];
    case 'basic':
      return ['basicScheme', {}];
    case 'bearer':
      return ['bearerScheme', {}];
    case 'http':
      return ['httpScheme', { scheme: scheme.scheme }];
    case 'oauth2':
      return ['oauth2Scheme', flowsOf(scheme.flows)];
    case 'openIdConnect':
      return ['openIdConnectScheme', { openIdConnectUrl: scheme.url }];
    case 'mutualTLS':
      return ['mutualTlsScheme', {}];
    case 'signature':
      return ['signatureScheme', { parameter: scheme.parameter, signature: scheme.signature }];
  }
}

function flowsOf(flows: readonly OAuthFlow[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(flows.map(({ flow, scopes, ...urls }) => [flow, { ...urls, scopes: [...scopes.keys()] }]));
}

/** The schemes that an operation names, in the order of the document. */
export function usedSchemes(service: Service, operations: readonly Operation[]): SecurityScheme[] {
  const used = new Set(operations.flatMap((operation) => operation.security.flatMap((all) => all.map(({ scheme }) => scheme))));
  return service.securitySchemes.filter((scheme) => used.has(scheme.name));
}
