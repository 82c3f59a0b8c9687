// `octavo init`: writes a configuration, a first document and package scripts, and overwrites nothing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isCompiled } from '../config.ts';
import { exitCodes, usageError } from '../error.ts';
import { displayPath } from '../words.ts';
import { cannotWrite } from '../write/cannot-write.ts';
import { makeFolder, replaceFile } from '../write/file.ts';
import { type CommandModule, type Context, text } from './command.ts';
import { type Modules, modulesOf } from './init-modules.ts';

/** In a folder without a tsconfig.json, Node.js runs the TypeScript directly, so imports end in `.ts`. */
function configText(folder: string): string {
  const extension = isCompiled(folder) ? '.js' : '.ts';
  return `// Configures Octavo. Hover over an option to read what it does.
import { defineConfig } from 'octavo';

export default defineConfig({
  documents: ['openapi.yaml'],
  out: 'generated',
  // The extension of imports in generated code: '.js' for most projects, '.ts' where Node.js runs TypeScript directly.
  importExtension: '${extension}',
});
`;
}

const document = `openapi: 3.1.1
info:
  title: Notes
  version: "1.0"
  description: A small example to start from.
  license: { name: MIT, identifier: MIT }
servers:
  - url: http://127.0.0.1:3000
security: []
tags:
  - name: Notes
    description: Read notes.
paths:
  /notes/{id}:
    get:
      operationId: getNote
      summary: One note.
      tags: [Notes]
      parameters:
        - name: id
          in: path
          required: true
          description: Number of the note.
          schema: { type: integer, minimum: 1 }
      responses:
        "200":
          description: The note.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Note" }
              example: { id: 1, text: Buy milk }
        "404":
          description: No note has this number.
components:
  schemas:
    Note:
      type: object
      required: [id, text]
      properties:
        id:
          type: integer
          description: Number of the note, from 1.
        text:
          type: string
          maxLength: 280
          description: The text of the note.
`;

const scripts: Readonly<Record<string, string>> = {
  generate: 'octavo generate',
  dev: 'octavo dev',
  'generate:check': 'octavo generate --check',
};

export const command: CommandModule = {
  define(command) {
    command
      .description('Creates octavo.config.ts, openapi.yaml and scripts in package.json. Existing files are kept.')
      .argument('[folder]', 'folder of the project (default: the working directory)');
  },
  async run(args, _options, context) {
    const folder = path.resolve(context.cwd, text(args[0]) ?? '.');
    const created: string[] = [];
    const kept: string[] = [];
    try {
      makeFolder(folder);
      const present = ['ts', 'mts', 'js', 'mjs']
        .map((ending) => `octavo.config.${ending}`)
        .find((name) => existsSync(path.join(folder, name)));
      const manifest = readManifest(folder);
      const modules = manifest === undefined ? 'module' : modulesOf(folder, manifest.content.type);
      if (present !== undefined) kept.push(present);
      else create(folder, modules === 'commonjs' ? 'octavo.config.mts' : 'octavo.config.ts', configText(folder), created, kept);
      // A project with a configuration has documents already.
      if (present === undefined) create(folder, 'openapi.yaml', document, created, kept);
      setUpManifest(folder, manifest, modules, created, kept);
      report(created, kept, modules === 'commonjs' && !isCompiled(folder), context);
    } catch (error) {
      if (error instanceof SyntaxError) {
        throw usageError('package-broken', `\`${displayPath(path.join(folder, 'package.json'))}\` is not valid JSON: ${error.message}`, {
          fix: 'Correct it and run again.',
          cause: error,
        });
      }
      throw cannotWrite(folder, error);
    }
    return exitCodes.ok;
  },
};

function create(folder: string, name: string, content: string, created: string[], kept: string[]): void {
  const file = path.join(folder, name);
  if (existsSync(file)) {
    kept.push(name);
    return;
  }
  // `wx` fails if the file has appeared since the check.
  writeFileSync(file, content, { flag: 'wx' });
  created.push(name);
}

interface Manifest {
  readonly text: string;
  readonly content: { type?: unknown; scripts?: Record<string, string>; [key: string]: unknown };
}

/** Throws a `SyntaxError` if package.json is not valid JSON. */
function readManifest(folder: string): Manifest | undefined {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  return { text, content: JSON.parse(text) };
}

/** Adds missing scripts, and to a fresh project `"type": "module"`; the rest of package.json keeps its order and indentation. */
function setUpManifest(folder: string, manifest: Manifest | undefined, modules: Modules, created: string[], kept: string[]): void {
  if (manifest === undefined) {
    create(folder, 'package.json', `${JSON.stringify({ private: true, type: 'module', scripts }, undefined, 2)}\n`, created, kept);
    return;
  }
  const { text, content } = manifest;
  const present = content.scripts ?? {};
  const missing = Object.entries(scripts).filter(([name]) => !Object.hasOwn(present, name));
  const changes = [
    ...(modules === 'fresh' ? ['type: module'] : []),
    ...(missing.length === 0 ? [] : [`scripts: ${missing.map(([name]) => name).join(', ')}`]),
  ];
  if (changes.length === 0) {
    kept.push('package.json');
    return;
  }
  if (modules === 'fresh') content.type = 'module';
  content.scripts = { ...present, ...Object.fromEntries(missing) };
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  replaceFile(path.join(folder, 'package.json'), `${JSON.stringify(content, undefined, indent)}${text.endsWith('\n') ? '\n' : ''}`);
  created.push(`package.json (${changes.join('; ')})`);
}

function report(created: readonly string[], kept: readonly string[], mustCompile: boolean, context: Context): void {
  for (const name of created) context.message(`created  ${name}`);
  for (const name of kept) context.message(`kept     ${name}`);
  if (mustCompile) {
    context.message(
      'package.json has `"type": "commonjs"`, and the generated code is written as ES modules. Compile it with TypeScript, or set the type to ' +
        '`module` if your own files are ES modules.',
    );
  }
  context.message('Next: `npm i -D octavo && npm i @octavo/runtime`, then `npx octavo generate`.');
  context.message('For `npx octavo dev`, also `npm i -D @stoplight/prism-cli @redocly/cli`.');
  context.result({ created, kept });
}
