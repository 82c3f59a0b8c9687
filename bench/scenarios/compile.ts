// Compiles the TypeSpec of the public scenarios to OpenAPI. A service becomes one document, or one for each of its versions.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compiler, emitter, type OpenApiDocument, specs } from './packages.ts';

/** The services of the scenarios: folders that hold a `main.tsp` and what the mock expects. */
export function scenarioFolders(): string[] {
  return readdirSync(specs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('main.tsp'))
    .map((file) => dirname(file))
    .filter((folder) => existsSync(join(specs, folder, 'mockapi.ts')))
    .sort();
}

/** Lines that the compiler to OpenAPI fails on. They are read as if they were not there. */
const unreadable: readonly string[] = ['@paramNameScenario("constructor") withConstructor(@query constructor: string): void;'];

export interface CompiledDocument {
  /** The name of the document, of its file and of the folder that Octavo writes. */
  readonly name: string;
  readonly file: string;
  readonly document: OpenApiDocument;
}

/**
 * Writes the documents of a folder. `getOpenAPI3` also gives documents that the emitter refuses to write: those of a service that has a path with a
 * query, or a range of statuses that OpenAPI cannot express. What it cannot express is left out of them.
 */
export async function compileFolder(folder: string, version: string, output: string): Promise<CompiledDocument[]> {
  const known = join(output, `${folder.replaceAll('/', '-')}.documents.json`);
  if (existsSync(known)) return JSON.parse(readFileSync(known, 'utf8')) as CompiledDocument[];
  mkdirSync(output, { recursive: true });
  const { compile, createSourceFile, NodeHost } = await compiler();
  const host = {
    ...NodeHost,
    async readFile(path: string) {
      const file = await NodeHost.readFile(path);
      const text = unreadable.reduce((rest, line) => rest.replace(line, ''), file.text);
      return text === file.text ? file : createSourceFile(text, path);
    },
  };
  const program = await compile(host, join(specs, folder, 'main.tsp'), { noEmit: true });
  const { getOpenAPI3 } = await emitter();
  const records = await getOpenAPI3(program, { 'openapi-versions': [version] });
  const compiled = records.flatMap((record) => {
    const documents = record.versioned ? record.versions : [{ version: '', document: record.document }];
    return documents.map((entry) => {
      const name = `${folder}-${entry.version}`.replace(/[^a-zA-Z0-9]+/g, '-').replace(/-$/, '');
      const file = join(output, `${name}.json`);
      writeFileSync(file, `${JSON.stringify(entry.document, undefined, 2)}\n`);
      return { name, file, document: entry.document };
    });
  });
  writeFileSync(known, JSON.stringify(compiled));
  return compiled;
}
