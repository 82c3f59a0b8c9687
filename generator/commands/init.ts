// `octavo init`: an empty folder to a project that generates: configuration, a first document, package scripts. Overwrites nothing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentError, exitCodes, messageOf, usageError } from '../error.ts';
import { replaceFile } from '../write/file.ts';
import { type CommandModule, type Context, text } from './command.ts';

/** Without a tsconfig.json nothing compiles the project, so Node.js runs its TypeScript as it is. */
function configText(folder: string): string {
  const extension = existsSync(path.join(folder, 'tsconfig.json')) ? '.js' : '.ts';
  return `// What Octavo works on. Every option is documented in its type: hover over it.
import { defineConfig } from 'octavo';

export default defineConfig({
  documents: ['openapi.yaml'],
  out: 'generated',
  // How imports in generated code end: '.js' for most projects, '.ts' where Node.js runs TypeScript directly.
  importExtension: '${extension}',
});
`;
}

const document = `openapi: 3.1.1
info:
  title: Notes
  version: "1.0"
  description: Short notes, to start from.
  license: { name: MIT, identifier: MIT }
servers:
  - url: http://127.0.0.1:3000
security: []
tags:
  - name: Notes
    description: Write notes down and read them again.
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
          description: There is no such note.
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
          description: What it says.
`;

const scripts: Readonly<Record<string, string>> = {
  generate: 'octavo generate',
  dev: 'octavo dev',
  'generate:check': 'octavo generate --check',
};

export const command: CommandModule = {
  define(command) {
    command.argument('[folder]', 'where to (default: the working directory)');
  },
  async run(args, _options, context) {
    const folder = path.resolve(context.cwd, text(args[0]) ?? '.');
    const created: string[] = [];
    const kept: string[] = [];
    try {
      mkdirSync(folder, { recursive: true });
      const present = ['ts', 'mts', 'js', 'mjs']
        .map((ending) => `octavo.config.${ending}`)
        .find((name) => existsSync(path.join(folder, name)));
      if (present !== undefined) kept.push(present);
      else create(folder, 'octavo.config.ts', configText(folder), created, kept);
      // A project that has its own configuration has its own documents.
      if (present === undefined) create(folder, 'openapi.yaml', document, created, kept);
      addScripts(folder, created, kept);
    } catch (error) {
      if (error instanceof SyntaxError) {
        throw usageError('package-broken', `package.json is not JSON: ${error.message}`, {
          fix: 'Correct it and run again.',
          cause: error,
        });
      }
      throw environmentError('cannot-write', `Cannot write to ${folder}: ${messageOf(error)}`, {
        fix: 'Choose another folder.',
        cause: error,
      });
    }
    report(created, kept, context);
    return exitCodes.ok;
  },
};

function create(folder: string, name: string, content: string, created: string[], kept: string[]): void {
  const file = path.join(folder, name);
  if (existsSync(file)) {
    kept.push(name);
    return;
  }
  // `wx`: not even a file that appears in this moment is overwritten.
  writeFileSync(file, content, { flag: 'wx' });
  created.push(name);
}

interface Manifest {
  scripts?: Record<string, string>;
  [key: string]: unknown;
}

/** Adds scripts that are not there; the rest of package.json keeps its order and indentation. */
function addScripts(folder: string, created: string[], kept: string[]): void {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) {
    create(folder, 'package.json', `${JSON.stringify({ private: true, type: 'module', scripts }, undefined, 2)}\n`, created, kept);
    return;
  }
  const before = readFileSync(file, 'utf8');
  const manifest = JSON.parse(before) as Manifest;
  const present = manifest.scripts ?? {};
  const missing = Object.entries(scripts).filter(([name]) => !Object.hasOwn(present, name));
  if (missing.length === 0) {
    kept.push('package.json');
    return;
  }
  manifest.scripts = { ...present, ...Object.fromEntries(missing) };
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? '  ';
  replaceFile(file, `${JSON.stringify(manifest, undefined, indent)}${before.endsWith('\n') ? '\n' : ''}`);
  created.push(`package.json (scripts: ${missing.map(([name]) => name).join(', ')})`);
}

function report(created: readonly string[], kept: readonly string[], context: Context): void {
  for (const name of created) context.message(`created  ${name}`);
  for (const name of kept) context.message(`kept     ${name}`);
  context.message('Next: `npm i -D octavo && npm i @octavo/runtime`, then `npx octavo generate`.');
  context.result({ created, kept });
}
