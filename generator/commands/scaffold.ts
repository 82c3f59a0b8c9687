// `octavo scaffold`: writes handlers to start from; run again, adds those that are new and leaves the user's code as it is.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadProject, type Project, type ProjectDocument } from '../config.ts';
import { environmentError, exitCodes, messageOf, usageError } from '../error.ts';
import type { Service } from '../model/service.ts';
import { read } from '../pipeline.ts';
import { type Adapter, adapters, isAdapter } from '../scaffold/adapter.ts';
import type { ScaffoldOptions, ScaffoldPlan } from '../scaffold/index.ts';
import { closest } from '../suggest.ts';
import { replaceFile } from '../write/file.ts';
import { manifestName } from '../write/folder.ts';
import { type CommandModule, type Context, text } from './command.ts';
import { count, reportProblems, show } from './report.ts';

export const command: CommandModule = {
  define(command) {
    command
      .argument('<service>', 'document: its file, its file name without the ending, or its name in the configuration')
      .option('--out <folder>', 'folder for the handlers (default: services/<document>)')
      .option('--adapter <name>', `what a new server runs on: ${adapters.join(', ')} (default: node)`)
      .option('--webhooks', "a receiver of the service's webhooks instead of a server")
      .addHelpText('after', '\nExample:\n  octavo scaffold h-email --out src/email --adapter fastify');
  },
  async run(args, options, context) {
    if (options.webhooks === true && options.adapter !== undefined) {
      throw usageError('adapter-of-server', '`--adapter` is for servers; a receiver of webhooks runs on node:http.', {
        fix: 'Leave one out.',
      });
    }
    const adapter = adapterOf(text(options.adapter) ?? 'node');
    const { project, document } = await findDocument(text(args[0]) ?? '', context);
    const folder = path.resolve(context.cwd, text(options.out) ?? path.join(project.root, 'services', document.id));
    if (existsSync(path.join(folder, manifestName))) {
      throw usageError('output-refused', `${show(folder)} holds generated code; handlers go to a folder of their own.`, {
        fix: 'Choose another `--out`.',
      });
    }
    context.progress('Reading');
    const { service, problems } = await read(project, document);
    const plain = await reportProblems(problems, context);
    context.result({ problems: plain });
    if (service === undefined) return exitCodes.findings;
    context.progress('Looking at what is there');
    const { importExtension, runtime } = project;
    const plan = await planOf(service, options.webhooks === true, {
      folder,
      generated: document.folder,
      importExtension,
      runtime,
      adapter,
      held: document.held,
    });
    context.progress(undefined);
    write(plan);
    report(plan, folder, document, context);
    return exitCodes.ok;
  },
};

async function planOf(service: Service, webhooks: boolean, options: ScaffoldOptions): Promise<ScaffoldPlan> {
  if (!webhooks) return (await import('../scaffold/index.ts')).planScaffold(service, options);
  if (service.webhooks.length === 0) {
    throw usageError('webhooks-missing', `${service.id} describes no webhooks.`, { fix: 'Leave out `--webhooks` for a server.' });
  }
  return (await import('../scaffold/webhooks.ts')).planWebhooks(service, options);
}

function adapterOf(given: string): Adapter {
  if (isAdapter(given)) return given;
  const near = closest(given, adapters);
  throw usageError('adapter-unknown', `There is no adapter ${given}.${near === undefined ? '' : ` Did you mean ${near}?`}`, {
    fix: `One of: ${adapters.join(', ')}.`,
  });
}

/** `h-email`, `Email` and `specs/h-email.yaml` all name the same. */
async function findDocument(given: string, context: Context): Promise<{ project: Project; document: ProjectDocument }> {
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
  throw usageError('document-missing', `There is no document ${given}.${near === undefined ? '' : ` Did you mean ${near}?`}`, {
    fix: `One of: ${names.join(', ')}.`,
  });
}

function write(plan: ScaffoldPlan): void {
  for (const [file, content] of plan.files) {
    try {
      replaceFile(file, content);
    } catch (error) {
      throw environmentError('cannot-write', `Cannot write ${show(file)}: ${messageOf(error)}`, {
        fix: 'Choose another `--out`.',
        cause: error,
      });
    }
  }
}

function report(plan: ScaffoldPlan, folder: string, document: ProjectDocument, context: Context): void {
  for (const file of plan.files.keys()) context.data(show(file));
  for (const advice of plan.advice) context.message(advice);
  const kept = plan.kept.length === 0 ? '' : `, ${plan.kept.length} there already`;
  if (plan.added.length > 0) context.message(`${count(plan.added.length, 'handler')} added${kept}.`);
  else if (plan.advice.length === 0) context.message(`Nothing to add: every operation has a handler in ${show(folder)}.`);
  if (!existsSync(document.folder)) context.message('The handlers import generated code that is not there yet: run `octavo generate`.');
  context.result({ files: [...plan.files.keys()].map(show), added: plan.added, kept: plan.kept, advice: plan.advice });
}
