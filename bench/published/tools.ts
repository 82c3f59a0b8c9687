// The generators that are compared, each as a command line for one document, and the compiler that checks what they write.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, pack } from '../../scripts/pack.ts';
import { packageFolder, root } from './documents.ts';
import { type Outcome, runNode } from './limited.ts';

export const base: string = join(root, '.octavo/bench/published');
const project = join(base, 'project');
const peers = join(root, 'bench/node_modules');

/** The order of the columns. The first is ours. */
export const toolNames = ['octavo', 'openapi-typescript', 'hey-api'] as const;
export type ToolName = (typeof toolNames)[number];

interface Tool {
  /** Node's arguments for a document that is in the folder of work. */
  readonly args: (document: string) => readonly string[];
  /** The file of the generator's configuration in that folder. */
  readonly configure?: (document: string, folder: string) => void;
  /** Where the generated code finds its packages. */
  readonly packages: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The same compiler options for all; ours must also hold under the stricter ones that the tests of this repository use. */
const STRICT = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: [],
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};
const STRICTER = {
  ...STRICT,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
};

const tools: Readonly<Record<ToolName, Tool>> = {
  octavo: {
    args: () => [join(project, 'node_modules/octavo/bin/octavo.js'), 'generate', '--partial', '--json'],
    configure: (document, folder) =>
      writeFileSync(join(folder, 'octavo.config.mjs'), `export default ${JSON.stringify({ documents: [document], out: 'out' })};\n`),
    packages: join(project, 'node_modules'),
    options: STRICTER,
  },
  'openapi-typescript': {
    args: (document) => [join(peers, 'openapi-typescript/bin/cli.js'), document, '-o', 'out/schema.ts'],
    packages: peers,
    options: STRICT,
  },
  'hey-api': {
    args: () => [join(peers, '@hey-api/openapi-ts/bin/run.js'), '-f', 'hey.config.mjs'],
    configure: (document, folder) => {
      const options = {
        input: join(folder, document),
        output: join(folder, 'out'),
        plugins: ['@hey-api/typescript', '@hey-api/sdk', 'zod', '@hey-api/client-fetch'],
        logs: { level: 'silent', file: false },
      };
      writeFileSync(join(folder, 'hey.config.mjs'), `export default ${JSON.stringify(options)};\n`);
    },
    packages: peers,
    options: STRICT,
  },
};

/** Packs Octavo and installs it as a user does; its tarball tells whether results of an earlier run are still right. */
export function installOctavo(): { readonly tarball: Buffer } {
  const tarballs = pack(join(base, 'pack'));
  install(project, { octavo: tarballs.generator, '@octavo/runtime': tarballs.runtime });
  return { tarball: readFileSync(tarballs.generator) };
}

/** `openapi-typescript 7.13.0` */
export function peerVersions(): Record<Exclude<ToolName, 'octavo'>, string> {
  const versionOf = (name: string): string =>
    (JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8')) as { version: string }).version;
  return { 'openapi-typescript': versionOf('openapi-typescript'), 'hey-api': versionOf('@hey-api/openapi-ts') };
}

/** An empty folder in which one generator works on one document. */
export function workFolder(tool: ToolName, id: string, document: string, text: string): string {
  const folder = join(base, 'work', id, tool);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, document), text);
  symlinkSync(tools[tool].packages, join(folder, 'node_modules'));
  tools[tool].configure?.(document, folder);
  return folder;
}

/** Runs a generator once, without what an earlier run has left. `options` follow its arguments. */
export function generate(tool: ToolName, folder: string, document: string, options: readonly string[] = []): Outcome {
  for (const name of ['out', '.octavo']) rmSync(join(folder, name), { recursive: true, force: true });
  return runNode([...tools[tool].args(document), ...options], folder);
}

/** How many errors TypeScript 7 finds in what the generator wrote; undefined where there is nothing to check. */
export function strictErrors(tool: ToolName, folder: string): number | 'too long' | undefined {
  if (!existsSync(join(folder, 'out'))) return undefined;
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: tools[tool].options, include: ['out'] }));
  const { status, stdout, said } = runNode([join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], folder);
  if (status === 'too long') return status;
  const errors = (stdout.match(/error TS\d+/g) ?? []).length;
  if (status === 'failed' && errors === 0) throw new Error(`The compiler failed: ${said}`);
  return errors;
}
