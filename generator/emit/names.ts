// Names that emitted files share: what a service's declarations are called, and which names the document has taken.
import { camelCase, lowerFirst } from '../model/names.ts';
import type { Service } from '../model/service.ts';
import { identifier, safeIdentifier } from './escape.ts';

/** The names in code of one service. */
export interface Names {
  /** `emailService`. */
  readonly service: string;
  /** The constant of each security scheme in `operations.ts`, by the scheme's name in the document. */
  readonly schemes: ReadonlyMap<string, string>;
  /** Every name that comes from the document: schemas, operations with their inputs and results, security schemes. */
  readonly taken: ReadonlySet<string>;
}

export function namesOf(service: Service): Names {
  const taken = new Set<string>();
  for (const schema of service.schemas) taken.add(identifier(schema.name ?? ''));
  for (const operation of [...service.operations, ...service.webhooks]) {
    taken.add(identifier(operation.name));
    for (const suffix of ['Input', 'Result', 'Headers']) taken.add(identifier(`${operation.typeName}${suffix}`));
  }
  const schemes = new Map<string, string>();
  for (const { name } of service.securitySchemes) {
    schemes.set(name, unique(camelCase(name), taken, 'Scheme'));
  }
  return { service: unique(`${lowerFirst(service.name)}Service`, taken, 'Info'), schemes, taken };
}

function unique(wanted: string, taken: Set<string>, suffix: string): string {
  let name = safeIdentifier(wanted);
  if (taken.has(name)) name += suffix;
  while (taken.has(name)) name += '_';
  taken.add(name);
  return name;
}
