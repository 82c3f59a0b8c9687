// A service to the texts of its files: emit, with `schema.ts` asked of the thread. Writes nothing.
import type { Project, ProjectDocument } from './config.ts';
import { emit, emitInStages } from './emit/index.ts';
import { generatedBy } from './emit/text/escape.ts';
import { bundle } from './load/bundle.ts';
import type { Description } from './load/description.ts';
import type { Service } from './model/service.ts';
import type { Problem } from './problem.ts';
import { describeForTypes, type SchemaWorker } from './raw/schema.ts';

/** A document's files, by name, and what came up while making them. */
interface Rendering {
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

type RenderProject = Pick<Project, 'importExtension' | 'formats' | 'examples' | 'runtime'>;

/** What is there at once, and the whole, which waits for `schema.ts`. */
interface Started {
  /** All files but `schema.ts` and those that hold examples. */
  readonly own: ReadonlyMap<string, string>;
  finish(): Promise<Rendering>;
}

/**
 * emit. The thread is asked first, or with `typesLast` when the rest is there, and waited for last. Where openapi-typescript cannot make types of the document, `schema.ts` and
 * `client.raw` are left out and named; everything else is there.
 */
export function render(
  project: RenderProject,
  description: Description,
  service: Service,
  worker: SchemaWorker | undefined,
  { held, split }: Pick<ProjectDocument, 'held' | 'split'>,
  { typesLast = false }: { readonly typesLast?: boolean } = {},
): Started {
  const ask = () => worker?.run(describeForTypes(bundle(description), service));
  const asked = typesLast ? undefined : ask();
  const { importExtension, formats, examples, runtime } = project;
  const options = { importExtension, formats, examples, held, runtime, split };
  const stages = emitInStages(service, { ...options, schema: worker !== undefined });
  const finish = async (): Promise<Rendering> => {
    const types = asked ?? ask();
    const files = new Map([...stages.own, ...stages.examples()]);
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
    return { files: emit(service, { ...options, schema: false }), problems: [problem] };
  };
  return { own: stages.own, finish };
}
