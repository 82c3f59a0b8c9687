// `octavo init`: writes a configuration, a first document and package scripts, and overwrites nothing.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isCompiled } from '../config.ts';
import { exitCodes, usageError } from '../error.ts';
import { installCommand, runCommand } from '../package-manager.ts';
import { findPackage } from '../peer.ts';
import { displayPath } from '../words.ts';
import { cannotWrite } from '../write/cannot-write.ts';
import { makeFolder } from '../write/file.ts';
import { type CommandModule, type Context, text } from './command.ts';
import { findDocuments } from './init-documents.ts';
import { configText, create, document, type Files, gitignore, tsconfig } from './init-files.ts';
import { readManifest, setUpManifest } from './init-manifest.ts';
import { modulesOf } from './init-modules.ts';

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
    let mustCompile = false;
    let example: string | undefined;
    try {
      makeFolder(folder);
      mustCompile = setUp(folder, options.example === true, files);
      if (options.example === true) example = await addExample(folder, files, context);
    } catch (error) {
      if (error instanceof SyntaxError) {
        throw usageError('package-broken', `\`${displayPath(path.join(folder, 'package.json'))}\` is not valid JSON: ${error.message}`, {
          fix: 'Correct it and run again.',
          cause: error,
        });
      }
      throw cannotWrite(folder, error);
    }
    report({ folder, files, mustCompile, example }, context);
    return exitCodes.ok;
  },
};

/** Returns whether the files have to be compiled, since the project is CommonJS. */
function setUp(folder: string, withExample: boolean, files: Files): boolean {
  const present = ['ts', 'mts', 'js', 'mjs'].map((ending) => `octavo.config.${ending}`).find((name) => existsSync(path.join(folder, name)));
  const manifest = readManifest(folder);
  const modules = manifest === undefined ? 'module' : modulesOf(folder, manifest.content.type);
  // In a folder without a tsconfig.json, Node.js runs the TypeScript directly, so imports end in `.ts`.
  const isRun = !isCompiled(folder);
  if (present === undefined) {
    const found = findDocuments(folder);
    const config = configText(found.length === 0 ? ['openapi.yaml'] : found, isRun ? '.ts' : '.js');
    create(folder, modules === 'commonjs' ? 'octavo.config.mts' : 'octavo.config.ts', config, files);
    if (found.length === 0) create(folder, 'openapi.yaml', document, files);
    else files.kept.push(...found);
  } else {
    // A project with a configuration has documents already.
    files.kept.push(present);
  }
  setUpManifest(folder, manifest, modules, files);
  if (withExample) create(folder, '.gitignore', gitignore, files);
  if (withExample && isRun) create(folder, 'tsconfig.json', tsconfig, files);
  return modules === 'commonjs' && isRun;
}

/** Returns the command that runs the example. */
async function addExample(folder: string, files: Files, context: Context): Promise<string | undefined> {
  // The configuration imports it.
  if (findPackage(folder, 'octavo') === undefined) {
    context.message('example.ts is left out, since `octavo` is not installed here: run `octavo init --example` again when it is.');
    return;
  }
  const { exampleOf, generateCode } = await import('./init-example.ts');
  const here = { ...context, cwd: folder };
  await generateCode(here);
  const example = await exampleOf(here, 'example.ts');
  if (example !== undefined) create(folder, 'example.ts', example.text, files);
  return example?.command;
}

interface Done {
  readonly folder: string;
  readonly files: Files;
  readonly mustCompile: boolean;
  readonly example: string | undefined;
}

function report({ folder, files: { created, kept }, mustCompile, example }: Done, context: Context): void {
  for (const name of created) context.message(`created  ${name}`);
  for (const name of kept) context.message(`kept     ${name}`);
  if (mustCompile) {
    context.message(
      'package.json has `"type": "commonjs"`, and the generated code is written as ES modules. Compile it with TypeScript, or set the type to ' +
        '`module` if your own files are ES modules.',
    );
  }
  const next = nextSteps(folder, example);
  const width = Math.max(...next.map(([step]) => step.length));
  context.message(`\nNext:\n${next.map(([step, about]) => `  ${step.padEnd(width)}  ${about}`.trimEnd()).join('\n')}`);
  context.result({ created, kept, next: next.map(([step]) => step) });
}

/** Only what is not done, each with what it does. */
function nextSteps(folder: string, example: string | undefined): (readonly [step: string, about: string])[] {
  const isMissing = (name: string): boolean => findPackage(folder, name) === undefined;
  const tools = ['octavo', '@stoplight/prism-cli', '@redocly/cli'].filter(isMissing);
  return [
    ...(folder === process.cwd() ? [] : [[`cd ${quoted(displayPath(folder))}`, ''] as const]),
    ...(tools.length === 0 ? [] : [[installCommand(tools, { folder, isDev: true }), 'installs the tools that are missing'] as const]),
    ...(isMissing('@octavo/runtime')
      ? [[installCommand(['@octavo/runtime'], { folder }), 'installs what generated code imports'] as const]
      : []),
    [runCommand(['octavo', 'dev'], folder), 'starts the portal and the mock, and generates the code on every save'],
    ...(example !== undefined ? [[example, 'makes a typed call to the mock, in a second terminal'] as const] : []),
  ];
}

/** As a shell takes it for one word. */
function quoted(file: string): string {
  return /\s/.test(file) ? `"${file}"` : file;
}
