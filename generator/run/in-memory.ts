// Generates the files of a version of a document without writing them, for comparisons with what a project has.
import { readFileSync } from 'node:fs';
import type { Project, ProjectDocument } from '../config/config.ts';
import type { Service } from '../model/service.ts';
import { stages } from './pipeline.ts';

/** What the code of a version is generated with: the configuration of its document, or what the generated files show. */
export interface Generation {
  readonly project: Project | undefined;
  readonly document: ProjectDocument | undefined;
}

/** What makes the files of a version, for a project that has these files of the document, of this version or another one. */
export function filesOf({ service, generation }: { readonly service: Service; readonly generation: Generation }) {
  return async (files: readonly string[]): Promise<ReadonlyMap<string, string>> => await generatedFiles(service, generation, files);
}

/** The files of a version as `octavo generate` would write them, but for `schema.ts`, by their names in the folder of the document. */
async function generatedFiles(
  service: Service,
  { project, document }: Generation,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (project !== undefined && document !== undefined)
    return (await stages.emit(project, document, service, { schema: project.schema })).own;
  const { emitInStages } = await import('../emit/index.ts');
  const has = (name: string): boolean => files.some((file) => file.endsWith(`/${name}.ts`));
  return emitInStages(service, {
    importExtension: extensionIn(files),
    formats: 'assert',
    schema: has('schema'),
    examples: false,
    query: has('query'),
    zod: has('zod'),
    runtime: '@octavo/runtime',
  }).own;
}

function extensionIn(files: readonly string[]): '.ts' | '.js' | '' {
  const [, extension] =
    files.map((file) => /from '\.\/[\w-]+(\.[jt]s)?';/.exec(readFileSync(file, 'utf8'))).find((found) => found !== null) ?? [];
  return extension === '.ts' || extension === '.js' ? extension : '';
}
