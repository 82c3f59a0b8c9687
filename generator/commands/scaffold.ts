// `octavo scaffold`: writes a server or webhook receiver to start from. A later run adds the handlers that are missing and keeps the user's code.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, usageError } from '../base/error.ts';
import { runCommand } from '../base/package-manager.ts';
import { findPackage } from '../base/peer.ts';
import { closest } from '../base/suggest.ts';
import { count, displayPath } from '../base/words.ts';
import { loadProject, type Project, type ProjectDocument } from '../config/config.ts';
import type { Service } from '../model/service.ts';
import { settingsFileOf } from '../run/conformance-options.ts';
import { read } from '../run/pipeline.ts';
import { type Adapter, adapters, isAdapter } from '../scaffold/adapter.ts';
import { settingsText } from '../scaffold/conformance.ts';
import type { ScaffoldOptions, ScaffoldPlan } from '../scaffold/options.ts';
import { cannotWrite } from '../write/cannot-write.ts';
import { replaceFile } from '../write/file.ts';
import { manifestName } from '../write/folder.ts';
import {
  type CommandModule,
  type Context,
  isPartial,
  type Options,
  outOption,
  overlayOption,
  partialOption,
  text,
  texts,
} from './command.ts';
import { reportProblems } from './report.ts';

export const command: CommandModule = {
  define(command) {
    outOption(partialOption(overlayOption(command)), 'folder of the service (default: services/<document>)')
      .description(
        'Writes a server to start from: a file of handlers for each tag, what they need, and a test in memory. A later run adds handlers that are missing and keeps your code.',
      )
      .argument('<document>', 'OpenAPI document: its path, its file name without the extension, or its name in the configuration')
      .option('--adapter <name>', `platform of a new server: ${adapters.join(', ')} (default: node)`)
      .option('--conformance', 'write the settings of conformance tests instead of a server')
      .option('--webhooks', 'write a receiver of the webhooks instead of a server')
      .addHelpText('after', '\nExample:\n  octavo scaffold h-email --out src/email --adapter fastify');
  },
  async run(args, options, context) {
    if (options.webhooks === true && options.adapter !== undefined) {
      throw usageError('adapter-of-server', '`--adapter` and `--webhooks` cannot be used together: a webhook receiver runs on node:http.', {
        fix: 'Leave out one of them.',
      });
    }
    const other = ['adapter', 'out', 'webhooks'].find((option) => options[option] !== undefined);
    if (options.conformance === true && other !== undefined) {
      throw usageError('usage', `\`--${other}\` and \`--conformance\` cannot be used together.`, { fix: 'Leave out one of them.' });
    }
    const adapter = adapterOf(text(options.adapter) ?? 'node');
    const { project, document } = await findDocument(text(args[0]) ?? '', options, context);
    const folder = path.resolve(context.cwd, text(options.out) ?? path.join(project.root, 'services', document.id));
    if (existsSync(path.join(folder, manifestName))) {
      throw usageError('output-refused', `\`${displayPath(folder)}\` contains generated code, so handlers cannot be written there.`, {
        fix: 'Choose another folder with `--out`.',
      });
    }
    context.progress('Reading');
    const { service, problems } = await read(project, document);
    const plain = await reportProblems(problems, context);
    context.result({ problems: plain });
    if (service === undefined) return exitCodes.findings;
    if (options.conformance === true) {
      context.progress(undefined);
      writeSettings(project, document, service, context);
      return exitCodes.ok;
    }
    context.progress('Reading existing handlers');
    const { importExtension, runtime } = project;
    const plan = await planOf(service, options.webhooks === true, {
      folder,
      generated: document.folder,
      importExtension,
      runtime,
      adapter,
      testRunner: findPackage(project.root, 'vitest') === undefined ? 'node' : 'vitest',
      servesNothing: project.serve === undefined,
      held: document.held,
    });
    context.progress(undefined);
    write(plan);
    report(plan, folder, { project, document }, context);
    return exitCodes.ok;
  },
};

/** The file that the tests of a document import; an existing one is kept. */
function writeSettings(project: Project, document: ProjectDocument, service: Service, context: Context): void {
  const file = settingsFileOf(project, document);
  const isThere = existsSync(file);
  if (isThere) context.message(`Nothing to add: ${displayPath(file)} exists.`);
  else {
    const text = settingsText(service, { file, generated: document.folder, importExtension: project.importExtension });
    write({ files: new Map([[file, text]]) });
    context.data(displayPath(file));
    const next = document.conformance
      ? '`octavo generate`'
      : '`conformance: true` in the configuration, or `octavo generate --conformance`,';
    context.message(`Write in it where the service is; ${next} writes the tests.`);
  }
  context.result({ files: isThere ? [] : [displayPath(file)] });
}

async function planOf(service: Service, webhooks: boolean, options: ScaffoldOptions): Promise<ScaffoldPlan> {
  if (!webhooks && service.operations.length === 0) {
    const fix = service.webhooks.length > 0 ? 'Add `--webhooks` to write a receiver of its webhooks.' : 'Write an operation under `paths`.';
    throw usageError('operations-missing', `\`${service.id}\` has no operations, so there is no server to write.`, { fix });
  }
  if (!webhooks) return (await import('../scaffold/index.ts')).planScaffold(service, options);
  if (service.webhooks.length === 0) {
    throw usageError('webhooks-missing', `\`${service.id}\` has no webhooks.`, { fix: 'Leave out `--webhooks` to write a server.' });
  }
  return (await import('../scaffold/webhooks.ts')).planWebhooks(service, options);
}

function adapterOf(given: string): Adapter {
  if (isAdapter(given)) return given;
  const near = closest(given, adapters);
  throw usageError('adapter-unknown', `Unknown adapter \`${given}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`, {
    fix: `The adapters are: ${adapters.join(', ')}.`,
  });
}

/**
 * Finds a document by its id (`h-email`), its name (`Email`) or its file (`specs/h-email.yaml`), with the overlays and `--partial` of the command
 * line.
 */
async function findDocument(given: string, options: Options, context: Context): Promise<{ project: Project; document: ProjectDocument }> {
  const { project, document } = await configuredDocument(given, context);
  const overlays = texts(options.overlay).map((overlay) => path.resolve(context.cwd, overlay));
  const partial = document.partial || isPartial(options);
  return { project, document: { ...document, partial, ...(overlays.length === 0 ? {} : { overlays }) } };
}

async function configuredDocument(given: string, context: Context): Promise<{ project: Project; document: ProjectDocument }> {
  const file = path.resolve(context.cwd, given);
  if (existsSync(file)) {
    const project = await loadProject(context, { files: [given] });
    const [document] = project.documents;
    if (document !== undefined) return { project, document };
  }
  const project = await loadProject(context);
  const document = project.documents.find((candidate) => candidate.id === given || candidate.name === given);
  if (document !== undefined) return { project, document };
  const names = project.documents.map((candidate) => candidate.id);
  const near = closest(given, [...names, ...project.documents.flatMap((candidate) => candidate.name ?? [])]);
  throw usageError('document-missing', `Unknown document \`${given}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`, {
    fix: `The documents are: ${names.join(', ')}.`,
  });
}

function write(plan: Pick<ScaffoldPlan, 'files'>): void {
  for (const [file, content] of plan.files) {
    try {
      replaceFile(file, content);
    } catch (error) {
      throw cannotWrite(file, error);
    }
  }
}

interface Place {
  readonly project: Project;
  readonly document: ProjectDocument;
}

function report(plan: ScaffoldPlan, folder: string, { project, document }: Place, context: Context): void {
  for (const file of plan.files.keys()) context.data(displayPath(file));
  for (const advice of plan.advice) context.message(advice);
  const kept = plan.kept.length === 0 ? '' : `; ${plan.kept.length} existed already`;
  if (plan.added.length > 0) context.message(`Added ${count(plan.added.length, 'handler')}${kept}.`);
  else if (plan.advice.length === 0) context.message(`Nothing to add: every operation has a handler in ${displayPath(folder)}.`);
  if (!existsSync(document.folder)) context.message('The handlers import generated code that does not exist yet: run `octavo generate`.');
  const next = plan.isNew ? nextSteps(plan, folder, project) : [];
  if (next.length > 0) {
    const width = Math.max(...next.map(([step]) => step.length));
    context.message(`\nNext:\n${next.map(([step, about]) => `  ${step.padEnd(width)}  ${about}`).join('\n')}`);
  }
  context.result({
    files: [...plan.files.keys()].map(displayPath),
    added: plan.added,
    kept: plan.kept,
    advice: plan.advice,
    next: next.map(([step]) => step),
  });
}

/** The next steps with a new server, each with its command. */
function nextSteps({ files }: ScaffoldPlan, folder: string, { root, importExtension, serve }: Project): [step: string, about: string][] {
  const isRun = importExtension === '.ts';
  const start = isRun ? 'node' : 'npx tsx';
  const place = (name: string): string => displayPath(path.join(folder, name));
  const test =
    findPackage(root, 'vitest') === undefined ? `${start} --test ${place('server.test.ts')}` : runCommand(['vitest', 'run'], root);
  const module = path.relative(root, path.join(folder, 'dev.ts')).split(path.sep).join('/');
  const served = isRun ? `serve: '${module}'` : `serve: '<compiled ${module}>'`;
  return [
    [`${start} ${place('main.ts')}`, 'starts the server at http://127.0.0.1:3000'],
    [test, 'tests it in memory'],
    ...(files.has(path.join(folder, 'dev.ts'))
      ? [[served, `in octavo.config.ts has \`${runCommand(['octavo', 'dev'], root)}\` run it beside the mock`] as [string, string]]
      : serve === undefined
        ? []
        : [[displayPath(serve), 'is what `octavo dev` runs: start this server there too'] as [string, string]]),
  ];
}
