// A temporary project outside the repository.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadProject, type Overrides, type Project } from '../../generator/config/config.ts';
import { shareSchemaThread } from '../support/schema-thread.ts';

export interface Scratch {
  readonly root: string;
  put(name: string, text: string): string;
  load(overrides?: Overrides): Promise<Project>;
  remove(): void;
}

export function scratch(): Scratch {
  shareSchemaThread();
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'octavo-test-')));
  return {
    root,
    put(name, text) {
      const file = path.join(root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    load: (overrides) => loadProject({ cwd: root }, overrides),
    // What a killed command has started may write for a moment longer.
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** A small valid document, whose output contains the word. */
export function notes(word = 'Notes', extra = ''): string {
  return `openapi: 3.1.1
info: { title: ${word}, version: "1" }
servers: [{ url: https://example.com }]
paths:
  /notes/{id}:
    get:
      operationId: getNote
      tags: [Notes]
      summary: One note of ${word}.
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
      responses:
        "200":
          description: The note.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Note" }
              example: { text: Buy milk }
        "404": { description: There is none. }
  /tags:
    get:
      operationId: listTags
      tags: [Tags]
      responses:
        "204": { description: None yet. }
components:
  schemas:
    Note:
      type: object
      required: [text]
      properties:
        text: { type: string }
${extra}`;
}

/** A configuration of the documents `specs/<id>.yaml`, without an import. */
export function config(...ids: readonly string[]): string {
  const documents = ids.map((id) => `{ input: 'specs/${id}.yaml' }`).join(', ');
  return `export default { documents: [${documents}], out: 'generated', importExtension: '.ts' };\n`;
}
