// Where the declarations of a service stand: in one set of files, or with `split: 'tags'` in a folder for each tag beside one for what tags share.
import { isDevice, kebabCase } from '../../model/names/names.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { eachSubschema } from '../../model/schema/walk.ts';
import type { Group, Operation, Response, Service } from '../../model/service.ts';
import { schemasOf } from '../held/held.ts';
import { checksName, createName, handlersName, namesOf, operationsOf, routesName, SHARED_EXAMPLES } from '../text/names.ts';
import { type EmitOptions, type Modules, modulesOf } from './options.ts';

/** What one set of files declares. */
export interface Part {
  /** Below the service's folder; `''` for that itself. */
  readonly folder: string;
  readonly schemas: readonly Schema[];
  /** Webhooks and callbacks among them. */
  readonly operations: readonly Operation[];
  readonly groups: readonly Group[];
  /** Of each interface of headers that it declares, an answer that has it; by its name. */
  readonly headers: ReadonlyMap<string, Response>;
  /** Whether it has security schemes, and what is to be known of the service as a whole. */
  readonly isCommon: boolean;
  /** Whether it has what puts all together: the client, the server, the table of checks, the mock. */
  readonly isRoot: boolean;
  /** The module that declares a name, as this part's files import it. `module` is what the service's own files would import. */
  locate(module: string, name: string): string;
  /** Whether there is anything for it to declare in the module of this name. */
  declares(module: string): boolean;
  /** The modules of other parts whose declarations the root's module of this name offers as its own. */
  reexports(module: string): readonly string[];
}

export interface Layout {
  readonly parts: readonly Part[];
  /** The part that puts all together: the only one, or one that declares nothing else. */
  readonly root: Part;
}

/** Everything in one set of files. */
export function wholeOf(service: Service): Part {
  const { schemas, groups } = service;
  const operations = operationsOf(service);
  return {
    folder: '',
    schemas,
    operations,
    groups,
    headers: headersOf(operations),
    isCommon: true,
    isRoot: true,
    locate: (module) => module,
    declares: () => true,
    reexports: () => [],
  };
}

/** An answer for each interface of headers, by its name. */
function headersOf(operations: readonly Operation[]): Map<string, Response> {
  const headers = new Map<string, Response>();
  for (const { responses } of operations) {
    for (const response of responses) {
      const { headersName } = response;
      if (headersName !== undefined && !headers.has(headersName)) headers.set(headersName, response);
    }
  }
  return headers;
}

/** Without tags to split by, everything stays together. */
export function layoutOf(service: Service, options: EmitOptions): Layout {
  if (options.split === undefined || service.groups.length === 0) {
    const root = wholeOf(service);
    return { parts: [root], root };
  }
  return splitByTags(service, options);
}

const SHARED = 'shared';

function splitByTags(service: Service, options: EmitOptions): Layout {
  const folders = foldersOf(service.groups);
  const operations = operationsByFolder(service, folders);
  const homes = homesOf(service, operations);
  const headers = headersByFolder(operations);
  const declared = declarationsOf(service, { folders, operations, homes, headers }, modulesOf(options));
  const locateFrom = (from: string) => (module: string, name: string) => {
    const folder = declared.get(module)?.get(name) ?? '';
    if (folder === from || !module.startsWith('.')) return module;
    const inRoot = module.startsWith('./') ? module.slice(1) : `/${module}`;
    return `${from === '' ? '.' : '..'}${folder === '' ? '' : `/${folder}`}${inRoot}`;
  };
  const foldersWith = (module: string): ReadonlySet<string> => new Set(declared.get(module)?.values());
  const parts = [...operations].map(
    ([folder, own]): Part => ({
      folder,
      schemas: service.schemas.filter((schema) => homes.get(schema) === folder),
      operations: own,
      groups: service.groups.filter((group) => folders.get(group) === folder),
      headers: headers.get(folder) ?? new Map(),
      isCommon: folder === SHARED,
      isRoot: false,
      locate: locateFrom(folder),
      declares: (module) => foldersWith(module).has(folder),
      reexports: () => [],
    }),
  );
  const root: Part = {
    folder: '',
    schemas: [],
    operations: [],
    groups: [],
    headers: new Map(),
    isCommon: false,
    isRoot: true,
    locate: locateFrom(''),
    declares: () => true,
    reexports: (module) => parts.filter((part) => part.declares(module)).map((part) => `./${part.folder}${module.slice(1)}`),
  };
  return { parts: [...parts, root], root };
}

function foldersOf(groups: readonly Group[]): Map<Group, string> {
  const taken = new Set([SHARED]);
  return new Map(
    groups.map((group) => {
      let folder = kebabCase(group.tag) || 'tag';
      while (taken.has(folder) || isDevice(folder)) folder += '-tag';
      taken.add(folder);
      return [group, folder];
    }),
  );
}

/** Webhooks and callbacks are in no group: they are shared. */
function operationsByFolder(service: Service, folders: ReadonlyMap<Group, string>): Map<string, Operation[]> {
  const byFolder = new Map<string, Operation[]>([[SHARED, []]]);
  const grouped = new Set<Operation>();
  for (const group of service.groups) {
    const own = group.members.map(({ operation }) => operation);
    for (const operation of own) grouped.add(operation);
    byFolder.set(folders.get(group) ?? SHARED, own);
  }
  byFolder.set(
    SHARED,
    operationsOf(service).filter((operation) => !grouped.has(operation)),
  );
  return byFolder;
}

/**
 * The folder of each named schema: that of the tag whose operations alone lead to it. What is shared leads to what is shared only, so no file
 * imports one that imports it.
 */
function homesOf({ schemas }: Service, operations: ReadonlyMap<string, readonly Operation[]>): Map<Schema, string> {
  const homes = new Map<Schema, string>();
  const settle = (roots: readonly Schema[], folder: string): void => {
    const open = [...roots];
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      const home = homes.get(schema);
      // All that it leads to has been met from here.
      if (home === folder || home === SHARED) continue;
      homes.set(schema, home === undefined ? folder : SHARED);
      eachSubschema(schema, (part) => open.push(part));
    }
  };
  for (const [folder, own] of operations) settle(own.flatMap(schemasOf), folder);
  settle(
    schemas.filter((schema) => !homes.has(schema)),
    SHARED,
  );
  return homes;
}

/** What one tag's operations alone declare stands in its folder. */
function headersByFolder(operations: ReadonlyMap<string, readonly Operation[]>): Map<string, Map<string, Response>> {
  const homes = new Map<string, string>();
  const own = [...operations].map(([folder, members]) => [folder, headersOf(members)] as const);
  for (const [folder, headers] of own) for (const name of headers.keys()) homes.set(name, homes.has(name) ? SHARED : folder);
  const byFolder = new Map<string, Map<string, Response>>();
  for (const [name, response] of headersOf([...operations.values()].flat())) {
    const folder = homes.get(name) ?? SHARED;
    byFolder.set(folder, (byFolder.get(folder) ?? new Map<string, Response>()).set(name, response));
  }
  return byFolder;
}

interface Homes {
  readonly folders: ReadonlyMap<Group, string>;
  readonly operations: ReadonlyMap<string, readonly Operation[]>;
  readonly homes: ReadonlyMap<Schema, string>;
  readonly headers: ReadonlyMap<string, ReadonlyMap<string, Response>>;
}

/** The folder of what files of a split service import from each other, by module and name. What is not here stands in the service's own folder. */
function declarationsOf(
  service: Service,
  { folders, operations, homes, headers }: Homes,
  modules: Modules,
): Map<string, Map<string, string>> {
  const names = namesOf(service);
  const declared = new Map<string, Map<string, string>>();
  const declare = (folder: string, module: string, ...own: readonly string[]): void => {
    const known = declared.get(module) ?? new Map<string, string>();
    declared.set(module, known);
    for (const name of own) known.set(name, folder);
  };
  declare(SHARED, modules.operations, names.service, ...names.schemes.values());
  declare(SHARED, modules.exampleFacts, SHARED_EXAMPLES);
  for (const schema of service.schemas) {
    const folder = homes.get(schema) ?? SHARED;
    const { name = '' } = schema;
    declare(folder, modules.types, name);
    declare(folder, modules.validators, `validate${name}`);
    declare(folder, modules.examples, `example${name}`);
  }
  for (const [folder, own] of operations) {
    for (const operation of own) {
      const { name, typeName } = operation;
      declare(folder, modules.operations, name, ...['Input', 'Result', 'Page', 'Item'].map((ending) => `${typeName}${ending}`));
      declare(folder, modules.validators, `validate${typeName}Input`);
      declare(folder, modules.checks, checksName(operation));
      declare(folder, modules.examples, `example${typeName}Result`);
    }
  }
  for (const [folder, own] of headers) declare(folder, modules.operations, ...own.keys());
  for (const [group, folder] of folders) {
    declare(folder, modules.client, group.typeName, createName(group));
    declare(folder, modules.server, handlersName(group), routesName(group));
  }
  return declared;
}
