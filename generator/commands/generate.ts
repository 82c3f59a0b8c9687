// `octavo generate`: writes the generated files of documents, once or on every change.
import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { exitCodes, messageOf, usageError } from '../base/error.ts';
import { displayPath } from '../base/words.ts';
import { loadProject, type OperationFilterConfig, type Overrides, type Project, type ProjectDocument } from '../config/config.ts';
import { settingsFileOf } from '../run/conformance-options.ts';
import { generate } from '../run/generate.ts';
import {
  type CommandModule,
  type Context,
  collect,
  documentOverrides,
  documentsArgument,
  type Options,
  outOption,
  requireFiles,
  text,
  texts,
} from './command.ts';
import { reportGeneration } from './report.ts';

export const command: CommandModule = {
  define(command) {
    outOption(documentsArgument(command), 'output folder; each document gets a folder in it (default: generated)')
      .description('Writes types, validators, a client and a server for each document, into a folder of its own.')
      .option('--watch', 'keep running, and generate again on every change')
      .option('--check', 'write nothing; print a diff and exit with 1 if the output is out of date')
      .option('--strict', 'fail if anything that a document declares would be left out of the output')
      .option('--formats <how>', 'how validators check formats: assert, lenient or annotate (default: assert)')
      .addOption(
        new Option(
          '--import-extension <extension>',
          'of relative imports in generated code (default: .js with a tsconfig.json, or else .ts)',
        ).choices(['.js', '.ts', 'none']),
      )
      .option('--conformance', 'also write conformance.test.ts, tests of the service for vitest')
      .option('--no-schema', 'do not write schema.ts and raw-client.ts')
      .option(
        '--include <filter>',
        'generate only these operations: tag:<name>, path:<pattern> (with *) or id:<operationId>; repeatable',
        collect,
      )
      .option('--exclude <filter>', 'leave out these operations: the same filters; repeatable', collect)
      .addHelpText('after', '\nExample:\n  octavo generate specs/api.yaml --out generated');
  },
  async run(args, options, context) {
    if (options.watch === true && options.check === true) {
      throw usageError('usage', '`--watch` and `--check` cannot be used together.', { fix: 'Leave out one of them.' });
    }
    const overrides = overridesOf(args, options);
    const project = await loadProject(context, overrides);
    if (options.watch === true) requireFiles(project);
    if (options.watch === true) return watchUntilInterrupted(project, overrides, context);
    const check = options.check === true;
    const report = await generate(project, { check, signal: context.signal, onProgress: context.progress });
    context.progress(undefined);
    await reportGeneration(report, { check }, context);
    for (const { document } of report.documents) adviseSettings(project, document, context);
    return report.failed ? exitCodes.findings : exitCodes.ok;
  },
};

/** The tests would not find their settings. */
function adviseSettings(project: Project, document: ProjectDocument, context: Context): void {
  const file = settingsFileOf(project, document);
  if (!document.conformance || existsSync(file)) return;
  context.message(`The conformance tests import ${displayPath(file)}: run \`octavo scaffold ${document.id} --conformance\` to write it.`);
}

function overridesOf(args: readonly unknown[], options: Options): Overrides {
  const out = text(options.out);
  const extension = options.importExtension;
  const include = filterOf(texts(options.include));
  const exclude = filterOf(texts(options.exclude));
  return {
    ...documentOverrides(args[0], options),
    ...(out === undefined ? {} : { out }),
    ...(isExtension(extension) ? { importExtension: extension } : {}),
    ...(options.schema === false ? { schema: false } : {}),
    ...(options.conformance === true ? { conformance: true } : {}),
    ...(options.strict === true ? { strict: true } : {}),
    ...(options.formats === undefined ? {} : { formats: formatsOf(text(options.formats)) }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
  };
}

function formatsOf(word: string | undefined): 'assert' | 'lenient' | 'annotate' {
  if (word === 'assert' || word === 'lenient' || word === 'annotate') return word;
  throw usageError('usage', `\`--formats ${word ?? ''}\` is not one of assert, lenient and annotate.`, {
    fix: 'Write one of these words.',
  });
}

function isExtension(value: unknown): value is '.js' | '.ts' | 'none' {
  return value === '.js' || value === '.ts' || value === 'none';
}

/** The values of `--include` or `--exclude`. Throws an `OctavoError` (exit 2) for an invalid one. */
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
    else throw usageError('usage', `Invalid filter \`${value}\`.`, { fix: 'Write `tag:<name>`, `path:<pattern>` or `id:<operationId>`.' });
  }
  return { tags, paths, operations };
}

async function watchUntilInterrupted(project: Project, overrides: Overrides, context: Context): Promise<number> {
  const { watch } = await import('../watch/index.ts');
  const { reportChange } = await import('./report.ts');
  await watch(project, {
    signal: context.signal,
    onChange: async (change) => {
      await reportChange(change, context);
      if (change.first) context.message('Watching for changes. Press Ctrl-C to stop.');
    },
    onError: (error) => context.message(`error: ${messageOf(error)}`),
    reload: () => loadProject(context, overrides),
  });
  return exitCodes.interrupted;
}
