// Names of declarations that several emitted files use, as the model chose them, and the names that are taken.
import { beginsWell, lowerFirst, pascalCase } from '../../model/names/names.ts';
import { createNumbers, OPERATION_TYPES, PAGE_TYPES } from '../../model/names/naming.ts';
import { RESERVED_TYPES } from '../../model/names/reserved.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Group, Operation, Service } from '../../model/service.ts';
import { wordingOf } from '../../model/wording.ts';
import { identifier } from './escape.ts';

export { parameterName } from '../../model/names/names.ts';

/** The names of one service in generated code. */
export interface Names {
  /** `emailService`. */
  readonly service: string;
  /** `emailErrors`: the templates of `x-errors`, in a constant of their own, so that clients do not carry them. */
  readonly errors: string;
  /** `EmailRefusalCode`: the codes that handlers can refuse with. */
  readonly refusalCode: string;
  /** `emailValidators`. */
  readonly validators: string;
  /** The constant of each security scheme in `operations.ts`, by the scheme's name in the document. */
  readonly schemes: ReadonlyMap<string, string>;
  /** Every name that the model chose: schemas, operations with their inputs and results, security schemes, and the service's. */
  readonly taken: ReadonlySet<string>;
}

/** Kept by service: every file needs them, and a service does not change. Services that differ in words have the same. */
const known = new WeakMap<object, Names>();

export function namesOf(service: Service): Names {
  const { base } = wordingOf(service);
  const found = known.get(base) ?? collectNames(service);
  known.set(base, found);
  return found;
}

function collectNames(service: Service): Names {
  const info = identifier(`${lowerFirst(service.name)}Service`);
  const schemes = new Map(service.securitySchemes.map((scheme) => [scheme.name, identifier(scheme.identifier)]));
  const errors = identifier(`${lowerFirst(service.name)}Errors`);
  const refusalCode = identifier(`${service.name}RefusalCode`);
  const validators = identifier(`${lowerFirst(service.name)}Validators`);
  const taken = new Set([info, errors, refusalCode, validators, ...schemes.values()]);
  for (const schema of service.schemas) taken.add(identifier(schema.name ?? ''));
  for (const operation of operationsOf(service)) {
    for (const { headersName } of operation.responses) if (headersName !== undefined) taken.add(identifier(headersName));
    taken.add(identifier(operation.name));
    for (const type of operationTypes(operation)) taken.add(type);
  }
  return { service: info, errors, refusalCode, validators, schemes, taken };
}

const LONGEST_LOCAL = 40;

/** Chooses names of types that a file declares for itself, of the first text that makes a name. */
export function localTypes(taken: ReadonlySet<string>): (...texts: readonly string[]) => string {
  const numbered = createNumbers();
  const chosen = new Set<string>();
  return (...texts) => {
    const names = texts.map(pascalCase);
    const wanted = names.find((name) => beginsWell(name) && name.length <= LONGEST_LOCAL) ?? 'Value';
    const name = identifier(numbered(wanted, (one) => taken.has(one) || chosen.has(one) || RESERVED_TYPES.has(one)));
    chosen.add(name);
    return name;
  };
}

/** The types of an operation: `ListPostsInput`, `ListPostsResult`; with pagination also `ListPostsPage` and `ListPostsItem`. */
export function operationTypes({ typeName, pagination }: Operation): string[] {
  const endings = pagination === undefined ? OPERATION_TYPES : [...OPERATION_TYPES, ...PAGE_TYPES];
  return endings.map((ending) => identifier(`${typeName}${ending}`));
}

export function inputName({ typeName }: Operation): string {
  return identifier(`${typeName}Input`);
}

/** The validator of a schema or an input, by the name of its type. */
export function validateName(type: string): string {
  return identifier(`validate${type}`);
}

/** The Standard Schema of a type whose values are held as they are sent. `standardSchema` itself is the runtime's. */
export function standardName(type: string, service: Service): string {
  const wanted = `${lowerFirstLetter(type)}Schema`;
  const isValidator = wanted.startsWith('validate') && service.schemas.some(({ name = '' }) => validateName(name) === wanted);
  const isTaken = isValidator || wanted === 'standardSchema';
  return isTaken ? `${wanted}_` : wanted;
}

/** `URL` → `url`, `XRate` → `xRate`. */
export function lowerFirstLetter(text: string): string {
  if (/^[A-Z\d]+$/.test(text)) return text.toLowerCase();
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** The constant of each schema in `zod.ts` and `valibot.ts`: `bookSchema`. */
export function libraryNames({ schemas }: Pick<Service, 'schemas'>): ReadonlyMap<Schema, string> {
  const taken = new Set<string>();
  return new Map(
    schemas.map((schema) => {
      let name = identifier(`${lowerFirstLetter(schema.name ?? '')}Schema`);
      while (taken.has(name)) name += '_';
      taken.add(name);
      return [schema, name];
    }),
  );
}

/** The function that gives a text the type of a brand: `toUuid`. */
export function toBrandName(brand: string): string {
  return `to${brand}`;
}

export function transformName(type: string): string {
  return identifier(`${lowerFirst(type)}Transform`);
}

/** The transform of a type without its names, where it has names and other changes. */
export function formatsName(type: string): string {
  return identifier(`${lowerFirst(type)}Formats`);
}

/** The transform of the names in a type's values; `number` tells values of one type apart. */
export function memberNamesName(type: string, number: number): string {
  return identifier(`${lowerFirst(type)}Names${number === 1 ? '' : number}`);
}

/** The Standard Schema of a type whose values are held in another form than they are sent. */
export function heldSchemaName(type: string): string {
  return identifier(`${lowerFirst(type)}Schema`);
}

export function conversionName({ name }: Operation): string {
  return identifier(`${name}Conversion`);
}

/** `findEmailChecks`. No two operations share this name; a file that has the name already imports it under another one. */
export function checksName({ name }: Operation): string {
  return identifier(`${name}Checks`);
}

export function linksName({ name }: Operation): string {
  return identifier(`${name}Links`);
}

export function createClientName({ name }: Service): string {
  return identifier(`create${name}Client`);
}

export function createRawClientName({ name }: Service): string {
  return identifier(`create${name}RawClient`);
}

/** The function that creates the client group of a tag. */
export function createName({ typeName }: Group): string {
  return identifier(`create${typeName}`);
}

/** The function that makes tools for models of the operations. */
export function createToolsName({ name }: Service): string {
  return identifier(`create${name}Tools`);
}

export function createServerName({ name }: Service): string {
  return identifier(`create${name}Server`);
}

/** The handlers of a tag's operations. */
export function handlersName({ handlersName: name }: Group): string {
  return identifier(name);
}

/** The same handlers, none left out. */
export function requiredName(handlers: string): string {
  return `Required${handlers}`;
}

/** The constant with the routes of a tag's operations, where they have a file of their own. */
export function routesName({ name }: Group): string {
  return identifier(`${name}Routes`);
}

/** The names that `webhooks.ts` or `callbacks.ts` declares. */
export function eventNames({ name }: Service, word: 'Webhook' | 'Callback') {
  return {
    handlers: `${name}${word}Handlers`,
    sender: `${name}${word}Sender`,
    createReceiver: identifier(`create${name}${word}Receiver`),
    createSender: identifier(`create${name}${word}Sender`),
  };
}

/** The function that makes an example of a type. */
export function exampleName(type: string): string {
  return identifier(`example${type}`);
}

/** The types of an operation for which examples are made. */
export function exampleTypes({ typeName, responses }: Operation): string[] {
  return responses.length === 0 ? [`${typeName}Input`] : [`${typeName}Input`, `${typeName}Result`];
}

export function mockHandlersName({ name }: Service): string {
  return identifier(`${lowerFirst(name)}ExampleHandlers`);
}

export function mockName({ name }: Service): string {
  return identifier(`mock${name}Server`);
}

/** The constant that a file makes its examples with. */
export const OWN_EXAMPLES = 'examples';

/** The constant for the examples that tags share. */
export const SHARED_EXAMPLES = 'sharedExamples';

/** Operations, webhooks and callbacks: all of them have a row, an input and a result. */
export function operationsOf({ operations, webhooks, callbacks }: Service): Operation[] {
  return [...operations, ...webhooks, ...callbacks];
}
