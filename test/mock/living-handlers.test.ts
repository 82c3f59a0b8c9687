// `--handlers` and `mock.handlers`: a module of the user's own answers in front of a mock that remembers, and one that cannot is refused before the
// start.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { loadProject } from '../../generator/config/config.ts';
import { livingMock } from '../../generator/mock/entry/index.ts';
import { startLivingMock } from '../../generator/mock/living/index.ts';
import { stages } from '../../generator/run/pipeline.ts';
import { octavo } from '../cli/run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-handlers-'));
afterAll(() => rmSync(folder, { recursive: true }));
copyFileSync(path.resolve(import.meta.dirname, '../../docs/guides/library.yaml'), path.join(folder, 'library.yaml'));

const HANDLERS = `
const lost = { status: 404, body: { type: 'about:blank', title: 'Lost', status: 404 } };
let added = 0;
export default {
  getBook: ({ path }) => (path.id === 'lost' ? lost : undefined),
  addBook() {
    added++;
    if (added === 1) throw new Error('The printer is on fire.');
    if (added === 2) return { status: 299 };
    if (added === 3) return 201;
  },
};
`;

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** The mock of the library with a module in front; rejects where the module is refused. */
async function begin(mockHandlers: string) {
  const project = await loadProject({ cwd: folder }, { files: ['library.yaml'] });
  const [document] = project.documents;
  const description = document && (await stages.load(project, document, undefined, new Problems()));
  if (document === undefined || description === undefined) throw new Error('The document is at fault.');
  return startLivingMock([{ description, code: { ...document, mockHandlers } }]);
}

test('a handler answers, leaves a request to the mock, or says by a 503 what went wrong', async () => {
  const mock = await begin(written('handlers.mjs', HANDLERS));
  try {
    const books = `${mock.urlOf('library')}/books`;
    const asked = async (response: Promise<Response>) => {
      const { status, headers } = await response;
      return [status, headers.get('x-octavo-mock'), await (await response).json()];
    };
    const body = JSON.stringify({ title: 'Night Ferry', author: 'Ann Holm', genre: 'travel' });
    const add = () =>
      asked(fetch(books, { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: 'Bearer any' } }));
    const failed = (reason: string) => [503, 'failed', expect.objectContaining({ detail: expect.stringContaining(reason) })];
    expect(await asked(fetch(`${books}/lost`))).toEqual([404, 'handler', { type: 'about:blank', title: 'Lost', status: 404 }]);
    expect(await add()).toEqual(failed('the handler `addBook` failed: The printer is on fire.'));
    expect(await add()).toEqual(failed('the handler `addBook` answered what the document does not allow.'));
    expect(await add()).toEqual(failed('the handler `addBook` returns no object with `status`.'));
    const [status, by, made] = await add();
    expect([status, by]).toEqual([201, 'living']);
    expect(await asked(fetch(`${books}/${made.id}`))).toEqual([200, 'living', made]);
  } finally {
    await mock.stop();
  }
});

test.for([
  ['absent.mjs', undefined, 'There is no file `'],
  ['throws.mjs', `throw new Error('No paper.');`, 'cannot be loaded: No paper.'],
  ['named.mjs', 'export const getBook = () => undefined;', 'exports no handlers. Its default export must be an object of functions'],
  ['empty.mjs', 'export default {};', 'exports no handlers.'],
  ['value.mjs', 'export default { getBook: 1 };', 'The handler `getBook` of `'],
  [
    'unknown.mjs',
    'export default { getBok: () => undefined };',
    'The handler `getBok` is for no operation of the document `library`. Did you mean `getBook`?',
  ],
  ['ends.mjs', 'process.exit(0);', 'The mock of `library` has not started: its thread ended'],
] as const)('%s is refused before the start', async ([name, text, says]) => {
  const file = text === undefined ? path.join(folder, name) : written(name, text);
  await expect(begin(file)).rejects.toMatchObject({ code: 'handlers-broken', exitCode: 2, message: expect.stringContaining(says) });
});

test('`--handlers` needs a mock that remembers, and one document', async () => {
  copyFileSync(path.join(folder, 'library.yaml'), path.join(folder, 'branch.yaml'));
  const mock = (...args: string[]) => octavo(['mock', ...args, '--handlers', 'handlers.mjs'], { cwd: folder });
  expect(await mock('library.yaml')).toMatchObject({ code: 2, stderr: expect.stringContaining('`--handlers` needs `--living`.') });
  expect(await mock('library.yaml', 'branch.yaml', '--living')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('`--handlers` is for one document, and there are 2.'),
  });
});

test('the configuration names modules by document, which a mock in a test has too, behind its own', async () => {
  written('lost.mjs', `export default { getBook: () => ({ status: 404, body: { type: 'about:blank', title: 'Gone', status: 404 } }) };`);
  const configure = (id: string, name = id) =>
    written(`${name}.config.mjs`, `export default { documents: ['library.yaml'], mock: { handlers: { ${id}: 'lost.mjs' } } };`);
  await expect(loadProject({ cwd: folder, configFile: configure('libary') })).rejects.toMatchObject({
    message: expect.stringContaining('`mock.handlers` names the document `libary`, which the configuration does not have.'),
    fix: 'Did you mean `library`?',
  });
  configure('library', 'octavo');
  const book = 'https://lantern-street.library.example/v1/books/any';
  const title = async (handlers: Parameters<typeof livingMock>[1]) => {
    const mock = await livingMock('library', { cwd: folder, ...handlers });
    return (await (await mock.fetch(book)).json()).title;
  };
  expect(await title({})).toBe('Gone');
  expect(await title({ handlers: { getBook: () => ({ status: 404, body: { type: 'about:blank', title: 'Own', status: 404 } }) } })).toBe(
    'Own',
  );
});
