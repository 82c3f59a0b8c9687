// Decides the folders of a service's files: one folder, or with `split: 'tags'` one per tag, one for what tags share, and the service's own.
import { isDevice, kebabCase } from '../../model/names/names.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { eachUsed } from '../../model/schema/walk.ts';
import type { Group, Operation, Response, Service } from '../../model/service.ts';
import { schemasOf } from '../held/held.ts';
import { operationsOf } from '../text/names.ts';
import { declarationsOf, isSplit, type Owner } from './declarations.ts';
import type { EmitOptions } from './options.ts';
import { FILE_NAMES, type FileName, moduleOf, rowOf } from './table.ts';

/** The declarations of the files in one folder, and how these files import from other folders. */
export interface Folder {
  /** The path below the service's folder; `''` for the service's folder itself. */
  readonly path: string;
  readonly schemas: readonly Schema[];
  /** Includes webhooks and callbacks. */
  readonly operations: readonly Operation[];
  readonly groups: readonly Group[];
  /** For the name of each interface of headers that it declares, a response with these headers. */
  readonly headers: ReadonlyMap<string, Response>;
  /** Whether it has the declarations that all folders use: the security schemes and the facts of the service. */
  readonly isShared: boolean;
  /** Whether it has the declarations that join the folders: the client, the server, the table of checks, the mock. */
  readonly isRoot: boolean;
  /** The names that its file exports. */
  declared(file: FileName): ReadonlySet<string>;
  /** Whether the folder has this file. */
  has(file: FileName): boolean;
  /** The module that declares a name, as this folder's files import it. */
  locate(file: FileName, name: string): string;
  /** The import path of a module from this folder, given its import path from the service's own folder. */
  fromHere(module: string): string;
  /** The modules of other folders that the root's file exports again: all of a module, or these types where some are internal. */
  reexports(file: FileName): readonly Reexport[];
}

export interface Reexport {
  readonly module: string;
  readonly types?: readonly string[];
}

export interface Layout {
  readonly folders: readonly Folder[];
  /** The service's own folder: the only one, or the one that joins the others. */
  readonly root: Folder;
}

export type LayoutOptions = Pick<EmitOptions, 'importExtension' | 'held' | 'split'>;

/** Everything in one folder. */
export function wholeOf(service: Service, options: LayoutOptions): Folder {
  const { schemas, groups } = service;
  const operations = operationsOf(service);
  const declared = new Map<FileName, ReadonlySet<string>>();
  return {
    path: '',
    schemas,
    operations,
    groups,
    headers: headersOf(operations),
    isShared: true,
    isRoot: true,
    declared(file) {
      const names = declared.get(file) ?? new Set(declarationsOf(file, service, options).map(({ name }) => name));
      declared.set(file, names);
      return names;
    },
    has: (file) => rowOf(file).split !== 'shared',
    locate: (file) => moduleOf(file, options),
    fromHere: (module) => module,
    reexports: () => [],
  };
}

/** A response for each interface of headers, by its name. */
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

export function layoutOf(service: Service, options: LayoutOptions): Layout {
  if (isSplit(service, options)) return splitByTags(service, options);
  const root = wholeOf(service, options);
  return { folders: [root], root };
}

const SHARED = 'shared';

function splitByTags(service: Service, options: LayoutOptions): Layout {
  const groups = foldersOf(service.groups);
  const operations = operationsByFolder(service, groups);
  const homes = homesOf(service, operations, groups);
  const headers = headersByFolder(operations);
  const folderOf = (owner: Owner): string => {
    if (owner === 'service') return '';
    if (owner === 'shared') return SHARED;
    return ('headersName' in owner ? headers.get(owner.headersName)?.folder : homes.get(owner)) ?? SHARED;
  };
  const declared = namesByFolder(service, options, folderOf);
  const declares = (folder: string, file: FileName): ReadonlySet<string> => declared.get(folder)?.get(file) ?? NO_NAMES;
  const folderByName = new Map<FileName, Map<string, string>>(FILE_NAMES.map((file) => [file, new Map()]));
  for (const [folder, byFile] of declared) {
    for (const [file, names] of byFile) for (const name of names) folderByName.get(file)?.set(name, folder);
  }
  const locateFrom = (from: string) => (file: FileName, name: string) => {
    const { split } = rowOf(file);
    const folder = split === 'shared' ? SHARED : (folderByName.get(file)?.get(name) ?? '');
    const module = moduleOf(file, options);
    if (folder === from) return module;
    return `${from === '' ? '.' : '..'}${folder === '' ? '' : `/${folder}`}${module.slice(1)}`;
  };
  const folders = [...operations].map(
    ([path, own]): Folder => ({
      path,
      schemas: service.schemas.filter((schema) => homes.get(schema) === path),
      operations: own,
      groups: service.groups.filter((group) => groups.get(group) === path),
      headers: new Map([...headers].flatMap(([name, { folder, response }]) => (folder === path ? [[name, response] as const] : []))),
      isShared: path === SHARED,
      isRoot: false,
      declared: (file) => declares(path, file),
      has: (file) => (rowOf(file).split === 'shared' ? path === SHARED : declares(path, file).size > 0),
      locate: locateFrom(path),
      fromHere: oneFolderUp,
      reexports: () => [],
    }),
  );
  const root: Folder = {
    path: '',
    schemas: [],
    operations: [],
    groups: [],
    headers: new Map(),
    isShared: false,
    isRoot: true,
    declared: (file) => declares('', file),
    has: (file) => rowOf(file).split !== 'shared',
    locate: locateFrom(''),
    fromHere: (module) => module,
    reexports: (file) => {
      const internal = new Set(
        declarationsOf(file, service, options).flatMap(({ name, isInternal }) => (isInternal === true ? [name] : [])),
      );
      return folders
        .filter((folder) => folder.has(file))
        .map((folder): Reexport => {
          const module = `./${folder.path}${moduleOf(file, options).slice(1)}`;
          const names = [...folder.declared(file)];
          const offered = names.filter((name) => !internal.has(name));
          return offered.length === names.length ? { module } : { module, types: offered };
        });
    },
  };
  return { folders: [...folders, root], root };
}

/** `./runtime.ts` → `../runtime.ts`; the name of a package stays as it is. */
function oneFolderUp(module: string): string {
  if (!module.startsWith('.')) return module;
  return module.startsWith('./') ? `.${module}` : `../${module}`;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The names that the files of each folder export. `folderOf` gives the folder of a declaration's owner. */
function namesByFolder(
  service: Service,
  options: LayoutOptions,
  folderOf: (owner: Owner) => string,
): ReadonlyMap<string, ReadonlyMap<FileName, ReadonlySet<string>>> {
  const byFolder = new Map<string, Map<FileName, Set<string>>>();
  for (const file of FILE_NAMES) {
    for (const { name, owner } of declarationsOf(file, service, options)) {
      const folder = folderOf(owner);
      const byFile = byFolder.get(folder) ?? new Map<FileName, Set<string>>();
      byFolder.set(folder, byFile);
      byFile.set(file, (byFile.get(file) ?? new Set()).add(name));
    }
  }
  return byFolder;
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

/** Webhooks and callbacks belong to no group, so they are shared. */
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
 * The folder of each group, each operation and each named schema: the tag's folder if only operations of one tag use the schema, else the shared one.
 * A shared schema uses shared schemas only, so the folders never import each other in a circle.
 */
function homesOf(
  { schemas }: Service,
  operations: ReadonlyMap<string, readonly Operation[]>,
  groups: ReadonlyMap<Group, string>,
): Map<Owner, string> {
  const homes = new Map<Owner, string>(groups);
  const settle = (roots: readonly Schema[], folder: string): void => {
    const open = [...roots];
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      const home = homes.get(schema);
      // This schema and all schemas that it uses have been visited for this folder.
      if (home === folder || home === SHARED) continue;
      homes.set(schema, home === undefined ? folder : SHARED);
      eachUsed(schema, (part) => open.push(part));
    }
  };
  for (const [folder, own] of operations) {
    for (const operation of own) homes.set(operation, folder);
    settle(own.flatMap(schemasOf), folder);
  }
  settle(
    schemas.filter((schema) => !homes.has(schema)),
    SHARED,
  );
  return homes;
}

/** For each interface of headers a response that has it, and its folder: the tag's folder if only operations of one tag use it. */
function headersByFolder(
  operations: ReadonlyMap<string, readonly Operation[]>,
): Map<string, { readonly response: Response; readonly folder: string }> {
  const found = new Map<string, { response: Response; folder: string }>();
  for (const [folder, own] of operations) {
    for (const [name, response] of headersOf(own)) {
      const known = found.get(name);
      if (known === undefined) found.set(name, { response, folder });
      else known.folder = SHARED;
    }
  }
  return found;
}
