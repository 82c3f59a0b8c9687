// docs/problems.md explains every problem code of Octavo, and only codes that exist.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Codes in the first cell of each row (for changes, in the second), by heading. */
function documented(heading?: string): Set<string> {
  const [, ...sections] = readFileSync(join(root, 'docs/problems.md'), 'utf8').split('\n## ');
  const chosen = sections.filter((section) => heading === undefined || section.startsWith(heading));
  expect(chosen).not.toEqual([]);
  const cell = (section: string) => (section.startsWith('Changes') ? /^\|[^|]*\|([^|]*)\|/gm : /^\|([^|]*)\|/gm);
  const cells = chosen.flatMap((section) => [...section.matchAll(cell(section))].map((match) => match[1] ?? ''));
  return new Set(cells.flatMap((text) => [...text.matchAll(/`([a-z0-9-]+)`/g)].map((match) => match[1] ?? '')));
}

/** The rows of the tables with five columns: code, severity, what is wrong, example, fix. */
function problemRows(): string[][] {
  const lines = readFileSync(join(root, 'docs/problems.md'), 'utf8').split('\n');
  const cells = lines.filter((line) => line.startsWith('| `')).map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
  return cells.filter((row) => row.length === 5).map((row) => row.map((cell) => cell.trim()));
}

/** Codes without an example, because one would be too long or depends on a network. */
const WITHOUT_EXAMPLE = ['limit-references', 'ref-remote-redirect', 'limit-remote-bytes', 'limit-remote-milliseconds', 'raw-types-failed'];

/** The texts of the generator's own modules. To look through the packages that it has installed takes longer than to read the modules. */
function sources(...patterns: string[]): string {
  return globSync(patterns, { cwd: join(root, 'generator'), exclude: (path) => path.includes('node_modules') })
    .map((path) => readFileSync(join(root, 'generator', path), 'utf8'))
    .join('\n');
}

function codes(text: string, ...patterns: RegExp[]): string[] {
  return [...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')))];
}

/** Hyphenated words that are not codes. */
const others = new Set([
  'js-yaml',
  'json-p3',
  'x-nullable',
  'x-boolean-words',
  'x-scheme-words',
  'x-lenient-type',
  'x-comma',
  'x-octavo-name',
  'x-optional-body',
  'x-base',
  'x-aliases',
  'x-any-of-parameters',
  'x-basis',
  'x-errors',
  'x-pagination',
  'x-refusals',
  'x-signature',
  'x-limits',
  'x-order',
  'x-sockets',
  'x-statements',
  'x-stream',
  'x-thing',
  'x-webhook-signature',
  'date-time',
  'json-seq',
  'event-stream',
  'hmac-hex',
  'accept-encoding',
  'content-encoding',
]);
const WORDS = /'([a-z0-9]+(?:-[a-z0-9]+)+)'/g;

test('all codes of the loader are documented', () => {
  const used = codes(sources('load/{*,{check,overlay,references,text}/*}.ts'), WORDS).filter((word) => !others.has(word));
  expect(used.length).toBeGreaterThan(60);
  const known = documented();
  expect(used.filter((code) => !known.has(code))).toEqual([]);
});

test('all codes of other problems are documented', () => {
  const used = codes(sources('**/*.ts'), /\bcode: '([a-z0-9-]+)',\s*severity/g);
  expect(used.length).toBeGreaterThan(20);
  const known = documented();
  expect(used.filter((code) => !known.has(code))).toEqual([]);
});

test('all codes of errors are documented', () => {
  const used = codes(sources('**/*.ts'), /(?:usageError|environmentError|OctavoError|#report)\(\s*'([a-z0-9-]+)'/g);
  expect(used.length).toBeGreaterThan(25);
  expect([...documented('Errors that')].sort()).toEqual(used.sort());
});

test('all codes in responses of the mock, the dev server and the proxy are documented', () => {
  const used = codes(sources('{mock,dev,conform/proxy}/*.ts'), /\bcode: '([a-z0-9-]+)'/g);
  expect([...documented('Answers of')].sort()).toEqual(used.sort());
});

test('all codes of changes are documented', () => {
  const sets = ['operation', 'webhook', 'callback'].flatMap((noun) => [`${noun}-added`, `${noun}-removed`]);
  const used = codes(sources('diff/*.ts'), WORDS, /'(deprecated)'/g);
  expect([...documented('Changes of')].sort()).toEqual([...new Set([...used, ...sets])].sort());
});

test('nothing else is documented', () => {
  const text = sources('**/*.ts');
  const built = new Set([...documented('Changes of')]);
  expect([...documented()].filter((code) => !built.has(code) && !text.includes(`'${code}'`))).toEqual([]);
});

test('every problem is documented with its severity, what is wrong, an example and the fix', () => {
  const rows = problemRows();
  expect(rows.length).toBeGreaterThan(95);
  expect(rows.filter(([, severity = '']) => !/^(?:error|warning|note|unsupported)\b/.test(severity))).toEqual([]);
  expect(rows.filter(([, , meaning, , fix]) => meaning === '' || fix === '')).toEqual([]);
  const bare = rows.filter(([, , , example]) => example === '').map(([code = '']) => code.replaceAll('`', ''));
  expect(bare).toEqual(WITHOUT_EXAMPLE);
});

/** `code: 'x', severity: 'y'` in the sources, in either order. */
test('documented severities match the sources', () => {
  const text = sources('{load,model,docs}/**/*.ts');
  const stated = new Map<string, Set<string>>();
  const add = (code: string, severity: string) => stated.set(code, (stated.get(code) ?? new Set()).add(severity));
  for (const [, code = '', severity = ''] of text.matchAll(/code: '([a-z0-9-]+)',\s*severity: '(\w+)'/g)) add(code, severity);
  for (const [, severity = '', code = ''] of text.matchAll(/severity: '(\w+)',\s*code: '([a-z0-9-]+)'/g)) add(code, severity);
  expect(stated.size).toBeGreaterThan(60);
  const wrong = problemRows().flatMap(([cell = '', severity = '']) => {
    const found = stated.get(cell.replaceAll('`', ''));
    return found === undefined || [...found].every((word) => severity.includes(word)) ? [] : [`${cell}: ${[...found].join(', ')}`];
  });
  expect(wrong).toEqual([]);
});
