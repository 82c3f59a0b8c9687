// One document through the stages: load → model → emit, with `schema.ts` asked of the thread; no writing. What `generate`, `dev` and `diff` share.
import type { Project, ProjectDocument } from './config.ts';
import { generatedBy } from './emit/escape.ts';
import { emit } from './emit/index.ts';
import { describeForTypes, type SchemaWorker } from './emit/schema.ts';
import { bundle } from './load/bundle.ts';
import type { Description } from './load/description.ts';
import { load } from './load/index.ts';
import { buildService } from './model/index.ts';
import type { Service } from './model/service.ts';
import { type Problem, Problems } from './problem.ts';

/** A document read and checked; `service` is absent where that failed, and the problems say why. */
export interface Reading {
  readonly description?: Description;
  readonly service?: Service;
  readonly problems: readonly Problem[];
}

export interface ReadOptions {
  /** Text to read in place of the file's. */
  readonly text?: string;
}

type ReadingProject = Pick<Project, 'root' | 'allowRemote' | 'strict'>;
type ReadingDocument = Pick<ProjectDocument, 'file' | 'name' | 'include' | 'exclude'>;

/** load → model. */
export async function read(project: ReadingProject, document: ReadingDocument, options: ReadOptions = {}): Promise<Reading> {
  const problems = new Problems();
  const description = await load(
    document.file,
    { root: project.root, allowRemote: project.allowRemote, ...(options.text === undefined ? {} : { text: options.text }) },
    problems,
  );
  if (description === undefined) return { problems: problems.list };
  const { name, include, exclude } = document;
  const service = buildService(
    description,
    {
      ...(name === undefined ? {} : { name }),
      ...(include === undefined ? {} : { include }),
      ...(exclude === undefined ? {} : { exclude }),
    },
    problems,
  );
  const failed = problems.failed || (project.strict && problems.list.some((problem) => problem.severity === 'unsupported'));
  return { description, ...(service === undefined || failed ? {} : { service }), problems: problems.list };
}

/** A document's files, by name, and what came up while making them. */
export interface Rendering {
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

type RenderProject = Pick<Project, 'importExtension' | 'formats' | 'runtime'>;

/**
 * emit. The thread is asked first and waited for last. Where openapi-typescript cannot make types of the document, `schema.ts` and
 * `client.raw` are left out and named; everything else is there.
 */
export function render(
  project: RenderProject,
  description: Description,
  service: Service,
  worker: SchemaWorker | undefined,
): () => Promise<Rendering> {
  const types = worker?.run(describeForTypes(bundle(description), service));
  const { importExtension, formats, runtime } = project;
  const files = emit(service, { importExtension, formats, runtime, schema: types !== undefined });
  return async () => {
    const outcome = await types;
    if (outcome === undefined) return { files, problems: [] };
    if ('text' in outcome) return { files: new Map([...files, ['schema.ts', generatedBy(service.id) + outcome.text]]), problems: [] };
    const problem: Problem = {
      code: 'raw-types-failed',
      severity: 'unsupported',
      message: `openapi-typescript cannot make types of this document (${outcome.failure}); schema.ts and \`client.raw\` are left out.`,
      fix: 'Generate with `--no-schema` to leave them out knowingly.',
      location: { source: description.entry, pointer: '' },
    };
    return { files: emit(service, { importExtension, formats, runtime, schema: false }), problems: [problem] };
  };
}
