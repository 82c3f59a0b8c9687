// Runs the steps of the action as a workflow does: against a repository made for the test, and an API on loopback in place of GitHub's.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { notes, type Scratch, scratch } from '../generate/project.ts';
import { root } from '../support/documents.ts';
import { sampleOf } from '../support/effort.ts';

const folder = path.resolve(import.meta.dirname, '../../generator/action');
const action = load(readFileSync(path.join(folder, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly { shell: string; run: string; env: Record<string, string> }[] };
};

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
}

let comments: Comment[];
let refused: number | undefined;
const requests: string[] = [];
const api = createServer((request, response) => {
  requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (refused !== undefined) return answer(refused, {});
    if (request.method === 'GET') return answer(200, comments);
    const text = (JSON.parse(body) as { body: string }).body;
    if (request.method === 'POST') {
      const made = { id: comments.length + 1, body: text, user: { type: 'Bot' } };
      comments.push(made);
      return answer(201, made);
    }
    const known = comments.find(({ id }) => request.url?.endsWith(`/comments/${id}`));
    if (known === undefined) return answer(404, {});
    known.body = text;
    answer(200, known);
  });
});

let origin: Scratch;
let clone: Scratch;
let checkout: string;

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd, encoding: 'utf8' });

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  origin = scratch();
  clone = scratch();
  git(origin.root, 'init', '--quiet', '--initial-branch=main');
  origin.put('specs/notes.yaml', notes());
  git(origin.root, 'add', '.');
  git(origin.root, 'commit', '--quiet', '--message', 'First');
});
afterAll(async () => {
  await new Promise((resolve) => api.close(resolve));
  origin.remove();
  clone.remove();
});
beforeEach(() => {
  comments = [];
  refused = undefined;
  requests.length = 0;
  // As the checkout of a workflow: one commit, and no branch of the origin.
  checkout = path.join(clone.root, 'checkout');
  rmSync(checkout, { recursive: true, force: true });
  git(clone.root, 'clone', '--quiet', '--depth=1', `file://${origin.root}`, 'checkout');
  git(checkout, 'update-ref', '-d', 'refs/remotes/origin/main');
});

interface Given {
  readonly documents?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: object;
  readonly eventName?: string;
}

const pullRequest = (from = 'octo/notes') => ({
  pull_request: { number: 7, base: { ref: 'main', repo: { full_name: 'octo/notes' } }, head: { repo: { full_name: from } } },
});

async function run({ documents = 'specs/notes.yaml', inputs = {}, event = pullRequest(), eventName = 'pull_request' }: Given = {}) {
  const summary = clone.put('summary.md', '');
  const given: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''])),
    token: 'job-token',
    documents,
    ...inputs,
  };
  const filledIn = (text: string) =>
    text
      .replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, name: string) => given[name] ?? '')
      .replaceAll(/\$\{\{ github\.action_path \}\}/g, folder);
  let printed = '';
  let code: number | null = 0;
  for (const step of action.runs.steps) {
    const own = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, filledIn(text)]));
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: checkout,
      env: {
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
        HOME: clone.root,
        // As other programs that tests start, those of the steps load what has been compiled before.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        GITHUB_EVENT_NAME: eventName,
        GITHUB_EVENT_PATH: clone.put('event.json', JSON.stringify(event)),
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_REPOSITORY: 'octo/notes',
        GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
        ...own,
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += String(chunk);
      });
    code = await new Promise((resolve) => child.on('close', resolve));
  }
  return { code, printed, summary: readFileSync(summary, 'utf8') };
}

const change = (text: string) => writeFileSync(path.join(checkout, 'specs/notes.yaml'), text);
const BROKEN = notes().replace('type: integer', 'type: string');

test('is a composite action whose inputs reach no command as text', () => {
  expect(action.runs.using).toBe('composite');
  for (const { run: command } of action.runs.steps) expect(command).not.toContain('${{');
});

describe('a pull request', () => {
  test('that breaks callers: an annotation, a summary, one comment that is brought up to date, and a failure', async () => {
    change(BROKEN);
    const first = await run();
    expect(first.printed).toMatch(
      /^::error file=specs\/notes\.yaml,line=11,col=\d+,title=breaking change of operation getNote::path parameter `id` /m,
    );
    expect(first.summary).toContain('### Operation `getNote`');
    expect(first.code).toBe(1);
    expect(comments).toMatchObject([{ body: first.summary }]);

    change(notes().replace('operationId: listTags', 'operationId: listTags\n      deprecated: true'));
    const second = await run();
    expect(second.code).toBe(0);
    expect(second.printed).toMatch(/^::notice file=specs\/notes\.yaml,/m);
    change(notes());
    expect(await run()).toMatchObject({ code: 0, printed: '' });
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain('No changes that affect callers');
    expect(requests.every((request) => request.endsWith('Bearer job-token'))).toBe(true);
  });

  test('that concerns code of the project: its lines have annotations, and stand in the comment', async () => {
    symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
    const options = { target: 'es2023', module: 'nodenext', strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] };
    writeFileSync(path.join(checkout, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }));
    const made = await octavo(['generate', 'specs/notes.yaml', '--out', 'src/api', '--no-schema'], { cwd: checkout });
    expect(made.code, made.stderr).toBe(0);
    const code = [
      "import { createNotesClient } from './api/notes/index.ts';",
      "const client = createNotesClient({ baseUrl: 'https://example.com' });",
      'await client.getNote({ path: { id: 7 } });',
    ];
    writeFileSync(path.join(checkout, 'src/first.ts'), code.join('\n'));
    change(BROKEN);
    const { code: exit, printed, summary } = await run({ inputs: { callers: 'src', 'fail-on': 'affects-callers' } });
    expect(printed).toMatch(/^::error file=src\/first\.ts,line=3,col=\d+,title=code that a change of the API concerns::/m);
    expect(summary).toContain('1 place in the code is concerned.');
    expect(summary).toMatch(/\n {2}- `src\/first\.ts:3:\d+`: .*; it no longer compiles: /);
    expect(comments).toMatchObject([{ body: summary }]);
    expect(exit).toBe(1);
  });

  test('that changes nothing gets no comment', async () => {
    expect(await run()).toMatchObject({ code: 0, printed: '' });
    expect(comments).toEqual([]);
  });

  test('a comment of a person that begins alike stays theirs', async () => {
    const theirs = { id: 99, body: '<!-- octavo diff -->\nmine', user: { type: 'User' } };
    comments.push(theirs);
    change(BROKEN);
    await run({ inputs: { 'fail-on': 'never' } });
    expect(theirs.body).toBe('<!-- octavo diff -->\nmine');
    expect(comments).toHaveLength(2);
  });

  test('of a fork gets the summary, and no comment', async () => {
    change(BROKEN);
    const removed = { pull_request: { ...pullRequest().pull_request, head: { repo: null } } };
    for (const event of sampleOf([pullRequest('stranger/notes'), removed], 1)) {
      const { code, printed, summary } = await run({ event });
      expect(code).toBe(1);
      expect(summary).toContain('### Operation `getNote`');
      expect(printed).toContain('A pull request of a fork gets no comment.');
    }
    expect(requests).toEqual([]);
  });

  test('where the job may not comment, it says what to give, and is judged by its changes alone', async () => {
    refused = 403;
    change(notes().replace('operationId: listTags', 'operationId: listTags\n      deprecated: true'));
    const { code, printed } = await run();
    expect(code).toBe(0);
    expect(printed).toContain(
      '::warning title=Octavo diff::The comment on the pull request could not be written: the API answers 403. Give the job',
    );
  });

  test('with a document that is new, and one that has errors', async () => {
    writeFileSync(path.join(checkout, 'specs/other.yaml'), notes());
    change(notes().replace('#/components/schemas/Note', '#/components/schemas/Nothing'));
    const { code, printed, summary } = await run({ documents: 'specs/other.yaml\nspecs/notes.yaml\n' });
    expect(code).toBe(1);
    expect(summary).toContain('`specs/other.yaml` is new');
    expect(summary).toContain('`specs/notes.yaml` cannot be compared, since a version of it has errors.');
    expect(printed).toMatch(/^::error file=specs\/notes\.yaml,title=Octavo diff::error ref-not-found/m);
  });
});

describe('other events', () => {
  test('a push is compared with the commit before it', async () => {
    const before = git(origin.root, 'rev-parse', 'HEAD').trim();
    change(BROKEN);
    const { code, summary } = await run({ eventName: 'push', event: { before } });
    expect(code).toBe(1);
    expect(summary).toContain('### Operation `getNote`');
    expect(requests).toEqual([]);
  });

  const INCOMPARABLE = [
    ['pull_request_target', pullRequest(), {}, /Use `on: pull_request`/],
    ['push', { before: '0'.repeat(40) }, {}, /There is no version to compare with: name one with the input `base`\./],
    ['pull_request', pullRequest(), { documents: ' \n' }, /The input `documents` is empty/],
    ['pull_request', pullRequest(), { documents: 'nothing.yaml' }, /There is no document `nothing\.yaml` in the repository/],
    [
      'pull_request',
      pullRequest(),
      { 'fail-on': 'sometimes; exit 0' },
      /`--fail-on sometimes; exit 0` is not one of breaking, affects-callers, any, never/,
    ],
  ] as const;

  test.each(sampleOf(INCOMPARABLE, 2))('%s that cannot be compared: %j %j', async (eventName, event, inputs, message) => {
    const { code, printed } = await run({ eventName, event, inputs, documents: 'specs/notes.yaml' });
    expect(code).toBe(2);
    expect(printed).toMatch(/^::error title=Octavo diff::/m);
    expect(printed).toMatch(message);
  });
});
