// Bundles the program of a framework for a page, by the framework's own compiler.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { build, type OnLoadResult, type Plugin, transform } from 'esbuild';

/** The packages of this folder, whose own package.json keeps them out of the workspace. */
const require = createRequire(join(import.meta.dirname, 'package.json'));

type Compile = (text: string, file: string) => Promise<OnLoadResult> | OnLoadResult;

/** A compiler that a test does not have is loaded where it is used first. */
const byFramework: Readonly<Record<string, readonly [filter: RegExp, compile: Compile]>> = {
  vue: [/\.vue$/, compileVue],
  colada: [/\.vue$/, compileVue],
  svelte: [/\.svelte(\.js)?$/, compileSvelte],
  solid: [/solid\/Shelf\.tsx$/, compileSolid],
};

/** @returns one script, which exports `mount` */
export async function bundleProgram(folder: string, framework: string): Promise<string> {
  const compiled = byFramework[framework];
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'programs', `${framework}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['browser', 'svelte'],
    jsx: 'automatic',
    // Angular's decorators, and its fields, which are set before its constructor injects.
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: compiled === undefined ? [] : [pluginOf(...compiled)],
    absWorkingDir: folder,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

function pluginOf(filter: RegExp, compile: Compile): Plugin {
  return {
    name: 'compile',
    setup: ({ onLoad }) => onLoad({ filter }, async ({ path }) => compile(readFileSync(path, 'utf8'), path)),
  };
}

async function compileSvelte(text: string, file: string): Promise<OnLoadResult> {
  const { compile, compileModule } = require('svelte/compiler');
  if (file.endsWith('.js')) return { contents: compileModule(text, { filename: file, generate: 'client' }).js.code };
  return { contents: compile(text, { filename: file, generate: 'client' }).js.code };
}

function compileVue(text: string, file: string): OnLoadResult {
  const { compileScript, parse } = require('vue/compiler-sfc');
  const { descriptor } = parse(text, { filename: file });
  return {
    contents: compileScript(descriptor, { id: basename(file), inlineTemplate: true }).content,
    loader: 'ts',
    resolveDir: resolve(file, '..'),
  };
}

async function compileSolid(text: string, file: string): Promise<OnLoadResult> {
  const { transformAsync } = require('@babel/core');
  const parserOpts = { plugins: ['typescript', 'jsx'] };
  const done = await transformAsync(text, { filename: file, presets: [require('babel-preset-solid')], parserOpts, configFile: false });
  return { contents: (await transform(done.code, { loader: 'ts' })).code, resolveDir: resolve(file, '..') };
}
