// Plans a typed implementation of a service to start from: handlers for each tag, what they need, a server, and a test. A later run only adds what is
// missing.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Project } from 'ts-morph';
import { usageError } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';
import { heldSchemas } from '../emit/held/held.ts';
import { handlersName } from '../emit/text/names.ts';
import type { Operation, Service } from '../model/service.ts';
import { packagesOf } from './adapter.ts';
import { depsText } from './deps.ts';
import { declaredNames, handlerObjects } from './existing.ts';
import { type HandlerFile, handlerInsertions, newHandlersText } from './handlers.ts';
import { insert } from './insert.ts';
import { memoryTestText } from './memory-test.ts';
import { fileNameOf, importPath, namesOfHandlers } from './names.ts';
import type { ScaffoldOptions, ScaffoldPlan } from './options.ts';
import { devText, mainText, serverAdditions, serverText } from './server.ts';

/**
 * Plans what to write so that every operation has a handler. Text of the user stays unchanged, byte for byte: additions are new files and insertions.
 */
export function planScaffold(service: Service, options: ScaffoldOptions): ScaffoldPlan {
  const { folder, generated, importExtension, runtime } = options;
  const project = new Project({ skipAddingFilesFromTsConfig: true, skipFileDependencyResolution: true, skipLoadingLibFiles: true });
  if (existsSync(folder)) project.addSourceFilesAtPaths([path.join(folder, '**/*.ts'), `!${folder}/**/node_modules/**`]);
  const names = namesOfHandlers(service);
  const present = new Set(project.getSourceFiles().flatMap((file) => declaredNames(file, names)));
  const held = heldSchemas(service, options.held);
  const handlersFolder = path.join(folder, 'handlers');
  const index = path.join(generated, `index${importExtension}`);
  const imports = {
    runtime,
    folder: handlersFolder,
    generated,
    from: importPath(handlersFolder, index),
    deps: `../deps${importExtension}`,
  };
  const files = new Map<string, string>();
  const added: string[] = [];
  const lacking: string[] = [];
  const fresh: string[] = [];
  const advice: string[] = [];
  const all = handlerFiles(service);
  for (const group of all) {
    const missing = group.operations.filter((operation) => !present.has(operation.name));
    if (missing.length === 0) continue;
    const own = missing.map((operation) => operation.name);
    const file = path.join(handlersFolder, `${group.name}.ts`);
    const existing = project.getSourceFile(file);
    const [literal] = existing === undefined ? [] : handlerObjects(existing, names);
    if (existing === undefined) {
      fresh.push(group.name);
      files.set(file, newHandlersText({ ...group, operations: missing }, imports, names, held));
    } else if (literal === undefined) {
      lacking.push(...own);
      advice.push(`Add handlers to handlers/${group.name}.ts, which has no function that returns \`${group.type}\`: ${own.join(', ')}.`);
      continue;
    } else files.set(file, insert(file, handlerInsertions(literal, missing, imports, names, held)));
    added.push(...own);
  }

  const put = (name: string, text: () => string): void => {
    const file = path.join(folder, name);
    if (!existsSync(file)) files.set(file, text());
  };
  if (fresh.length > 0) put('deps.ts', () => depsText(service));
  const serverFile = path.join(folder, 'server.ts');
  const server = project.getSourceFile(serverFile);
  if (server === undefined && added.length > 0) {
    const from = importPath(folder, index);
    files.set(
      serverFile,
      serverText(
        service,
        all.map(({ name }) => name),
        options,
        from,
      ),
    );
    put('main.ts', () => mainText(service, options));
    put('server.test.ts', () => memoryTestText(service, options, from));
    if (options.servesNothing) put('dev.ts', () => devText(service, options));
    const packages = packagesOf(options.adapter);
    if (packages.length > 0) advice.push(`Install what the server runs on: \`${installCommand(packages, { folder })}\`.`);
  } else if (server !== undefined && fresh.length > 0) {
    const change = serverAdditions(server, fresh, names, options);
    if (typeof change === 'string') advice.push(change);
    else files.set(serverFile, insert(serverFile, change));
  }
  const kept = service.operations.map(({ name }) => name).filter((name) => !added.includes(name) && !lacking.includes(name));
  return { files, added, kept, isNew: files.has(serverFile) && server === undefined, advice };
}

/** The operations by the file of their group, or else of their first tag. Throws an `OctavoError` (exit 2) if two tags would share a file. */
function handlerFiles(service: Service): readonly HandlerFile[] {
  const files = new Map<string, HandlerFile & { readonly operations: Operation[] }>();
  const put = (tag: string | undefined, type: string, operations: readonly Operation[]): void => {
    const name = fileNameOf(tag);
    const file = files.get(name) ?? { name, tag, type, operations: [] };
    if (file.type !== type) {
      throw usageError(
        'same-file',
        `The tags ${JSON.stringify(file.tag ?? '')} and ${JSON.stringify(tag ?? '')} would both become ${name}.ts.`,
        { fix: 'Rename one of them.' },
      );
    }
    file.operations.push(...operations);
    files.set(name, file);
  };
  for (const group of service.groups)
    put(
      group.tag,
      handlersName(group),
      group.members.map(({ operation }) => operation),
    );
  const grouped = new Set(service.groups.flatMap(({ members }) => members.map(({ operation }) => operation)));
  for (const operation of service.operations) {
    if (!grouped.has(operation)) put(operation.tags[0], `${service.name}Handlers`, [operation]);
  }
  return [...files.values()];
}
