// `octavo mock`: a mock server for every document, run by Prism, at one address.
import path from 'node:path';
import { exitCodes, usageError } from '../base/error.ts';
import { Problems } from '../base/problem.ts';
import { count } from '../base/words.ts';
import { loadProject } from '../config/config.ts';
import { mockPath } from '../mock/addresses.ts';
import { startMock } from '../mock/index.ts';
import { stages } from '../run/pipeline.ts';
import { type CommandModule, collect, documentOverrides, documentsArgument, type Options, text } from './command.ts';
import { serveLiving } from './mocks/living.ts';
import { behaviourOf, behaviourOptions, livingOptions, preferHelp, refusedMessage, worldOf } from './mocks/options.ts';
import { replayMessage, replayOf } from './observing/replay.ts';
import { reportProblems } from './report.ts';
import {
  addressOf,
  addressOptions,
  faultMessage,
  interrupted,
  loadedMessage,
  octavoMessage,
  reportBeyondPrism,
  slowMessage,
  unjudgedMessage,
  withoutPrismMessage,
} from './serving.ts';

export const command: CommandModule = {
  define(command) {
    documentsArgument(command).description('Starts a mock server that checks requests and answers with the examples of the documents.');
    livingOptions(behaviourOptions(addressOptions(command)))
      .option('--dynamic', 'generate bodies from the schemas, instead of using the examples')
      .option('--replay <file>', 'answer by the recorded responses in a HAR file first, as `octavo proxy --record` writes it')
      .option(
        '--base-url <url>',
        'with --replay: address that the recorded paths stand below (default: the servers of the document); repeatable',
        collect,
      )
      .option('--errors', 'answer 500 when an example does not match its own schema')
      .option('--living', 'remember what requests create, change and delete, and answer by that; no Prism runs')
      .option('--explain', 'with --living: print what each operation is taken for, and why, and end')
      .addHelpText(
        'after',
        `
The base URL for a client is http://127.0.0.1:4000/mock/<document>, followed by the path of the document's first server: /mock/h-email/v2.

A request that does not match the document is refused as a generated server would: the body says why, with a pointer such as /query/limit,
in the form of the document's \`x-errors\` or as application/problem+json.

${preferHelp}
The response header \`X-Octavo-Mock\` says where the response comes from:
  handler   with --living: a handler of yours
  prism     the document: one of its responses, or its rejection of the request
  recorded  a response of the file that --replay names
  living    with --living: what requests have created and changed
  octavo    the generated mock of the document, where Prism has no response that the document allows
  front     Octavo, which rejected a request that Prism cannot read, or that asks for a response that is not in the document
  fault     a failure that was asked for
  failed    a failure of the mock itself; the request may be fine

Examples:
  octavo mock specs/api.yaml --port 4010
  octavo mock specs/api.yaml --replay traffic.har
  octavo mock specs/api.yaml --living --seed 7 --data world.json
  octavo mock specs/api.yaml --living --handlers mock-handlers.ts`,
      );
  },
  async run(args, options, context) {
    const project = await loadProject(context, documentOverrides(args[0], options));
    const address = addressOf(options, project);
    const behaviour = behaviourOf(options);
    const isLiving = options.living === true || (project.mock.living === true && otherKindOf(options) === undefined);
    refuseMixed(options, isLiving);
    const problems = new Problems();
    const { root } = project;
    context.progress('Reading documents');
    const read = await Promise.all(
      project.documents.map(async (document) => {
        const description = await stages.load(project, document, undefined, problems);
        return description && { document, description };
      }),
    );
    context.result({ problems: await reportProblems(problems.list, context) });
    const loaded = read.filter((source) => source !== undefined);
    if (loaded.length === 0) return exitCodes.findings;
    const left = read.length - loaded.length;
    const replay = await replayOf(options, loaded, context);
    const handlers = handlersFile(options, project.documents.length, context.cwd);
    const sources = loaded.map(({ document, description }) => ({ description, code: { ...document, ...handlers } }));
    if (left > 0) context.message(`Left out ${count(left, 'document')} because of the errors above.`);
    if (isLiving)
      return serveLiving(
        sources,
        { address, behaviour, root, world: worldOf(options, context.cwd, project.mock.seed), isExplained: options.explain === true },
        context,
      );
    context.progress('Starting Prism');
    const mock = await startMock(sources, {
      root,
      ...address,
      dynamic: options.dynamic === true,
      errors: options.errors === true,
      behaviour,
      ...(replay === undefined ? {} : { replay, onReplay: (note) => context.message(replayMessage(note)) }),
      onRefusedRequest: (refused) => context.message(refusedMessage(refused)),
      onFault: (fault) => context.message(faultMessage(fault)),
      onSlow: (id) => context.message(slowMessage(id)),
      onLoaded: (id) => context.message(loadedMessage(id)),
      onWithoutPrism: (id, message) => context.message(withoutPrismMessage(id, message)),
      onOctavo: (answered) => context.message(octavoMessage(answered)),
      onUnjudged: (id, detail) => context.message(unjudgedMessage(id, detail)),
      onRefused: (id, message) => context.message(`mock: Prism and Octavo rejected ${id}, so it has no mock: ${message}`),
    });
    const ids = sources.map(({ description: { id } }) => id).filter((id) => mock.mocks.documents.has(id));
    context.result({ url: mock.url, mocks: Object.fromEntries(ids.map((id) => [id, mock.urlOf(id)])) });
    for (const document of mock.mocks.documents.values()) {
      context.data(`${document.id.padEnd(20)} ${mock.url}${mockPath(document)}`);
      if (document.withoutPrism === undefined) reportBeyondPrism(document.id, document.beyondPrism, context);
      else context.message(withoutPrismMessage(document.id, document.withoutPrism));
    }
    context.ready();
    context.message('The mock is ready. Press Ctrl-C to stop.');
    await interrupted(context);
    await mock.stop();
    return exitCodes.interrupted;
  },
};

/** Options of the one kind of mock that mean nothing to the other one. */
function refuseMixed({ explain, seed, things, data, handlers, control, ...options }: Options, isLiving: boolean): void {
  const own = Object.entries({ explain, seed, things, data, handlers, control }).find(([, value]) => value !== undefined)?.[0];
  if (!isLiving && own !== undefined) throw usageError('usage', `\`--${own}\` needs \`--living\`.`, { fix: 'Add `--living`.' });
  const other = isLiving ? otherKindOf(options) : undefined;
  if (other === undefined) return;
  throw usageError('usage', `\`--living\` and \`${other}\` exclude each other.`, {
    fix: `Leave out \`${other}\`: a living mock answers by what it remembers.`,
  });
}

/** The first option that only the mock with Prism has. */
function otherKindOf({ replay, dynamic, errors }: Options): string | undefined {
  if (replay !== undefined) return '--replay';
  if (dynamic === true) return '--dynamic';
  return errors === true ? '--errors' : undefined;
}

/** The module of `--handlers`, which goes before that of the configuration. */
function handlersFile(options: Options, documents: number, cwd: string): { readonly mockHandlers?: string } {
  const file = text(options.handlers);
  if (file === undefined) return {};
  if (documents === 1) return { mockHandlers: path.resolve(cwd, file) };
  throw usageError('usage', `\`--handlers\` is for one document, and there are ${documents}.`, {
    fix: 'Name the document, or write `mock.handlers` in the configuration.',
  });
}
