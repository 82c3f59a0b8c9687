// The configuration: valid ones become a project; all faults are reported at once, with suggestions for misspelled names.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OctavoError } from '../../generator/base/error.ts';
import { closest } from '../../generator/base/suggest.ts';
import { checkConfig } from '../../generator/config/check.ts';
import { defineConfig } from '../../generator/config/config.ts';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { defaultLimits } from '../../generator/load/limits.ts';
import { read } from '../../generator/run/pipeline.ts';
import { config, notes, type Scratch, scratch } from './project.ts';

let project: Scratch;
beforeEach(() => {
  project = scratch();
});
afterEach(() => project.remove());

async function fault(work: Promise<unknown>): Promise<OctavoError> {
  const error = await work.catch((reason: unknown) => reason);
  if (error instanceof OctavoError) return error;
  throw new Error(`expected an OctavoError, got ${String(error)}`);
}

describe('checkConfig', () => {
  const cases: [what: string, config: unknown, want: string[]][] = [
    ['fine', defineConfig({ documents: ['a.yaml', { input: 'b.yaml', name: 'B', include: { tags: ['x'] } }], dev: { port: 0 } }), []],
    ['nothing', undefined, ['Its default export must be `defineConfig({ … })`.']],
    ['no documents', {}, ['`documents` is missing: name at least one OpenAPI document.']],
    ['an empty list', { documents: [] }, ['`documents` must be an array with at least one document.']],
    [
      'a misspelt option',
      { documents: ['a'], importExtensions: '.ts' },
      ['Unknown option `importExtensions`. Did you mean `importExtension`?'],
    ],
    ['a key of Object.prototype', { documents: ['a'], constructor: 1 }, ['Unknown option `constructor`.']],
    [
      'several at once',
      { documents: [{ inptu: 'a.yaml', name: 'email' }, 7], out: 3, dev: { port: 70000 } },
      [
        '`out` must be a string.',
        '`dev.port` must be a port number.',
        'Unknown option `documents[0].inptu`. Did you mean `documents[0].input`?',
        '`documents[0].name` must be a PascalCase word, such as `Email`.',
        '`documents[0].input` is missing: the path of the document.',
        '`documents[1]` must be a path or an object with `input`.',
      ],
    ],
    ['limits', { documents: ['a'], limits: { depth: 900, fileBytes: 1e9 } }, []],
    [
      'limits that are none',
      { documents: ['a'], limits: { depth: 0, bytes: 3 } },
      ['`limits.depth` must be a whole number above 0.', 'Unknown option `limits.bytes`.'],
    ],
    [
      'names',
      { documents: [{ input: 'a', names: { operation: {}, schemas: { a: 7 }, operations: 'b' } }], names: { schemas: {} } },
      [
        '`names.schemas` is about one document: write `names` beside the `input` of that document.',
        'Unknown option `documents[0].names.operation`. Did you mean `documents[0].names.operations`?',
        '`documents[0].names.schemas["a"]` must be a string: the name in code.',
        '`documents[0].names.operations` must be an object of names in code by names in the document.',
      ],
    ],
    [
      'a filter',
      { documents: [{ input: 'a', include: { tag: ['x'] } }] },
      ['Unknown option `documents[0].include.tag`. Did you mean `documents[0].include.tags`?'],
    ],
  ];
  for (const [what, given, want] of cases) test(what, () => expect(checkConfig(given)).toEqual(want));
});

test('the limits of the configuration have the loader’s names and reach the loader', async () => {
  const file = path.join(project.root, 'deep.yaml');
  writeFileSync(file, "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\nx-a: { b: { c: { d: 1 } } }\n");
  const at = { root: project.root, allowRemote: [], strict: false };
  expect((await read(at, { file })).problems).toEqual([]);
  const { problems, service } = await read({ ...at, limits: { depth: 3 } }, { file });
  expect(service).toBeUndefined();
  expect(problems.map((problem) => `${problem.message} ${problem.fix}`).join()).toContain('limits.depth');
});

describe('closest', () => {
  const cases: [word: string, want: string | undefined][] = [
    ['genrate', 'generate'],
    ['DIFF', 'diff'],
    ['lnit', 'lint'],
    ['frobnicate', undefined],
    ['', undefined],
  ];
  for (const [word, want] of cases) test(word, () => expect(closest(word, ['generate', 'diff', 'lint'])).toBe(want));
});

describe('loadProject', () => {
  test('reads the configuration and makes every path absolute', async () => {
    project.put('octavo.config.ts', "const documents: string[] = ['specs/a.yaml'];\nexport default { documents };\n");
    project.put('specs/a.yaml', notes());
    const loaded = await project.load();
    expect(loaded).toMatchObject({
      root: project.root,
      complete: true,
      importExtension: '.ts',
      schema: true,
      out: path.join(project.root, 'generated'),
    });
    const chosen = {
      partial: false,
      formats: 'assert',
      held: {},
      meantFormats: [],
      enums: 'closed',
      enumConstants: false,
      deepObjectLists: 'numbered',
      queryNulls: 'absent',
      patterns: 'linear',
      parameterDefaults: 'apply',
      conformance: false,
      bundle: false,
    };
    expect(loaded.documents).toEqual([
      { id: 'a', file: path.join(project.root, 'specs/a.yaml'), folder: path.join(project.root, 'generated/a'), overlays: [], ...chosen },
    ]);
  });

  test('a file on the command line keeps its options from the configuration', async () => {
    project.put('octavo.config.mjs', "export default { documents: [{ input: 'a.yaml', name: 'Alpha' }, 'b.yaml'] };\n");
    project.put('a.yaml', notes());
    project.put('b.yaml', notes());
    const loaded = await project.load({ files: ['a.yaml'] });
    expect(loaded.complete).toBe(false);
    expect(loaded.documents.map(({ id, name }) => [id, name])).toEqual([['a', 'Alpha']]);
  });

  test('a document’s `openEnums` overrides the project’s', async () => {
    project.put('octavo.config.mjs', "export default { enums: 'open', documents: [{ input: 'a.yaml', enums: 'closed' }, 'b.yaml'] };\n");
    project.put('a.yaml', notes());
    project.put('b.yaml', notes());
    expect((await project.load()).documents.map(({ enums }) => enums)).toEqual(['closed', 'open']);
  });

  test('`formats`: the command line comes before the document, and the document before the project', async () => {
    project.put(
      'octavo.config.mjs',
      "export default { formats: 'annotate', documents: [{ input: 'a.yaml', formats: 'lenient' }, 'b.yaml'] };\n",
    );
    project.put('a.yaml', notes());
    project.put('b.yaml', notes());
    expect((await project.load()).documents.map(({ formats }) => formats)).toEqual(['lenient', 'annotate']);
    expect((await project.load({ formats: 'assert' })).documents.map(({ formats }) => formats)).toEqual(['assert', 'assert']);
  });

  test('a document’s `int64` and `dates` override the project’s', async () => {
    project.put(
      'octavo.config.mjs',
      "export default { int64: 'bigint', documents: [{ input: 'a.yaml', int64: 'string', dates: 'date' }, 'b.yaml'] };\n",
    );
    project.put('a.yaml', notes());
    project.put('b.yaml', notes());
    expect((await project.load()).documents.map(({ held }) => held)).toEqual([
      shortForms({ int64: 'string', dates: 'date' }),
      shortForms({ int64: 'bigint' }),
    ]);
  });

  test('without a configuration, openapi.yaml is used', async () => {
    project.put('.git/HEAD', '');
    project.put('openapi.yaml', notes());
    expect((await project.load()).documents.map(({ id }) => id)).toEqual(['openapi']);
  });

  const wrong: [what: string, files: Record<string, string>, code: string, says: RegExp][] = [
    ['nothing at all', {}, 'no-documents', /Found no OpenAPI document/],
    ['a syntax error', { 'octavo.config.mjs': 'export default {' }, 'config-broken', /Cannot load `.*octavo\.config\.mjs`/],
    ['a throw', { 'octavo.config.mjs': "throw new Error('no such secret')" }, 'config-broken', /no such secret/],
    ['an import that is missing', { 'octavo.config.mjs': "import 'not-there'" }, 'config-broken', /not-there/],
    ['a wrong option', { 'octavo.config.mjs': 'export default { document: [] }' }, 'config-invalid', /Did you mean `documents`/],
    [
      'an overlay that is missing',
      { 'octavo.config.mjs': "export default { documents: [{ input: 'a.yaml', overlays: ['specs/o.yaml'] }] }", 'a.yaml': '' },
      'overlay-missing',
      /specs\/o\.yaml/,
    ],
    ['a document that is missing', { 'octavo.config.mjs': config('a') }, 'document-missing', /specs\/a\.yaml/],
    [
      'two documents for one folder',
      { 'octavo.config.mjs': "export default { documents: ['a/x.yaml', 'b/X.json'] }", 'a/x.yaml': '', 'b/X.json': '' },
      'same-output',
      /a\/x\.yaml` and `.*b\/X\.json/,
    ],
    [
      'two documents whose names differ in composed and decomposed letters only (case 15)',
      {
        'octavo.config.mjs': "export default { documents: ['a/\\u00c4.yaml', 'b/A\\u0308.yaml'] }",
        'a/\u00c4.yaml': '',
        'b/A\u0308.yaml': '',
      },
      'same-output',
      /would both be written/,
    ],
    ...['.yaml', '..yaml', '...yaml'].map((name): [string, Record<string, string>, string, RegExp] => [
      `a document called ${name}, whose output would be that of all or lie outside (case 15),`,
      { 'octavo.config.mjs': `export default { documents: ['specs/${name}'] }`, [`specs/${name}`]: notes() },
      'document-name',
      /no name before its extension/,
    ]),
  ];
  for (const [what, files, code, says] of wrong) {
    test(`case 100: ${what} is exit 2`, async () => {
      project.put('.git/HEAD', '');
      for (const [name, text] of Object.entries(files)) project.put(name, text);
      const error = await fault(project.load());
      expect(error).toMatchObject({ code, exitCode: 2 });
      expect(error.message).toMatch(says);
      expect(error.fix).toBeTruthy();
    });
  }

  test('a missing configuration named with --config', async () => {
    const { loadProject } = await import('../../generator/config/config.ts');
    expect(await fault(loadProject({ cwd: project.root, configFile: 'x.ts' }))).toMatchObject({ code: 'config-missing', exitCode: 2 });
  });
});

describe('docs/configuration.md', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8');

  test('lists every limit with its default', () => {
    const rows = text.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm);
    expect(Object.fromEntries([...rows].map(([, name, value = '']) => [name, Number(value.replaceAll(',', ''))]))).toEqual(defaultLimits);
  });

  test('lists options that exist, and each once', () => {
    const [table = ''] = /^\| option \|(?:.*\n\|)+/m.exec(text) ?? [];
    const names = [...table.matchAll(/^\| (`[^|]+`) \| [^|]+ \| [^|]+ \|$/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)]);
    const options = names.map(([, name = '']) => name);
    expect(options.length).toBeGreaterThan(15);
    expect(new Set(options).size).toBe(options.length);
    const top = options.filter((name) => !name.startsWith('documents[]'));
    const inner = options.filter((name) => name.startsWith('documents[]')).map((name) => name.replace('documents[].', ''));
    const given = {
      ...Object.fromEntries(top.map((name) => [name, null])),
      documents: [Object.fromEntries(inner.map((name) => [name, null]))],
    };
    expect(checkConfig(given).filter((fault) => fault.startsWith('Unknown'))).toEqual([]);
  });
});
