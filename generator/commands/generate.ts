// `octavo generate`: documents to files on disk, once or on every change.
import { loadProject, type OperationFilterConfig, type Overrides, type Project } from '../config.ts';
import { exitCodes, messageOf, usageError } from '../error.ts';
import { generate } from '../generate.ts';
import { type CommandModule, type Context, type Options, text, texts } from './command.ts';
import { reportGeneration } from './report.ts';

export const command: CommandModule = {
  define(command) {
    command
      .argument('[files...]', 'OpenAPI documents (default: those of octavo.config.ts, or openapi.yaml)')
      .option('--out <folder>', 'output folder; each document gets a folder in it (default: generated)')
      .option('--watch', 'generate again on every change')
      .option('--check', 'write nothing; exit 1 with a diff when the output is not what the documents give')
      .option('--strict', 'fail on what is not supported, instead of leaving it out by name')
      .option('--no-schema', 'leave out schema.ts and client.raw')
      .option('--include <filter>', 'only these operations: tag:…, path:… (with *) or id:…; repeatable', collect)
      .option('--exclude <filter>', 'not these operations: tag:…, path:… (with *) or id:…; repeatable', collect)
      .addHelpText('after', '\nExample:\n  octavo generate specs/api.yaml --out generated');
  },
  async run(args, options, context) {
    if (options.watch === true && options.check === true) {
      throw usageError('usage', '`--watch` and `--check` exclude each other.', { fix: 'Use one of them.' });
    }
    const overrides = overridesOf(args, options);
    const project = await loadProject(context, overrides);
    if (options.watch === true) return watchUntilInterrupted(project, overrides, context);
    const check = options.check === true;
    const report = await generate(project, { check, signal: context.signal, onProgress: context.progress });
    context.progress(undefined);
    await reportGeneration(report, { check }, context);
    return report.failed ? exitCodes.findings : exitCodes.ok;
  },
};

function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function overridesOf(args: readonly unknown[], options: Options): Overrides {
  const out = text(options.out);
  const include = filterOf(texts(options.include));
  const exclude = filterOf(texts(options.exclude));
  return {
    files: texts(args[0]),
    ...(out === undefined ? {} : { out }),
    ...(options.schema === false ? { schema: false } : {}),
    ...(options.strict === true ? { strict: true } : {}),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
  };
}

/** `tag:…`, `path:…`, `id:…` as given after `--include` and `--exclude`. */
function filterOf(values: readonly string[]): OperationFilterConfig | undefined {
  if (values.length === 0) return undefined;
  const tags: string[] = [];
  const paths: string[] = [];
  const operations: string[] = [];
  for (const value of values) {
    const [, kind, pattern] = /^(tag|path|id):(.+)$/s.exec(value) ?? [];
    if (kind === 'tag' && pattern !== undefined) tags.push(pattern);
    else if (kind === 'path' && pattern !== undefined) paths.push(pattern);
    else if (kind === 'id' && pattern !== undefined) operations.push(pattern);
    else throw usageError('usage', `\`${value}\` is no filter.`, { fix: 'Write `tag:…`, `path:…` or `id:…`.' });
  }
  return { tags, paths, operations };
}

async function watchUntilInterrupted(project: Project, overrides: Overrides, context: Context): Promise<number> {
  const { watch } = await import('../watch.ts');
  const { reportChange } = await import('./report.ts');
  await watch(project, {
    signal: context.signal,
    onChange: (change) => reportChange(change, context),
    onError: (error) => context.message(`error: ${messageOf(error)}`),
    reload: () => loadProject(context, overrides),
  });
  return exitCodes.interrupted;
}
