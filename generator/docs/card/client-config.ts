// The code that makes a typed client of a service, ready to paste. The portal prints it again with the live address and a credential that works.
import { propertyKey, stringLiteral } from '../../emit/text/escape.ts';

export interface ClientFacts {
  /** `createNotesClient` */
  readonly factory: string;
  /** The module that has it. */
  readonly module: string;
  /** The names of the parts of a credential, by scheme; empty where it is one text. */
  readonly schemes: Readonly<Record<string, readonly string[]>>;
}

export interface ClientCredential {
  readonly scheme: string;
  /** In the order of the parts, or one text. */
  readonly values: readonly string[];
}

export function clientConfig({ factory, module, schemes }: ClientFacts, baseUrl: string, credential?: ClientCredential): string {
  const members = [
    `  baseUrl: ${stringLiteral(baseUrl)},`,
    ...(credential === undefined ? [] : credentialSource(credential, schemes[credential.scheme] ?? [])),
  ];
  return [`import { ${factory} } from ${stringLiteral(module)};`, '', `export const client = ${factory}({`, ...members, '});'].join('\n');
}

function credentialSource({ scheme, values }: ClientCredential, names: readonly string[]): readonly string[] {
  const parts = names.map((name, index) => `${propertyKey(name)}: ${stringLiteral(values[index] ?? '')}`);
  const value = parts.length === 0 ? stringLiteral(values[0] ?? '') : `{ ${parts.join(', ')} }`;
  return ['  credentials: {', `    ${propertyKey(scheme)}: ${value},`, '  },'];
}
