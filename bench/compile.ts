// A large document through the generator, then through the compiler: how many operations are there, is the output strict-clean.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { large, root } from './documents.ts';

const folder = join(root, '.octavo/bench/compile');

const STRICT = {
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

function compile(): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(large.file, join(folder, 'large.json'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['out'] }));
  writeFileSync(join(folder, 'octavo.config.mjs'), `export default { documents: ['large.json'], out: 'out', importExtension: '.ts' };\n`);
  const made = spawnSync(process.execPath, [join(root, 'generator/bin/octavo.js'), 'generate', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (made.status !== 0) throw new Error(`octavo generate failed:\n${made.stderr}${made.stdout}`);
  const report = JSON.parse(made.stdout) as {
    documents: { operations: number; schemas: number; problems: { severity: string; message: string }[] }[];
  };
  const [document] = report.documents;
  const declared = Object.values(
    (JSON.parse(readFileSync(join(folder, 'large.json'), 'utf8')) as { paths: Record<string, Record<string, unknown>> }).paths,
  )
    .flatMap((item) => Object.keys(item))
    .filter((key) => ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].includes(key)).length;
  const left = document?.problems.filter((problem) => problem.severity === 'unsupported') ?? [];
  const lines = [
    `### ${large.title}: output under the compiler, strict`,
    '',
    `${document?.operations ?? 0} of ${declared} operations, ${document?.schemas ?? 0} schemas; left out: ${left.length === 0 ? 'none' : left.map((problem) => problem.message.replace(/\.$/, '')).join('; ')}.`,
    '',
    '| compiler | errors | seconds |',
    '|---|---:|---:|',
  ];
  for (const [name, path] of [
    ['TypeScript 7', join(root, 'node_modules/typescript/bin/tsc')],
    ['TypeScript 5.9', join(root, 'generator/node_modules/typescript/bin/tsc')],
  ] as const) {
    const start = performance.now();
    const result = spawnSync(process.execPath, ['--max-old-space-size=8192', path, '-p', folder], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const errors = (result.stdout.match(/error TS/g) ?? []).length + (result.status === 0 || result.stdout.includes('error TS') ? 0 : 1);
    lines.push(`| ${name} | ${errors} | ${((performance.now() - start) / 1000).toFixed(1)} |`);
  }
  return `${lines.join('\n')}\n`;
}

console.log(compile());
