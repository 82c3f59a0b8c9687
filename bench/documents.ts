// The documents that are measured: those of this repository, and a large one from elsewhere. A quick run takes small ones.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import workspace from '../octavo.config.ts';
import { quick } from './effort.ts';

export const root = resolve(import.meta.dirname, '..');

const documents = workspace.documents
  .map((document) => (typeof document === 'string' ? { input: document } : document))
  .filter(({ input }) => !quick || ['d-events', 'h-email'].includes(idOf(input)));

function idOf(input: string): string {
  return basename(input, '.yaml');
}

/** File names without their endings. */
export const ids: readonly string[] = documents.map(({ input }) => idOf(input));

export const largest: string = ids.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));

function sizeOf(id: string): number {
  return readFileSync(join(root, 'specs', `${id}.yaml`)).length;
}

export const large: { readonly title: string; readonly file: string } = quick
  ? { title: 'Petstore', file: join(root, 'node_modules/@readme/oas-examples/3.1/json/petstore.json') }
  : { title: 'GitHub, 13 MB', file: join(root, 'bench/node_modules/@octokit/openapi/generated/api.github.com.json') };

/** Copies the documents of this repository to `specs/` in `folder`, with a configuration that names them; `changes` overrides its fields. */
export function writeProject(folder: string, changes: Readonly<Record<string, unknown>>): void {
  mkdirSync(join(folder, 'specs'), { recursive: true });
  for (const { input } of documents) cpSync(join(root, input), join(folder, input));
  writeFileSync(join(folder, 'octavo.config.mjs'), `export default ${JSON.stringify({ ...workspace, documents, ...changes })};\n`);
}
