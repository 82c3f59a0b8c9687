// Decides the folders of a service's files: one folder, or with `split: 'tags'` one per tag, one for what tags share, and the service's own.
import { isDevice, kebabCase } from '../../model/names/names.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { eachSubschema } from '../../model/schema/walk.ts';
import type { Group, Operation, Response, Service } from '../../model/service.ts';
import { schemasOf } from '../held/held.ts';
import { operationsOf } from '../text/names.ts';
import { declarationsOf, isSplit, type Owner } from './declarations.ts';
import type { EmitOptions } from './options.ts';
import { FILE_NAMES, type FileName, moduleOf, rowOf } from './table.ts';

/** What the files of one folder declare, and how they import what files of other folders do. */
export interface Folder {
  /** Below the service's folder; `''` for that itself. */
  readonly path: string;
  readonly schemas: readonly Schema[];
  /** Webhooks and callbacks among them. */
  readonly operations: readonly Operation[];
  readonly groups: readonly Group[];
  /** For each interface of headers that it declares, a response that has it; by its name. */
  readonly headers: ReadonlyMap<string, Response>;
  /** Whether it declares what all folders use: the security schemes, and the facts of the service. */
  readonly isShared: boolean;
  /** Whether it declares what puts all together: the client, the server, the table of checks, the mock. */
  readonly isRoot: boolean;
  /** The names that its file exports. */
  declared(file: FileName): ReadonlySet<string>;
  /** Whether there is anything for it to declare in the file. */
  has(file: FileName): boolean;
  /** The module that declares a name, as this folder's files import it. */
  locate(file: FileName, name: string): string;
  /** A module that the service's own folder would import so, as this folder's files import it. */
  fromHere(module: string): string;
  /** The modules of other folders whose exports the root's file offers as its own: all of them, or these types where some are internal. */
  reexports(file: FileName): readonly Reexport[];
}

export interface Reexport {
  readonly module: string;
  readonly types?: readonly string[];
}

export interface Layout {
  readonly folders: readonly Folder[];
  /** Puts all together: the only folder, or one that declares nothing else. */
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

/** `./runtime.ts` → `../runtime.ts`; a package is found from everywhere. */
function oneFolderUp(module: string): string {
  if (!module.startsWith('.')) return module;
  return module.startsWith('./') ? `.${module}` : `../${module}`;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The names that the files of each folder export, as `folderOf` has it for what a name belongs to. */
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
 * The folder of each group, of each operation, and of each named schema: that of the tag whose operations alone lead to the schema. What is shared
 * leads to what is shared only, so no file imports one that imports it.
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
      // All that it leads to has been met from here.
      if (home === folder || home === SHARED) continue;
      homes.set(schema, home === undefined ? folder : SHARED);
      eachSubschema(schema, (part) => open.push(part));
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

/** For each interface of headers a response that has it, and its folder: that of the one tag whose operations have it. */
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
