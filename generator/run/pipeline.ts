// Lists the stages that a document passes through, in order.

import { jsonText } from '../base/exact.ts';
import { leavesOut, type Problem, Problems } from '../base/problem.ts';
import { stage } from '../base/stage.ts';
import type { Project, ProjectDocument } from '../config/config.ts';
import type { OperationsOptions } from '../config/operation-options.ts';
import type { EmitOptions, Emitted } from '../emit/index.ts';
import type { Description } from '../load/description.ts';
import type { OperationExtensions } from '../load/extend.ts';
import type { LoadOptions } from '../load/index.ts';
import type { ModelOptions } from '../model/index.ts';
import type { Service } from '../model/service.ts';
import type { SchemaWorker, TypesRequest } from '../raw/schema.ts';
import type { WriteOptions, WriteReport } from '../write/index.ts';
import { type Remembered, recall, remember } from './cache.ts';
import { conformanceOf } from './conformance-options.ts';

/**
 * The stages, with what each gets and gives. `octavo generate` takes every document through 1 to 5, then every document through 6 and 7;
 * other commands stop after 3. A stage loads its code when it is first called, so that an unchanged document costs a few file reads.
 */
export const stages = {
  /** 1. Cache → what the last run found, if nothing has changed since. The document is done then. */
  recall: (project: Project, document: ProjectDocument): Remembered | undefined => recall(project, document),

  /** 2. File → checked description. `text` replaces what the file holds. */
  async load(
    project: ReadingProject,
    { id, file, given, overlays = [], operations, partial = false }: ReadingDocument,
    text: LoadOptions['text'] | undefined,
    problems: Problems,
    onRead?: LoadOptions['onRead'],
  ): Promise<Description | undefined> {
    const { load } = await import('../load/index.ts');
    const { root, allowRemote, limits = {} } = project;
    const own = {
      ...(id === undefined ? {} : { id }),
      ...(given === undefined ? {} : { given }),
      ...(text === undefined ? {} : { text }),
      ...(operations === undefined ? {} : { operations: asJson(operations) }),
      ...(onRead === undefined ? {} : { onRead }),
    };
    return stage(() => load(file, { root, allowRemote, limits, overlays, partial, ...own }, problems));
  },

  /** 3. Description → service, with names chosen and defaults applied. What cannot be supported is left out, with a problem. */
  async model(document: ReadingDocument, description: Description, problems: Problems): Promise<Service | undefined> {
    const [{ buildService }, { withText }] = await Promise.all([import('../model/index.ts'), import('../load/index.ts')]);
    const found = new Problems();
    const service = await stage(() => buildService(description, document, found));
    for (const problem of found.list) problems.add(withText(problem, description.textAt));
    return service;
  },

  /** Beside 3. Service → what is said of its slow patterns. Nothing that is generated depends on it. */
  async patterns({ root }: Pick<Project, 'root'>, service: Service): Promise<readonly Problem[]> {
    if (service.slowPatterns.length === 0) return [];
    const { patternProblems } = await import('../patterns/problems.ts');
    return patternProblems(service, { root });
  },

  /** 4. Description → text of `schema.ts`, by openapi-typescript in a thread, which works while the next stages run. */
  async types(worker: SchemaWorker, description: Description, service: Service): Promise<TypesRequest> {
    const [{ bundle }, { describeForTypes }] = await Promise.all([import('../load/bundle.ts'), import('../raw/schema.ts')]);
    return { outcome: worker.run(await stage(() => describeForTypes(bundle(description), service))) };
  },

  /** Beside 4. Description → text of `openapi.json`. */
  async bundle(description: Description): Promise<readonly [name: string, text: string][]> {
    const { bundle } = await import('../load/bundle.ts');
    return stage(() => [['openapi.json', `${jsonText(bundle(description), 2)}\n`]]);
  },

  /** 5. Service → texts of all other files. */
  async emit(project: Project, document: ProjectDocument, service: Service, { schema, kept }: EmitStageOptions): Promise<Emitted> {
    const { emitInStages } = await import('../emit/index.ts');
    const { importExtension, examples, query, zod, valibot, jsonSchema, mcp, runtime } = project;
    const { formats, held, split, patterns, parameterDefaults } = document;
    const conformance = document.conformance ? conformanceOf(project, document) : undefined;
    return stage(() =>
      emitInStages(service, {
        importExtension,
        formats,
        examples,
        query,
        zod,
        valibot,
        jsonSchema,
        mcp,
        runtime,
        held,
        split,
        schema,
        patterns,
        parameterDefaults,
        conformance,
        kept,
      }),
    );
  },

  /** Beside 5. Service → texts of the files of plugins, by path. */
  async plugins(
    project: Project,
    emitted: Emitted,
    { service, description }: Modelled,
    onProgress?: (what: string) => void,
  ): Promise<ReadonlyMap<string, string>> {
    const { plugins, root, runtime, importExtension } = project;
    if (plugins.length === 0) return new Map();
    const [{ viewOf }, { modulesOf }, { runPlugins }] = await Promise.all([
      import('../plugins/view.ts'),
      import('../plugins/modules.ts'),
      import('../plugins/run.ts'),
    ]);
    return stage(() => {
      const modules = modulesOf(emitted.offered, { importExtension });
      const view = viewOf(service, description, { root, modules, runtime, importExtension });
      return runPlugins(plugins, view, { taken: emitted.own.keys(), root, onProgress });
    });
  },

  /** 6. Texts → files in the document's folder, and what changed there. */
  async write({ folder }: ProjectDocument, texts: ReadonlyMap<string, string>, options: WriteOptions): Promise<WriteReport> {
    const { writeFiles } = await import('../write/index.ts');
    return stage(() => writeFiles(folder, texts, options));
  },

  /** 7. What this run found → cache, for the next run's `recall`. */
  remember: (project: Project, document: ProjectDocument, found: Remembered): void => remember(project, document, found),
};

type EmitStageOptions = Pick<EmitOptions, 'schema' | 'kept'>;

interface Modelled {
  readonly description: Description;
  readonly service: Service;
}

/** The operations as a document would have them: a module of the configuration may have members that are undefined. */
function asJson(operations: OperationsOptions): OperationExtensions {
  return JSON.parse(JSON.stringify(operations)) as OperationExtensions;
}

export type ReadingProject = Pick<Project, 'root' | 'allowRemote' | 'strict'> & Partial<Pick<Project, 'limits'>>;
type ReadingDocument = Pick<ProjectDocument, 'file' | 'name' | 'include' | 'exclude'> &
  Partial<
    Pick<
      ProjectDocument,
      | 'id'
      | 'given'
      | 'overlays'
      | 'partial'
      | 'enums'
      | 'enumConstants'
      | 'deepObjectLists'
      | 'queryNulls'
      | 'patterns'
      | 'parameterDefaults'
      | 'operations'
      | 'names'
    >
  > &
  Pick<ModelOptions, 'ignoresUnfitNames'>;

/** A document as it was read. Without a `service`, the problems say why. */
export interface Reading {
  readonly description?: Description;
  readonly service?: Service;
  readonly problems: readonly Problem[];
  /** Absolute paths or URLs of everything that was looked for, the entry first. */
  readonly sources: readonly string[];
}

/** Stages 2 and 3. Under `strict`, a document of which something is left out has no service. */
export async function read(project: ReadingProject, document: ReadingDocument, { text }: Pick<LoadOptions, 'text'> = {}): Promise<Reading> {
  const problems = new Problems();
  const sources = new Set([document.file, ...(document.overlays ?? [])]);
  const description = await stages.load(project, document, text, problems, (address) => sources.add(address));
  if (description === undefined) return { problems: problems.list, sources: [...sources] };
  const service = await stages.model(document, description, problems);
  const failed = problems.failed || (project.strict && problems.list.some(leavesOut));
  const found = description.sources.map(({ path }) => path);
  return { description, ...(service === undefined || failed ? {} : { service }), problems: problems.list, sources: found };
}
