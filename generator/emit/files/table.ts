// Lists the files of a service: their names, what each holds and when it is made.
import type { Service } from '../../model/service.ts';
import { brandsOf, heldSchemas, isConverted } from '../held/held.ts';
import { operationsOf } from '../text/names.ts';
import type { EmitOptions } from './options.ts';

export interface FileRow {
  /** The content of the file, in words. */
  readonly holds: string;
  /**
   * The folders that have the file when `split` is `'tags'`: the service's and that of each tag with declarations for it (`each`), only the
   * service's (`root`), or only the folder that tags share (`shared`). Without `split`, `shared` files are not made.
   */
  readonly split: 'each' | 'root' | 'shared';
  /** Whether `index.ts` exports its declarations. */
  readonly offered: boolean;
  /** Where it has the words of operations (`Wording`): nowhere, or in places of their own (`operations/words.ts`). Absent: anywhere. */
  readonly operationWords?: 'none' | 'places';
  /** Where it has the words of schemas: nowhere, or it notes which it depends on (`KeptTexts.words`). Absent: anywhere. */
  readonly schemaWords?: 'none' | 'noted';
  /** Whether the service has the file. Absent: every service has it. */
  readonly isMade?: (service: Service, options: EmitOptions) => boolean;
}

/** The files in the order in which `index.ts` exports them: a name that two files export comes from the first. */
const FILES = {
  types: { holds: 'the types of schemas', split: 'each', offered: true, operationWords: 'none' },
  operations: {
    holds: 'the input, the result and the facts of each operation',
    split: 'each',
    offered: true,
    operationWords: 'places',
    schemaWords: 'noted',
  },
  'operation-rows': {
    holds: 'the rows that operations of several tags have',
    split: 'shared',
    offered: false,
    operationWords: 'none',
    schemaWords: 'none',
  },
  client: { holds: 'the client', split: 'each', offered: true, operationWords: 'places', schemaWords: 'none' },
  query: {
    holds: 'the options of queries, for libraries that cache them',
    split: 'each',
    offered: false,
    operationWords: 'places',
    schemaWords: 'none',
    isMade: (_, { query }) => query === true,
  },
  enums: {
    holds: 'the constants of enumerations',
    split: 'each',
    offered: false,
    operationWords: 'none',
    isMade: ({ enums }) => enums.length > 0,
  },
  mcp: { holds: 'the operations as tools for models', split: 'root', offered: false, isMade: (_, { mcp }) => mcp === true },
  zod: {
    holds: 'a schema of Zod for each schema',
    split: 'root',
    offered: false,
    operationWords: 'none',
    isMade: (_, { zod }) => zod === true,
  },
  valibot: {
    holds: 'a schema of Valibot for each schema',
    split: 'root',
    offered: false,
    operationWords: 'none',
    isMade: (_, { valibot }) => valibot === true,
  },
  'raw-client': {
    holds: 'an openapi-fetch client of all operations',
    split: 'root',
    offered: false,
    operationWords: 'none',
    schemaWords: 'none',
    isMade: (_, { schema }) => schema,
  },
  server: {
    holds: 'the interface of handlers, and the server that calls them',
    split: 'each',
    offered: true,
    operationWords: 'places',
    schemaWords: 'none',
  },
  webhooks: {
    holds: 'the receiver and the sender of webhooks',
    split: 'root',
    offered: true,
    operationWords: 'places',
    schemaWords: 'none',
    isMade: ({ webhooks }) => webhooks.length > 0,
  },
  callbacks: {
    holds: 'the receiver and the sender of callbacks',
    split: 'root',
    offered: true,
    operationWords: 'places',
    schemaWords: 'none',
    isMade: ({ callbacks }) => callbacks.length > 0,
  },
  links: {
    holds: 'the inputs of operations that results of others lead to',
    split: 'root',
    offered: true,
    isMade: ({ links }) => links.length > 0,
  },
  checks: {
    holds: 'the validators of inputs and results, by operation',
    split: 'each',
    offered: true,
    operationWords: 'none',
    schemaWords: 'none',
  },
  validators: { holds: 'a validator for each schema and input', split: 'each', offered: true, operationWords: 'none', schemaWords: 'none' },
  'parameter-validators': {
    holds: 'the validators of parameters that operations of several tags have',
    split: 'shared',
    offered: false,
    operationWords: 'none',
    schemaWords: 'none',
  },
  transforms: {
    holds: 'what changes between a value on the wire and the one that users hold',
    split: 'root',
    offered: true,
    operationWords: 'none',
    schemaWords: 'none',
    isMade: hasTransforms,
  },
  formats: {
    holds: 'the brands of texts',
    split: 'root',
    offered: true,
    operationWords: 'none',
    schemaWords: 'none',
    isMade: (service, { held }) => brandsOf(heldSchemas(service, held)).size > 0,
  },
  examples: {
    holds: 'examples of schemas, inputs and results, and a mock server',
    split: 'each',
    offered: false,
    isMade: (_, { examples }) => examples,
  },
  'example-facts': {
    holds: 'what the examples of several tags are made of',
    split: 'shared',
    offered: false,
    isMade: (_, { examples }) => examples,
  },
  'conformance.test': {
    holds: 'tests of the service for vitest',
    split: 'root',
    offered: false,
    operationWords: 'none',
    schemaWords: 'none',
    isMade: (_, { conformance }) => conformance !== undefined,
  },
  'rate-limits': {
    holds: 'the limits of requests, for servers',
    split: 'root',
    offered: false,
    operationWords: 'none',
    schemaWords: 'none',
    isMade: (service) => [service, ...service.operations].some(({ limits }) => limits.length > 0),
  },
  schema: { holds: 'the types that openapi-typescript makes', split: 'root', offered: false, isMade: (_, { schema }) => schema },
  index: { holds: 'all exports of the offered files', split: 'root', offered: false, operationWords: 'none', schemaWords: 'none' },
} as const satisfies Readonly<Record<string, FileRow>>;

export type FileName = keyof typeof FILES;

export const FILE_NAMES = Object.keys(FILES) as readonly FileName[];

export function rowOf(file: FileName): FileRow {
  return FILES[file];
}

/** `types` → `types.ts`. */
export function fileNameOf(file: FileName): `${FileName}.ts` {
  return `${file}.ts`;
}

/** How a file of the same folder is imported: `./types.js`. */
export function moduleOf(file: FileName, { importExtension }: Pick<EmitOptions, 'importExtension'>): string {
  return `./${file}${importExtension}`;
}

function hasTransforms(service: Service, options: EmitOptions): boolean {
  const held = heldSchemas(service, options.held);
  return service.schemas.some((schema) => held.has(schema)) || operationsOf(service).some((operation) => isConverted(operation, held));
}
