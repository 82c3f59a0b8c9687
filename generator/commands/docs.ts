// `octavo docs`: builds the portal and the reference pages as a static site.
import path from 'node:path';
import { exitCodes, usageError } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';
import { findPeer } from '../base/peer.ts';
import { Problems } from '../base/problem.ts';
import { count } from '../base/words.ts';
import { loadProject, type Project } from '../config/config.ts';
import { themeOf } from '../dev/theme.ts';
import { clientModuleOf } from '../docs/client-module.ts';
import { buildDocs } from '../docs/index.ts';
import { readStatementFile } from '../docs/statements.ts';
import { mockUrl } from '../mock/addresses.ts';
import { originOf } from '../mock/http.ts';
import { createChangelogReader } from '../run/changelog.ts';
import { read } from '../run/pipeline.ts';
import { type CommandModule, documentOverrides, documentsArgument, outOption, text } from './command.ts';
import { reportProblems } from './report.ts';
import { addressOf, mockPortOf } from './serving.ts';

export const command: CommandModule = {
  define(command) {
    outOption(documentsArgument(command), 'folder for the site', 'site')
      .description('Builds a static site: a portal with a search over all documents, and a reference page for each.')
      .option('--title <text>', 'title of the portal (default: `theme.name`, or the title of the only document, or Interfaces)')
      .option('--mock [address]', 'name the mock on each page, with samples for it (default: the mocks of `octavo dev`)')
      .addHelpText('after', '\nExample:\n  octavo docs --out public --mock https://mocks.example.com');
  },
  async run(args, options, context) {
    const project = await loadProject(context, documentOverrides(args[0], options));
    const out = path.resolve(project.root, text(options.out) ?? 'site');
    context.progress('Building the reference');
    const readings = await Promise.all(
      project.documents.map(async (document) => ({
        ...(await read(project, document)),
        held: document.held,
        versionOf: document.versionOf,
      })),
    );
    const found = new Problems();
    const statements =
      project.statements === undefined ? undefined : readStatementFile(project.statements, project.root, project.limits, found);
    const theme = await themeOf(project, found);
    const problems = [...readings.flatMap((reading) => reading.problems), ...found.list];
    await reportProblems(problems, context);
    const documents = readings.flatMap(({ description, service, held, versionOf }) =>
      description === undefined || service === undefined
        ? []
        : [{ description, service, held, ...(versionOf === undefined ? {} : { versionOf }) }],
    );
    // A document with errors is left out of the site, and the others are built.
    const isWhole = documents.length === readings.length;
    if (documents.length === 0 || found.failed) return exitCodes.findings;
    const title = text(options.title);
    const mock = mockOrigin(options.mock, project);
    const files = await buildDocs({
      documents,
      out,
      root: project.root,
      ...(title === undefined ? {} : { title }),
      ...(theme === undefined ? {} : { theme }),
      clientModule: clientModuleOf(project),
      runtime: project.runtime,
      changelog: await createChangelogReader().read(project),
      ...(mock === undefined ? {} : { mockUrl: ({ id }, server) => mockUrl(mock, id, server) }),
      ...(statements === undefined ? {} : { statements }),
      signal: context.signal,
    });
    context.progress(undefined);
    context.result({ out, files });
    context.data(path.join(path.relative(context.cwd, out) || '.', 'index.html'));
    context.message(`Wrote ${count(files.length, 'file')}: the portal and ${count(documents.length, 'reference page')}.`);
    if (findPeer(project.root, '@redocly/cli', 'redocly') === undefined)
      context.message(
        `The reference pages are plain: \`${installCommand(['@redocly/cli'], { folder: project.root, isDev: true })}\` gives them a menu and schemas that unfold.`,
      );
    if (!isWhole) context.message(`Left out ${count(readings.length - documents.length, 'document')} because of the errors above.`);
    return isWhole ? exitCodes.ok : exitCodes.findings;
  },
};

/** The address after `--mock`, or without one that of the mocks of `octavo dev`. */
function mockOrigin(given: unknown, project: Project): string | undefined {
  if (given === true) {
    const { host, port } = addressOf({}, project);
    return originOf(host, mockPortOf({}, project, port));
  }
  const address = text(given);
  if (address === undefined) return undefined;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw usageError('usage', `\`${address}\` is not the address of a mock.`, { fix: 'Write one like `--mock http://127.0.0.1:4000`.' });
  }
  return address.replace(/\/+$/, '');
}
