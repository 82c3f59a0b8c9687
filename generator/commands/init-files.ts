// The files that `octavo init` writes: a configuration, a first document, and what an editor and git need.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../error.ts';

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

/** `extension`: of imports in generated code. */
export function configText(documents: readonly string[], extension: '.js' | '.ts'): string {
  return `// Configures Octavo. Hover over an option to read what it does.
import { defineConfig } from 'octavo';

export default defineConfig({
  documents: [${documents.map((name) => `'${name.replaceAll(/['\\]/g, '\\$&')}'`).join(', ')}],
  out: 'generated',
  // The extension of imports in generated code: '.js' for most projects, '.ts' where Node.js runs TypeScript directly.
  importExtension: '${extension}',
});
`;
}

export const gitignore = 'node_modules/\n.octavo/\n';

/** For editors and for `npx tsc`, in a project whose TypeScript Node.js runs as it is. */
export const tsconfig = `{
  "compilerOptions": {
    "target": "ES2023",
    "lib": ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    "module": "NodeNext",
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
