// Writes the data of the console for a document: its operations with their schemas and examples, and its generated code for browsers.

import { jsonText } from '../../base/exact.ts';
import { AS_SENT, type HeldOptions, rowFor } from '../../emit/held/forms.ts';
import { identifier } from '../../emit/text/escape.ts';
import { createClientName, namesOf, validateName } from '../../emit/text/names.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { SecurityScheme, Service, Socket } from '../../model/service.ts';
import { credentialVariable } from '../samples/request.ts';
import { contractFiles } from './contract.ts';
import type { ConsoleDocument, ConsoleMessage, ConsoleScheme, ConsoleSocket } from './data.ts';
import { type MockOf, operationsData, serversData } from './operation-data.ts';
import { schemaData } from './schema-data.ts';
import { signInData } from './sign-in-data.ts';

export interface ConsoleDataOptions {
  readonly clientModule: string;
  /** The module that the samples import the runtime from. */
  readonly runtime: string;
  readonly held?: HeldOptions;
  readonly mockUrl?: Exclude<MockOf, undefined>;
  /** The URL of the folder with the runtime's modules for browsers, relative to the root of the site: `assets/portal/runtime/`. */
  readonly runtimeFolder: string;
}

/** Path → text, relative to the root of the site. */
export function consoleFiles(service: Service, options: ConsoleDataOptions): ReadonlyMap<string, string> {
  const folder = `data/${service.id}`;
  const files = new Map([[`${folder}/operations.json`, jsonText(consoleDocument(service, options))]]);
  for (const [name, text] of contractFiles(service, `../../../${options.runtimeFolder}`)) files.set(`${folder}/contract/${name}`, text);
  return files;
}

function consoleDocument(service: Service, options: Omit<ConsoleDataOptions, 'runtimeFolder'>): ConsoleDocument {
  const { clientModule, runtime, held = AS_SENT, mockUrl } = options;
  const names = namesOf(service);
  return {
    id: service.id,
    title: service.title,
    version: service.version,
    servers: serversData(service, service.servers, mockUrl),
    securitySchemes: service.securitySchemes.map(schemeData),
    schemas: Object.fromEntries(service.schemas.map((schema) => [schema.name ?? '', schemaData(service, schema, true)])),
    operations: operationsData(service, mockUrl),
    sockets: service.sockets.map((socket) => socketData(service, socket)),
    contract: { service: names.service, validators: names.validators },
    client: { module: clientModule, runtime, create: createClientName(service), ...shortOf(held) },
  };
}

/** The types that samples write literals of; other forms of `makers` are written by functions. */
function shortOf(held: HeldOptions): Pick<ConsoleDocument['client'], 'int64' | 'dates'> {
  const int64 = rowFor(held, 'int64');
  return {
    int64: int64?.kind === 'integer' ? int64.as : 'number',
    dates: rowFor(held, 'date-time')?.kind === 'date' ? 'date' : 'string',
  };
}

function socketData(service: Service, { sends, receives, ...socket }: Socket): ConsoleSocket {
  const message = (schema: Schema): ConsoleMessage => ({
    schema: schemaData(service, schema),
    validator: validateName(identifier(schema.name ?? '')),
  });
  return {
    ...socket,
    ...(sends === undefined ? {} : { sends: message(sends) }),
    ...(receives === undefined ? {} : { receives: message(receives) }),
  };
}

export function schemeData(scheme: SecurityScheme): ConsoleScheme {
  const { credential, fields, sent } = securityTraits(scheme);
  const signIn = signInData(scheme);
  return {
    name: scheme.name,
    kind: scheme.kind,
    ...(scheme.description === undefined ? {} : { description: scheme.description }),
    sent,
    ...(fields === undefined ? {} : { fields }),
    takes: credential !== undefined,
    variable: credentialVariable(scheme),
    ...(signIn === undefined ? {} : { signIn }),
  };
}
