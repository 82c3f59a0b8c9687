// `octavo dev`: generates on every save, and serves the mocks and the docs at one address.
import { spawn } from 'node:child_process';
import { exitCodes, messageOf, OctavoError } from '../base/error.ts';
import { findPeer } from '../base/peer.ts';
import { displayPath } from '../base/words.ts';
import { loadProject } from '../config/config.ts';
import { runDev } from '../dev/index.ts';
import type { WatchChange } from '../watch/index.ts';
import { type CommandModule, documentOverrides, documentsArgument, requireFiles } from './command.ts';
import { createBackgroundLint } from './dev-lint.ts';
import { failureText, placesOf, printPlaces, reportServed } from './dev-places.ts';
import { behaviourOf, behaviourOptions, preferHelp, refusedMessage, seedOf } from './mocks/options.ts';
import { reportChange } from './report.ts';
import {
  addressOf,
  addressOptions,
  faultMessage,
  livePortOf,
  loadedMessage,
  mockPortOf,
  octavoMessage,
  slowMessage,
  unansweredMessage,
  unjudgedMessage,
  withoutPrismMessage,
} from './serving.ts';

export const command: CommandModule = {
  define(command) {
    documentsArgument(command).description(
      'Generates on every save, and serves the reference documentation of all documents, and their mocks at the next port. Runs what `serve` names beside them.',
    );
    behaviourOptions(addressOptions(command))
      .option('--living', 'mocks remember what requests create, change and delete; no Prism runs')
      .option('--seed <number>', 'of mocks that remember: the same number begins with the same things (default: 1)')
      .option('--mock-port <port>', 'port of the mocks (default: the next one, 4001)')
      .option('--live-port <port>', 'first port of what `serve` in the configuration starts (default: 4010)')
      .option('--no-open', 'do not open the documentation in a browser')
      .addHelpText('after', `\n${preferHelp}\n\nExample:\n  octavo dev --port 8080`);
  },
  async run(args, options, context) {
    const began = performance.now();
    const overrides = documentOverrides(args[0], options);
    const project = await loadProject(context, overrides);
    requireFiles(project);
    // The end of the start says that it is not installed.
    const canLint = findPeer(project.root, '@redocly/cli', 'redocly') !== undefined;
    const lint = canLint ? createBackgroundLint({ overlay: options.overlay }, context) : undefined;
    let lastReport = 0;
    context.progress('Starting');
    const address = addressOf(options, project);
    await runDev(project, {
      ...address,
      mockPort: mockPortOf(options, project, address.port),
      livePort: livePortOf(options, project, address.port),
      behaviour: behaviourOf(options),
      ...(options.living === true ? { living: true } : {}),
      ...seedOf(options),
      signal: context.signal,
      reload: () => loadProject(context, overrides),
      on: {
        changed: async (change) => {
          lastReport = performance.now();
          await reportChange(change.first ? withoutUnchanged(change) : change, context);
          // Redocly keeps a core busy for a second, which would delay the start.
          if (change.first) return;
          lint?.drop(filesOf(change, 'failed'));
          lint?.add(filesOf(change, 'sound'));
        },
        ready: (state) => {
          printPlaces(state, displayPath(project.out), performance.now() - began, context);
          context.result(placesOf(state));
          context.ready();
          if (options.open !== false) openBrowser(state.url);
          lint?.add(project.documents.map(({ file }) => file));
        },
        mocked: (ids) => {
          if (ids.length > 0) context.message(`mock: updated ${ids.join(', ')} after ${Math.round(performance.now() - lastReport)} ms.`);
        },
        refused: (id, message) =>
          context.message(`mock: Prism and Octavo rejected ${id}, so the mock keeps its previous version: ${message}`),
        documented: (ids, milliseconds) =>
          context.message(`docs: built ${ids.length === 0 ? 'the portal' : ids.join(', ')} in ${(milliseconds / 1000).toFixed(1)} s.`),
        served: (news) => reportServed(news, context),
        serveFailed: (failure, isRunning) => context.message(failureText(failure, isRunning)),
        refusedRequest: (refused) => context.message(refusedMessage(refused)),
        fault: (fault) => context.message(faultMessage(fault)),
        withoutPrism: (id, message) => context.message(withoutPrismMessage(id, message)),
        octavo: (answered) => context.message(octavoMessage(answered)),
        unjudged: (id, detail) => context.message(unjudgedMessage(id, detail)),
        unanswered: (id, detail) => context.message(unansweredMessage(id, detail)),
        slow: (id) => context.message(slowMessage(id)),
        loaded: (id) => context.message(loadedMessage(id)),
        failed: (what, error) => {
          const fix = error instanceof OctavoError && error.fix !== undefined ? `\n  ${error.fix}` : '';
          context.message(`${what}: ${messageOf(error)}${fix}`);
        },
      },
    });
    return exitCodes.interrupted;
  },
};

/** At the start, an unchanged document without problems gets no line. */
function withoutUnchanged(change: WatchChange): WatchChange {
  const documents = change.report.documents.filter(({ status, problems }) => status !== 'unchanged' || problems.length > 0);
  return { ...change, report: { ...change.report, documents } };
}

/** The documents that have errors, which have been reported already, or those that have none. */
function filesOf({ report: { documents } }: WatchChange, which: 'failed' | 'sound'): string[] {
  return documents.filter(({ status }) => (status === 'failed') === (which === 'failed')).map(({ document }) => document.file);
}

/** Only for a person at a terminal of this machine. A browser that cannot be opened is not an error. */
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
