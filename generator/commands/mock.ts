// `octavo mock`: a mock of every document, by Prism, behind one address.
import { loadProject } from '../config.ts';
import { exitCodes, usageError } from '../error.ts';
import { load } from '../load/index.ts';
import { mockPath } from '../mock/front.ts';
import { startMock } from '../mock/index.ts';
import { Problems } from '../problem.ts';
import { type CommandModule, type Context, text, texts } from './command.ts';
import { reportProblems } from './report.ts';

export const command: CommandModule = {
  define(command) {
    command
      .argument('[files...]', 'OpenAPI documents (default: those of octavo.config.ts, or openapi.yaml)')
      .option('--port <port>', 'port to listen on (default: 4000)')
      .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
      .option('--dynamic', 'make bodies up from the schemas, instead of taking the examples')
      .option('--errors', 'answer 500 where an example breaks its own schema')
      .addHelpText(
        'after',
        `
A client's base URL is http://127.0.0.1:4000/mock/<document> followed by the path of the document's first server: /mock/h-email/v2.
\`Prefer: code=404\`, \`Prefer: example=<name>\` and \`Prefer: dynamic=true\` choose the answer. The field X-Octavo-Mock says who gave it:
\`prism\`, \`front\` (what Prism cannot read), or \`failed\` (the mock itself failed; that says nothing about the request).

Example:
  octavo mock specs/api.yaml --port 4010`,
      );
  },
  async run(args, options, context) {
    const project = await loadProject(context, { files: texts(args[0]) });
    const port = portOf(text(options.port)) ?? project.dev.port ?? 4000;
    const problems = new Problems();
    const { root, allowRemote, limits } = project;
    context.progress('Reading documents');
    const descriptions = await Promise.all(project.documents.map(({ file }) => load(file, { root, allowRemote, limits }, problems)));
    context.result({ problems: await reportProblems(problems.list, context) });
    const sources = descriptions.filter((description) => description !== undefined);
    if (sources.length < descriptions.length) return exitCodes.findings;
    context.progress('Starting Prism');
    const mock = await startMock(sources, {
      root,
      port,
      host: text(options.host) ?? project.dev.host ?? '127.0.0.1',
      dynamic: options.dynamic === true,
      errors: options.errors === true,
      onFault: ({ reason, during, detail }) => {
        const what = reason === 'hung' ? 'hung' : 'died';
        context.message(
          `mock: Prism ${what}${during.length === 0 ? '' : ` during ${during.join(', ')}`} (${detail}); it is started again.`,
        );
      },
    });
    context.result({ url: mock.url, mocks: Object.fromEntries(sources.map(({ id }) => [id, mock.urlOf(id)])) });
    for (const document of mock.mocks.documents.values()) {
      context.data(`${document.id.padEnd(20)} ${mock.url}${mockPath(document)}`);
      for (const operation of document.left)
        context.message(`${document.id}: Prism does not know the method of ${operation}; it answers 404.`);
    }
    context.message('Mocks are ready; Ctrl-C ends them.');
    await interrupted(context);
    await mock.stop();
    return exitCodes.interrupted;
  },
};

/** Throws an `OctavoError` (exit 2) for what is no port. */
export function portOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) < 65536) return Number(value);
  throw usageError('usage', `\`${value}\` is no port.`, { fix: 'Give a number from 0 (any free port) to 65535.' });
}

export function interrupted(context: Context): Promise<void> {
  return new Promise((resolve) => {
    if (context.signal.aborted) resolve();
    else context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
