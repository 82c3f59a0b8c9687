// `octavo dev`: generated files, mocks and docs behind one address, following every save.
import { spawn } from 'node:child_process';
import { loadProject } from '../config.ts';
import { type DevState, runDev } from '../dev/index.ts';
import { exitCodes, messageOf, OctavoError } from '../error.ts';
import type { WatchChange } from '../watch.ts';
import { type CommandModule, type Context, text, texts } from './command.ts';
import { createBackgroundLint } from './dev-lint.ts';
import { portOf } from './mock.ts';
import { count, reportChange, show } from './report.ts';

export const command: CommandModule = {
  define(command) {
    command
      .argument('[files...]', 'OpenAPI documents (default: those of octavo.config.ts, or openapi.yaml)')
      .option('--port <port>', 'port to listen on (default: 4000)')
      .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
      .option('--no-open', 'do not open the portal in a browser')
      .addHelpText('after', '\nExample:\n  octavo dev --port 4010');
  },
  async run(args, options, context) {
    const began = performance.now();
    const overrides = { files: texts(args[0]) };
    const project = await loadProject(context, overrides);
    const lint = createBackgroundLint(context);
    let lastReport = 0;
    context.progress('Starting');
    await runDev(project, {
      port: portOf(text(options.port)) ?? project.dev.port ?? 4000,
      host: text(options.host) ?? project.dev.host ?? '127.0.0.1',
      signal: context.signal,
      reload: () => loadProject(context, overrides),
      on: {
        changed: async (change) => {
          lastReport = performance.now();
          await reportChange(change.first ? withoutUnchanged(change) : change, context);
          // Redocly takes a second of a core, which the start has better use for.
          if (!change.first) lint.add(soundFiles(change));
        },
        ready: (state) => {
          printPlaces(state, show(project.out), performance.now() - began, context);
          context.result({ url: state.url, mocks: Object.fromEntries(state.mocks.map(({ id, url }) => [id, url])) });
          if (options.open !== false) openBrowser(state.url);
          lint.add(project.documents.map(({ file }) => file));
        },
        mocked: (ids) => {
          if (ids.length > 0) context.message(`mock: ${ids.join(', ')} updated ${Math.round(performance.now() - lastReport)} ms later.`);
        },
        refused: (id, message) => context.message(`mock: Prism does not take ${id} (${message}); its last mock stays.`),
        documented: (ids, milliseconds) => context.message(`docs: ${ids.join(', ')} built in ${(milliseconds / 1000).toFixed(1)} s.`),
        fault: ({ reason, during, detail }) => {
          const what = reason === 'hung' ? 'hung' : 'died';
          context.message(
            `mock: Prism ${what}${during.length === 0 ? '' : ` during ${during.join(', ')}`} (${detail}); it is started again.`,
          );
        },
        failed: (what, error) => {
          const fix = error instanceof OctavoError && error.fix !== undefined ? `\n  ${error.fix}` : '';
          context.message(`${what}: ${messageOf(error)}${fix}`);
        },
      },
    });
    return exitCodes.interrupted;
  },
};

/** At the start, only what was written or has problems is worth a line. */
function withoutUnchanged(change: WatchChange): WatchChange {
  const documents = change.report.documents.filter(({ status, problems }) => status !== 'unchanged' || problems.length > 0);
  return { ...change, report: { ...change.report, documents } };
}

/** What has errors of its own was told already. */
function soundFiles(change: WatchChange): string[] {
  return change.report.documents.filter(({ status }) => status !== 'failed').map(({ document }) => document.file);
}

function printPlaces(state: DevState, out: string, milliseconds: number, context: Context): void {
  const rows: [string, string][] = [
    ['docs', state.documented ? `${state.url}/` : `${state.url}/  (being built)`],
    ...state.mocks.map(({ id, url, operations }): [string, string] => [id, `${url}  (mock, ${count(operations, 'operation')})`]),
    ['generated', out],
    ['status', `${state.url}/-/status`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  context.message('');
  for (const [name, place] of rows) context.data(`  ${name.padEnd(width)}  ${place}`);
  for (const { id, left } of state.mocks) {
    for (const operation of left) context.message(`${id}: Prism does not know the method of ${operation}; its mock answers 404.`);
  }
  context.message(`\nReady in ${(milliseconds / 1000).toFixed(1)} s. Edit a document, and all of it follows.`);
}

/** Only for a person at a terminal of this machine; a browser that cannot be opened is no failure. */
function openBrowser(url: string): void {
  const { CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.stdout.isTTY !== true || CI !== undefined || SSH_CONNECTION !== undefined) return;
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) return;
  const [program, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
  if (program === undefined) return;
  const opener = spawn(program, args, { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}
