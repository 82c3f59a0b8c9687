// Starts `octavo dev` as `npm start` does, on free ports, in a folder of its own, so that it shares neither ports nor data with other runs.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './documents.ts';
import { byEffort } from './effort.ts';
import { startProgram } from './program.ts';

export interface DevPortal {
  /** The address of the portal, without a slash at the end. */
  readonly url: string;
  /** The live address of a document. */
  live(id: string): Promise<string>;
  close(): Promise<unknown>;
}

/**
 * A new folder whose project is the one of this repository: its documents, statements and services. A quick run builds the references of the documents
 * that `ids` names (default: all), since building one takes seconds; a deep run builds all.
 */
export function repositoryProject(name: string, ids?: readonly string[]): string {
  const folder = emptyProject(name);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const inputs = byEffort({ quick: ids, deep: undefined })?.map((id) => `specs/${id}.yaml`);
  const chosen = inputs === undefined ? '' : `.filter(({ input }) => ${JSON.stringify(inputs)}.includes(input))`;
  const config = `import { resolve } from 'node:path';
import config from '../../../octavo.config.ts';

const root = resolve(import.meta.dirname, '../../..');
export default {
  ...config,
  documents: config.documents${chosen}.map((document) => ({ ...document, input: resolve(root, document.input) })),
  statements: resolve(root, config.statements),
  serve: resolve(root, config.serve),
};
`;
  writeFileSync(path.join(folder, 'octavo.config.ts'), config);
  return folder;
}

/** A new folder with one of the examples, without what was generated in it. */
export function exampleProject(name: string, example: string): string {
  const folder = emptyProject(name);
  const made = ['node_modules', 'api', '.octavo'];
  cpSync(path.join(root, 'examples', example), folder, { recursive: true, filter: (file) => !made.includes(path.basename(file)) });
  return folder;
}

function emptyProject(name: string): string {
  const folder = path.join(root, '.octavo/tmp', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Resolves when the portal, the mocks and the live services answer, and all references are built. */
export async function startDev(folder: string): Promise<DevPortal> {
  const program = startProgram(
    process.execPath,
    [path.join(root, 'generator/bin/octavo.js'), 'dev', '--no-open', '--port', '0', '--live-port', '0'],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
  );
  const printed = async (pattern: RegExp): Promise<string> => (await program.printed(pattern))[1] ?? '';
  await printed(/^docs: built .* in .* s\.$/m);
  return {
    url: await printed(/docs +(http:\/\/127\.0\.0\.1:\d+)\//),
    live: (id) => printed(new RegExp(`^ +${id} +(http:\\S+) +\\(live\\)`, 'm')),
    close: () => program.stop(),
  };
}
