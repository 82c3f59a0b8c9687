// One document to the service model: load → model. What `generate`, `lint`, `diff`, `scaffold` and the watch share.
import type { Project, ProjectDocument } from './config.ts';
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

export type ReadingProject = Pick<Project, 'root' | 'allowRemote' | 'strict'> & Partial<Pick<Project, 'limits'>>;
type ReadingDocument = Pick<ProjectDocument, 'file' | 'name' | 'include' | 'exclude'> & Partial<Pick<ProjectDocument, 'enums'>>;

/** load → model. */
export async function read(project: ReadingProject, document: ReadingDocument, options: ReadOptions = {}): Promise<Reading> {
  const problems = new Problems();
  const description = await load(
    document.file,
    {
      root: project.root,
      allowRemote: project.allowRemote,
      limits: project.limits ?? {},
      ...(options.text === undefined ? {} : { text: options.text }),
    },
    problems,
  );
  if (description === undefined) return { problems: problems.list };
  const { name, include, exclude, enums } = document;
  const service = buildService(
    description,
    {
      ...(name === undefined ? {} : { name }),
      ...(include === undefined ? {} : { include }),
      ...(exclude === undefined ? {} : { exclude }),
      ...(enums === undefined ? {} : { enums }),
    },
    problems,
  );
  const failed = problems.failed || (project.strict && problems.list.some((problem) => problem.severity === 'unsupported'));
  return { description, ...(service === undefined || failed ? {} : { service }), problems: problems.list };
}
