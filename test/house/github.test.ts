// Checks the files that GitHub reads. Workflows run other people's code, so every action is pinned by commit and every job has minimal permissions.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = resolve(import.meta.dirname, '../../.github');
const textsOf = (name: string) =>
  readdirSync(join(folder, name)).map((file) => [file, readFileSync(join(folder, name, file), 'utf8')] as const);

const texts = textsOf('workflows');
const jobs = texts.flatMap(([file, text]) => Object.entries((load(text) as Workflow).jobs).map(([name, job]) => ({ file, name, job })));

test('every action is pinned to a commit, with its tag in a comment, the same in all workflows', () => {
  const commits = new Map<string, string>();
  for (const [file, text] of texts) {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(lines.length, file).toBeGreaterThan(0);
    for (const line of lines) {
      const [, action = '', pin = ''] = /^ +- uses: ([\w.-]+\/[\w./-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(line) ?? [];
      expect(pin, `${file}: ${line}`).not.toBe('');
      expect(commits.get(action) ?? pin, `${file}: ${line}`).toBe(pin);
      commits.set(action, pin);
    }
  }
});

test.each(texts)('%s has read permission by default and uses no secret', (_file, text) => {
  const { permissions, on } = load(text) as Workflow;
  expect([{}, { contents: 'read' }]).toContainEqual(permissions);
  // These triggers run code of a stranger's pull request with the repository's permissions.
  expect(JSON.stringify(on)).not.toMatch(/pull_request_target|workflow_run/);
  expect(text).not.toContain('secrets.');
});

describe.each(jobs)('$file, job $name', ({ file, name, job }) => {
  test('has minimal permissions and a timeout', () => {
    const more = Object.entries(job.permissions ?? {}).filter(([, right]) => right !== 'read');
    expect(more).toEqual(file === 'publish.yml' && name === 'publish' ? [['id-token', 'write']] : []);
    expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  test('leaves no token in the checkout, and puts no untrusted input into a shell', () => {
    for (const step of job.steps) {
      if (step.uses?.startsWith('actions/checkout@')) expect(step.with?.['persist-credentials']).toBe(false);
      expect(step.run ?? '').not.toContain('${{');
    }
  });
});

test('the job that may publish runs only npm, in a protected environment', () => {
  const publish = jobs.find(({ file, name }) => file === 'publish.yml' && name === 'publish')?.job;
  expect(publish?.environment).toBe('npm');
  const uses = publish?.steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses.split('@')[0]]));
  expect(uses).toEqual(['actions/download-artifact', 'actions/setup-node']);
  const commands = publish?.steps.map(({ run = '' }) => run).join('\n');
  expect(commands?.match(/\b(?:npm|npx|node|bash|sh) \S+/g)).toEqual(['npm view', 'npm publish']);
});

test('every issue form asks for the facts that an investigation needs', () => {
  const forms = textsOf('ISSUE_TEMPLATE').filter(([file]) => file !== 'config.yml');
  expect(forms.map(([file]) => file).toSorted()).toEqual(['bug.yml', 'feature.yml', 'unsupported.yml']);
  for (const [file, text] of forms) {
    const form = load(text) as {
      name?: string;
      description?: string;
      body: { type: string; id?: string; attributes: object; validations?: object }[];
    };
    expect(form.name, file).toMatch(/^[A-Z]/);
    expect(form.description, file).toMatch(/\.$/);
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    expect(new Set(fields.map(({ id }) => id)).size, file).toBe(fields.length);
    for (const field of fields) {
      expect(['textarea', 'input'], file).toContain(field.type);
      expect(field.id, file).toMatch(/^[a-z]+$/);
      expect(field.attributes, file).toMatchObject({ label: expect.stringMatching(/^[A-Z]/), description: expect.stringMatching(/\.$/) });
    }
    expect(
      fields.some(({ validations }) => JSON.stringify(validations) === '{"required":true}'),
      file,
    ).toBe(true);
  }
});
