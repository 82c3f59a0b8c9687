// Plans a typed implementation of a service to start from: a file of handlers for each tag, and a server. A later run only adds what is missing.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Node, Project, type SourceFile, SyntaxKind } from 'ts-morph';
import { type HeldOptions, heldSchemas } from '../emit/held/held.ts';
import { stringLiteral } from '../emit/text/escape.ts';
import { usageError } from '../error.ts';
import type { Operation, Service } from '../model/service.ts';
import { type Adapter, packagesOf } from './adapter.ts';
import { type Insertion, insert } from './insert.ts';
import { serverAdditions, serverText } from './server.ts';
import { fileNameOf, handlerText, headText, importNotImplemented, importPath, lacksExample, type NotImplemented } from './text.ts';

export interface ScaffoldOptions {
  /** Absolute path of the folder for the handlers. */
  readonly folder: string;
  /** Absolute path of the generated code of the service. */
  readonly generated: string;
  readonly importExtension: '.ts' | '.js' | '';
  readonly runtime: string;
  /** The platform of a new `server.ts`. */
  readonly adapter: Adapter;
  /** The types of int64 and date-time in generated code. Default: those of JSON. */
  readonly held?: HeldOptions;
}

export interface ScaffoldPlan {
  /** The text of new and changed files, by absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of operations that get a handler. */
  readonly added: readonly string[];
  /** Names of operations that have a handler already. */
  readonly kept: readonly string[];
  /** Sentences about what the user has to do. */
  readonly advice: readonly string[];
}

/**
 * Plans what to write so that every operation has a handler. Existing text stays unchanged, byte for byte: additions are new files, new
 * imports, and new declarations at the end of a file.
 */
export function planScaffold(service: Service, options: ScaffoldOptions): ScaffoldPlan {
  const project = new Project({ skipAddingFilesFromTsConfig: true, skipFileDependencyResolution: true, skipLoadingLibFiles: true });
  if (existsSync(options.folder))
    project.addSourceFilesAtPaths([path.join(options.folder, '**/*.ts'), `!${options.folder}/**/node_modules/**`]);
  const present = new Set(project.getSourceFiles().flatMap((file) => declaredNames(file, service)));
  const byFile = groupByFile(service);
  const held = heldSchemas(service, options.held);
  const from = importPath(options);
  const files = new Map<string, string>();
  const added: string[] = [];
  const fresh: string[] = [];
  const names = new Set(service.operations.map((operation) => operation.name));
  for (const [name, { tag, operations }] of byFile) {
    const missing = operations.filter((operation) => !present.has(operation.name));
    if (missing.length === 0) continue;
    added.push(...missing.map((operation) => operation.name));
    const file = path.join(options.folder, `${name}.ts`);
    const existing = project.getSourceFile(file);
    const imported = existing === undefined ? undefined : existingImport(existing, options.runtime);
    const blank =
      imported ?? importNotImplemented(options.runtime, (word) => names.has(word) || existing?.getFullText().includes(word) === true);
    const handlers = missing.map((operation) => handlerText(operation, service, blank, held)).join('\n');
    const needed = imported === undefined && missing.some((operation) => lacksExample(operation, held)) ? blank : undefined;
    if (existing === undefined) {
      fresh.push(name);
      files.set(file, `${headText(tag, service, from, needed)}\n${handlers}`);
    } else {
      files.set(file, insert(file, additions(existing, handlers, service, from, needed)));
    }
  }

  const advice: string[] = [];
  const serverFile = path.join(options.folder, 'server.ts');
  const server = project.getSourceFile(serverFile);
  if (server === undefined) {
    if (added.length > 0) {
      files.set(serverFile, serverText(service, [...byFile.keys()], options, from));
      const packages = packagesOf(options.adapter);
      if (packages.length > 0) advice.push(`Install what the server runs on: \`npm install ${packages.join(' ')}\`.`);
    }
  } else if (fresh.length > 0) {
    const change = serverAdditions(server, fresh, service, options);
    if (typeof change === 'string') advice.push(change);
    else files.set(serverFile, insert(serverFile, change));
  }
  const kept = service.operations.map((operation) => operation.name).filter((name) => !added.includes(name));
  return { files, added, kept, advice };
}

/** The names that a file exports or passes to `create…Server`: the user may have moved a handler to either place. */
function declaredNames(file: SourceFile, service: Service): string[] {
  const names = [...file.getExportedDeclarations().keys()];
  for (const call of file.getDescendantsOfKind(SyntaxKind.CallExpression)) {
    if (call.getExpression().getText() !== `create${service.name}Server`) continue;
    const handlers = call.getArguments()[0]?.asKind(SyntaxKind.ObjectLiteralExpression);
    for (const property of handlers?.getProperties() ?? []) names.push(...memberNames(property));
  }
  return names;
}

function memberNames(property: Node): string[] {
  const named =
    property.asKind(SyntaxKind.MethodDeclaration) ??
    property.asKind(SyntaxKind.PropertyAssignment) ??
    property.asKind(SyntaxKind.ShorthandPropertyAssignment);
  return named === undefined ? [] : [named.getName().replaceAll(/^['"]|['"]$/g, '')];
}

interface Group {
  readonly tag: string | undefined;
  readonly operations: Operation[];
}

/** The operations by the file of their first tag. Throws an `OctavoError` (exit 2) if two tags would share a file. */
function groupByFile(service: Service): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const operation of service.operations) {
    const [tag] = operation.tags;
    const name = fileNameOf(tag);
    const group = groups.get(name) ?? { tag, operations: [] };
    if (group.tag !== tag) {
      throw usageError(
        'same-file',
        `The tags ${JSON.stringify(group.tag ?? '')} and ${JSON.stringify(tag ?? '')} would both become ${name}.ts.`,
        {
          fix: 'Rename one of them.',
        },
      );
    }
    group.operations.push(operation);
    groups.set(name, group);
  }
  return groups;
}

/** The import of `notImplemented` that a file has already. */
function existingImport(file: SourceFile, runtime: string): NotImplemented | undefined {
  for (const declaration of file.getImportDeclarations()) {
    if (declaration.getModuleSpecifierValue() !== runtime || declaration.isTypeOnly()) continue;
    const found = declaration.getNamedImports().find((one) => one.getName() === 'notImplemented' && !one.isTypeOnly());
    if (found !== undefined) return { name: found.getAliasNode()?.getText() ?? found.getName(), statement: '' };
  }
  return undefined;
}

/** Adds handlers at the end of a file, and the imports that are missing. */
function additions(file: SourceFile, handlers: string, service: Service, from: string, blank: NotImplemented | undefined): Insertion[] {
  const text = file.getFullText();
  const insertions: Insertion[] = [{ at: text.length, text: `${text.endsWith('\n') ? '\n' : '\n\n'}${handlers}` }];
  const imports = file.getImportDeclarations();
  const type = `${service.name}Handlers`;
  const known = imports.some((declaration) => declaration.getNamedImports().some((name) => name.getName() === type));
  const lines = [
    ...(blank === undefined ? [] : [blank.statement]),
    ...(known ? [] : [`import type { ${type} } from ${stringLiteral(from)};`]),
  ].join('\n');
  if (lines === '') return insertions;
  const last = imports.at(-1);
  insertions.push(last === undefined ? { at: 0, text: `${lines}\n` } : { at: last.getEnd(), text: `\n${lines}` });
  return insertions;
}
