// `octavo init`: writes a configuration, a first document and package scripts, and overwrites nothing.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, usageError } from '../../base/error.ts';
import { runCommand } from '../../base/package-manager.ts';
import { findPackage } from '../../base/peer.ts';
import { displayPath } from '../../base/words.ts';
import { loadProject, type Project, resolveProject } from '../../config/config.ts';
import { cannotWrite } from '../../write/cannot-write.ts';
import { makeFolder } from '../../write/file.ts';
import { type CommandModule, type Context, text } from '../command.ts';
import { findDocuments } from './documents.ts';
import type { Uses } from './example.ts';
import { configText, create, document, type Files, gitignore, moduleManifest, tsconfig } from './files.ts';
import { installSteps } from './install.ts';
import { type FirstConfig, type Layout, layoutOf } from './layout.ts';
import { readManifest, setUpManifest } from './manifest.ts';
import { modulesOf } from './modules.ts';

export const command: CommandModule = {
  define(command) {
    command
      .description(
        'Creates octavo.config.ts for the OpenAPI documents of the folder (or for openapi.yaml, which it writes where there is none), and scripts in package.json. Existing files are kept.',
      )
      .argument('[folder]', 'folder of the project (default: the working directory)')
      .option(
        '--example',
        'also generate the code, and write example.ts, a typed call to the mock, and a tsconfig.json and .gitignore where there are none',
      );
  },
  async run(args, options, context) {
    const folder = path.resolve(context.cwd, text(args[0]) ?? '.');
    const files: Files = { created: [], kept: [] };
    let set: SetUp;
    let added: Added = { isGenerated: true };
    try {
      makeFolder(folder);
      set = setUp(folder, options.example === true, files);
      if (options.example === true) added = await addExample(folder, set, files, context);
    } catch (error) {
      if (error instanceof SyntaxError) {
        throw usageError('package-broken', `\`${displayPath(path.join(folder, 'package.json'))}\` is not valid JSON: ${error.message}`, {
          fix: 'Correct it and run again.',
          cause: error,
        });
      }
      throw cannotWrite(folder, error);
    }
    const project = await projectIn(folder, set, context);
    const { firstCallOf, usesOf } = await import('./example.ts');
    const call = project === undefined ? undefined : await firstCallOf(project);
    report(
      { folder, files, advice: set.layout.advice, example: added.example, uses: call === undefined ? undefined : usesOf(call) },
      context,
    );
    return added.isGenerated ? exitCodes.ok : exitCodes.findings;
  },
};

interface SetUp {
  readonly layout: Layout;
  /** The contents of the new configuration; `undefined` where there was one. */
  readonly config: FirstConfig | undefined;
}

function setUp(folder: string, withExample: boolean, files: Files): SetUp {
  const present = ['ts', 'mts', 'js', 'mjs'].map((ending) => `octavo.config.${ending}`).find((name) => existsSync(path.join(folder, name)));
  const manifest = readManifest(folder);
  const modules = manifest === undefined ? 'module' : modulesOf(folder, manifest.content.type);
  const layout = layoutOf(folder, modules);
  const { out, importExtension } = layout;
  let config: FirstConfig | undefined;
  if (present === undefined) {
    const found = findDocuments(folder);
    config = { documents: found.length === 0 ? ['openapi.yaml'] : found, out, importExtension };
    create(folder, layout.config, configText(config), files);
    if (found.length === 0) create(folder, 'openapi.yaml', document, files);
    else files.kept.push(...found);
    if (layout.hasOwnManifest) create(folder, `${out}/package.json`, moduleManifest, files);
  } else {
    // A project with a configuration has documents already.
    files.kept.push(present);
  }
  setUpManifest(folder, manifest, modules, files);
  if (withExample) create(folder, '.gitignore', gitignore, files);
  if (withExample && layout.tsconfig !== undefined) create(folder, 'tsconfig.json', tsconfig(layout.tsconfig), files);
  return { layout, config };
}

interface Added {
  /** Whether the code of each document could be generated. */
  readonly isGenerated: boolean;
  /** The command that runs the example. */
  readonly example?: string;
}

async function addExample(folder: string, { layout }: SetUp, files: Files, context: Context): Promise<Added> {
  // The configuration imports the package `octavo`.
  if (findPackage(folder, 'octavo') === undefined) {
    context.message(
      `${layout.example} is left out, since \`octavo\` is not installed here: run \`octavo init --example\` again when it is.`,
    );
    return { isGenerated: true };
  }
  const { exampleOf, firstCallOf, generateCode } = await import('./example.ts');
  const here = { ...context, cwd: folder };
  const isGenerated = await generateCode(here);
  const call = await firstCallOf(await loadProject(here));
  const example = call === undefined ? undefined : exampleOf(call, layout);
  if (example !== undefined) create(folder, layout.example, example.text, files);
  return { isGenerated, ...(example === undefined ? {} : { example: example.command }) };
}

/** `undefined` for a configuration of the user's that cannot be loaded yet, since it imports `octavo`. */
async function projectIn(folder: string, { config, layout }: SetUp, context: Context): Promise<Project | undefined> {
  if (config !== undefined)
    return resolveProject(config, { cwd: folder, root: realpathSync(folder), configFile: path.join(folder, layout.config) });
  return findPackage(folder, 'octavo') === undefined ? undefined : loadProject({ ...context, cwd: folder });
}

interface Done {
  readonly folder: string;
  readonly files: Files;
  readonly advice: string | undefined;
  readonly example: string | undefined;
  readonly uses: Uses | undefined;
}

function report({ folder, files: { created, kept }, advice, example, uses }: Done, context: Context): void {
  for (const name of created) context.message(`created  ${name}`);
  for (const name of kept) context.message(`kept     ${name}`);
  if (advice !== undefined) context.message(advice);
  const next = nextSteps(folder, example);
  const width = Math.max(...next.map(([step]) => step.length).filter((length) => length <= WIDEST_STEP));
  context.message(`\nNext:\n${next.map(([step, about]) => `  ${step.padEnd(width)}  ${about}`.trimEnd()).join('\n')}`);
  if (uses !== undefined) {
    context.message(
      [`\n${uses.title}, from '${uses.module}':`, `  client  ${uses.client}`, `  server  ${uses.server}`, `  mock    ${uses.mock}`].join(
        '\n',
      ),
    );
  }
  context.result({ created, kept, next: next.map(([step]) => step), ...(uses === undefined ? {} : { uses }) });
}

/** A longer command does not move what stands beside the others. */
const WIDEST_STEP = 60;

/** The next steps that are not done yet, each with its command. */
function nextSteps(folder: string, example: string | undefined): (readonly [step: string, about: string])[] {
  const runner = example?.startsWith('npx tsx ') === true ? ['tsx'] : [];
  return [
    ...(folder === process.cwd() ? [] : [[`cd ${quoted(displayPath(folder))}`, ''] as const]),
    ...installSteps(folder, runner),
    [runCommand(['octavo', 'dev'], folder), 'starts the portal and the mock, and generates the code on every save'],
    ...(example !== undefined ? [[example, 'makes a typed call to the mock, in a second terminal'] as const] : []),
  ];
}

/** Quotes a path so that a shell takes it for one word. */
function quoted(file: string): string {
  return /\s/.test(file) ? `"${file}"` : file;
}
