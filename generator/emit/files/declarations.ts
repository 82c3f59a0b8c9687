// Lists what the files of a service export: the names that they import from each other and that `index.ts` offers.
import type { Schema } from '../../model/schema/schema.ts';
import type { Group, Operation, Service } from '../../model/service.ts';
import { brandsOf, heldSchemas, isConverted } from '../held/held.ts';
import { identifier } from '../text/escape.ts';
import * as names from '../text/names.ts';
import { createQueriesName, queriesName, queryGroups } from '../text/queries.ts';
import { credentialSchemes, usedSchemes } from '../text/security.ts';
import type { EmitOptions } from './options.ts';
import type { FileName } from './table.ts';

/**
 * The owner of a declaration, which decides its folder: a schema, an operation, a group, or the interface of headers with this name;
 * `shared` for declarations that all folders use, `service` for those that join the folders.
 */
export type Owner = Schema | Operation | Group | { readonly headersName: string } | 'shared' | 'service';

export interface Declaration {
  readonly name: string;
  readonly kind: 'type' | 'value';
  readonly owner: Owner;
  /** Whether only the service's own files import it: `index.ts` does not offer it. */
  readonly isInternal?: boolean;
}

type ListOptions = Pick<EmitOptions, 'held' | 'split'>;

/** The declarations of each file. A file that is missing here exports no name of the document. */
const LISTS: Readonly<Partial<Record<FileName, (service: Service, options: ListOptions) => Declaration[]>>> = {
  types: ({ schemas }) => schemas.flatMap((schema) => types(schema, typeName(schema))),

  operations: (service) => {
    const { service: info, errors, refusalCode, schemes } = names.namesOf(service);
    const operations = names.operationsOf(service);
    return [
      ...values('shared', info, ...schemes.values()),
      ...(service.errors.length === 0 ? [] : values('shared', errors)),
      ...(service.refusalCodes.length === 0 ? [] : types('shared', refusalCode)),
      ...headersNames(operations).flatMap((headersName) => types({ headersName }, identifier(headersName))),
      ...operations.flatMap((operation) => [
        ...types(operation, ...names.operationTypes(operation)),
        ...values(operation, identifier(operation.name)),
      ]),
    ];
  },

  client: (service) => {
    const { name, groups } = service;
    const credentials = credentialSchemes(service).length === 0 ? [] : [`${name}Credentials`];
    return [
      ...types('service', `${name}Client`, `${name}ClientOptions`, ...credentials),
      ...values('service', names.createClientName(service)),
      ...groups.flatMap((group) => [...types(group, identifier(group.typeName)), ...values(group, names.createName(group))]),
    ];
  },

  query: (service) => [
    ...types('service', queriesName({ typeName: service.name })),
    ...values('service', createQueriesName({ typeName: service.name })),
    ...queryGroups(service).flatMap((group) => [...types(group, queriesName(group)), ...values(group, createQueriesName(group))]),
  ],

  enums: ({ enums }) => enums.flatMap(({ name, owner }) => values(owner, identifier(name))),
  mcp: (service) => values('service', names.createToolsName(service)),
  zod: (service) => values('service', ...names.libraryNames(service).values()),
  valibot: (service) => values('service', ...names.libraryNames(service).values()),

  'raw-client': (service) => values('service', names.createRawClientName(service)),

  server: (service, { split }) => {
    const { name, groups, operations } = service;
    const security = usedSchemes(service, operations).length === 0 ? [] : [`${name}Security`];
    const required = operations.length === 0 ? [] : [names.requiredName(`${name}Handlers`)];
    // Without `split`, one list has the routes of all groups, and no other file needs it.
    const routes = (group: Group): Declaration[] =>
      isSplit(service, { split }) ? [{ name: names.routesName(group), kind: 'value', owner: group, isInternal: true }] : [];
    return [
      ...types('service', `${name}Handlers`, ...required, `${name}ServerOptions`, ...security),
      ...values('service', names.createServerName(service)),
      ...groups.flatMap((group) => [
        ...types(group, names.handlersName(group), names.requiredName(names.handlersName(group))),
        ...routes(group),
      ]),
    ];
  },

  webhooks: (service) => eventNames(service, 'Webhook'),
  callbacks: (service) => eventNames(service, 'Callback'),
  links: ({ links }) => values('service', ...new Set(links.map(({ from }) => names.linksName(from)))),

  checks: (service) => [
    ...names.operationsOf(service).flatMap((operation) => values(operation, names.checksName(operation))),
    ...values('service', names.namesOf(service).validators),
  ],

  validators: (service, options) => {
    const held = heldSchemas(service, options.held);
    return [
      ...service.schemas.flatMap((schema) => {
        const validate = names.validateName(typeName(schema));
        return values(schema, validate, ...(held.has(schema) ? [] : [names.standardName(typeName(schema), service)]));
      }),
      ...names.operationsOf(service).flatMap((operation) => values(operation, names.validateName(names.inputName(operation)))),
    ];
  },

  transforms: (service, options) => {
    const held = heldSchemas(service, options.held);
    const schemas = service.schemas.filter((schema) => held.has(schema)).map(typeName);
    const operations = names.operationsOf(service).filter((operation) => isConverted(operation, held));
    return values(
      'service',
      ...schemas.flatMap((name) => [names.transformName(name), names.heldSchemaName(name)]),
      ...operations.map(names.conversionName),
    );
  },

  formats: (service, options) =>
    [...brandsOf(heldSchemas(service, options.held)).keys()].flatMap((brand) => [
      ...types('service', brand),
      ...values('service', names.toBrandName(brand)),
    ]),

  examples: (service) => [
    ...service.schemas.flatMap((schema) => values(schema, names.exampleName(typeName(schema)))),
    ...names
      .operationsOf(service)
      .flatMap((operation) => values(operation, ...names.exampleTypes(operation).map((type) => names.exampleName(type)))),
    ...(hasMock(service) ? values('service', names.mockHandlersName(service), names.mockName(service)) : []),
  ],
  'example-facts': () => values('shared', names.SHARED_EXAMPLES),
  'rate-limits': () => values('service', 'rateLimits'),
};

function types(owner: Owner, ...all: readonly string[]): Declaration[] {
  return all.map((name) => ({ name, kind: 'type', owner }));
}

function values(owner: Owner, ...all: readonly string[]): Declaration[] {
  return all.map((name) => ({ name, kind: 'value', owner }));
}

export function declarationsOf(file: FileName, service: Service, options: ListOptions): readonly Declaration[] {
  return LISTS[file]?.(service, options) ?? [];
}

/** Whether each tag has files of its own. A service without tags is not split. */
export function isSplit({ groups }: Service, { split }: Pick<EmitOptions, 'split'>): boolean {
  return split !== undefined && groups.length > 0;
}

/** Without responses, a mock would answer every request with 501, as the server itself does. */
function hasMock({ operations }: Service): boolean {
  return operations.some(({ responses }) => responses.length > 0);
}

function typeName({ name = '' }: Schema): string {
  return identifier(name);
}

function headersNames(operations: readonly Operation[]): string[] {
  const all = operations.flatMap(({ responses }) => responses.flatMap(({ headersName }) => headersName ?? []));
  return [...new Set(all)];
}

function eventNames(service: Service, word: 'Webhook' | 'Callback'): Declaration[] {
  const { handlers, sender, createReceiver, createSender } = names.eventNames(service, word);
  return [...types('service', handlers, sender), ...values('service', createReceiver, createSender)];
}
