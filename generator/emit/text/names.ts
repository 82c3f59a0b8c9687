// Names that emitted files share, as the model chose them: what a service's declarations are called, and which names are taken.
import { lowerFirst } from '../../model/names/names.ts';
import { OPERATION_TYPES, PAGE_TYPES } from '../../model/names/naming.ts';
import type { Group, Operation, Service } from '../../model/service.ts';
import { identifier } from './escape.ts';

/** The names in code of one service. */
export interface Names {
  /** `emailService`. */
  readonly service: string;
  /** `emailValidators`. */
  readonly validators: string;
  /** The constant of each security scheme in `operations.ts`, by the scheme's name in the document. */
  readonly schemes: ReadonlyMap<string, string>;
  /** Every name that the model chose: schemas, operations with their inputs and results, security schemes, and the service's. */
  readonly taken: ReadonlySet<string>;
}

/** Every file asks for them, and a service does not change. */
const known = new WeakMap<Service, Names>();

export function namesOf(service: Service): Names {
  const found = known.get(service) ?? collectNames(service);
  known.set(service, found);
  return found;
}

function collectNames(service: Service): Names {
  const info = identifier(`${lowerFirst(service.name)}Service`);
  const schemes = new Map(service.securitySchemes.map((scheme) => [scheme.name, identifier(scheme.identifier)]));
  const validators = identifier(`${lowerFirst(service.name)}Validators`);
  const taken = new Set([info, validators, ...schemes.values()]);
  for (const schema of service.schemas) taken.add(identifier(schema.name ?? ''));
  for (const operation of operationsOf(service)) {
    for (const { headersName } of operation.responses) if (headersName !== undefined) taken.add(identifier(headersName));
    taken.add(identifier(operation.name));
    const endings = operation.pagination === undefined ? OPERATION_TYPES : [...OPERATION_TYPES, ...PAGE_TYPES];
    for (const ending of endings) taken.add(identifier(`${operation.typeName}${ending}`));
  }
  return { service: info, validators, schemes, taken };
}

/** `findEmailChecks`. No two operations have the same, and other files import it around what else may be called so. */
export function checksName(operation: Operation): string {
  return identifier(`${operation.name}Checks`);
}

/** Makes the group of a tag. */
export function createName({ typeName }: Group): string {
  return identifier(`create${typeName}`);
}

/** The handlers of a tag's operations. */
export function handlersName({ typeName }: Group): string {
  return identifier(`${typeName}Handlers`);
}

/** The routes of a tag's operations, where they stand in a file of their own. */
export function routesName({ name }: Group): string {
  return identifier(`${name}Routes`);
}

/** What makes the examples of a file. */
export const OWN_EXAMPLES = 'examples';

/** What makes those of what tags share. */
export const SHARED_EXAMPLES = 'sharedExamples';

/** Operations, webhooks and callbacks: whatever has a row, an input and a result. */
export function operationsOf({ operations, webhooks, callbacks }: Service): Operation[] {
  return [...operations, ...webhooks, ...callbacks];
}
