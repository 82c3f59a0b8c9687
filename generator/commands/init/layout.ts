// Decides where the files of `octavo init` go and how they import each other, by what package.json and tsconfig.json say.
import path from 'node:path';
import { compilationOf } from '../../base/tsconfig.ts';
import type { Modules } from './modules.ts';

/** The settings of a new configuration. */
export interface FirstConfig {
  readonly documents: readonly string[];
  readonly out: string;
  readonly importExtension: '.ts' | '.js';
}

/** Names of files are relative to the project. */
export interface Layout extends Omit<FirstConfig, 'documents'> {
  readonly config: 'octavo.config.ts' | 'octavo.config.mts' | 'octavo.config.mjs';
  readonly example: string;
  /** Whether `example` is compiled to CommonJS, which has no `await` outside functions. */
  readonly isCommonJs: boolean;
  /** Whether `out` needs a package.json of its own, which says that its files are ES modules. */
  readonly hasOwnManifest: boolean;
  /** The `module` of a new tsconfig.json; `undefined` where there is one. */
  readonly tsconfig: 'NodeNext' | 'Preserve' | undefined;
  /** A change that the user has to make, as a sentence. */
  readonly advice?: string;
}

export function layoutOf(folder: string, modules: Modules): Layout {
  const compilation = compilationOf(folder);
  const isModule = modules === 'module' || modules === 'fresh';
  const isRun = compilation?.importsTypeScript !== false;
  const sources = sourcesIn(folder, compilation?.rootDir);
  const isRefused = !isModule && !isRun && compilation?.keepsImports === true;
  return {
    // TypeScript refuses a TypeScript file outside the folder of all sources. Without a type, Node.js would warn that it had to try the file as
    // CommonJS first.
    config: sources !== '' ? 'octavo.config.mjs' : isModule ? 'octavo.config.ts' : 'octavo.config.mts',
    example: `${sources}example.${isRun && !isModule ? 'mts' : 'ts'}`,
    isCommonJs: !isModule && !isRun,
    importExtension: isRun ? '.ts' : '.js',
    out: `${sources}generated`,
    hasOwnManifest: !isModule && isRun,
    tsconfig: compilation !== undefined ? undefined : modules === 'untyped' ? 'Preserve' : 'NodeNext',
    ...(isRefused
      ? {
          advice:
            'tsconfig.json has `verbatimModuleSyntax`, with which TypeScript refuses `import` in CommonJS files, and so the generated code. ' +
            'Write `"type": "module"` into package.json, or remove the option.',
        }
      : {}),
  };
}

/** `src/` where all sources have to be in that folder of the project; otherwise empty. */
function sourcesIn(folder: string, rootDir: string | undefined): string {
  const below = rootDir === undefined ? '' : path.relative(folder, rootDir).split(path.sep).join('/');
  return below === '' || below.startsWith('..') || path.isAbsolute(below) ? '' : `${below}/`;
}
