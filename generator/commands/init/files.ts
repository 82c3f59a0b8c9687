// The files that `octavo init` writes: a configuration, a first document, and what an editor and git need.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../../base/error.ts';
import { makeFolder } from '../../write/file.ts';
import type { FirstConfig } from './layout.ts';

/** Names of files, relative to the project. */
export interface Files {
  readonly created: string[];
  readonly kept: string[];
}

/** Writes a file unless it is there. */
export function create(folder: string, name: string, content: string, { created, kept }: Files): void {
  const file = path.join(folder, name);
  if (existsSync(file)) {
    kept.push(name);
    return;
  }
  makeFolder(path.dirname(file));
  try {
    // `wx` fails if the file has appeared since the check.
    writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    // On a full disk the file is there, and empty: the next run would keep it.
    if (systemCode(error) === 'ENOSPC') rmSync(file, { force: true });
    throw error;
  }
  created.push(name);
}

export function configText({ documents, out, importExtension }: FirstConfig): string {
  const text = (value: string): string => `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
  return `// Configures Octavo. Hover over an option to read what it does.
import { defineConfig } from 'octavo';

export default defineConfig({
  documents: [${documents.map(text).join(', ')}],
  out: ${text(out)},
  // The extension of imports in generated code: '.ts' where Node.js or a bundler takes TypeScript as it is, '.js' where it is compiled.
  importExtension: '${importExtension}',
});
`;
}

export const gitignore = 'node_modules/\n.octavo/\n';

/** Says what generated code is in a project whose own files may be CommonJS, which load it with `require`. */
export const moduleManifest = '{ "type": "module" }\n';

/**
 * For editors and for `npx tsc`, in a project whose TypeScript Node.js runs as it is. `module`: `NodeNext` where package.json has a type;
 * `Preserve` where Node.js goes by the syntax of each file.
 */
export const tsconfig = (module: 'NodeNext' | 'Preserve'): string => `{
  "compilerOptions": {
    "target": "ES2023",
    "lib": ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    "module": "${module}",
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "skipLibCheck": true,
    "types": ["node"]
  }
}
`;

export const document = `openapi: 3.1.1
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
