// Skips the tests that do not run with a mock: see `run.ts`.
import { readFileSync } from 'node:fs';
import { beforeEach } from 'vitest';

const { OCTAVO_BEHIND: behind, OCTAVO_WANTED: file = '' } = process.env;
const wanted: ReadonlySet<string> = behind === 'mock' ? new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]) : new Set();

if (behind === 'mock')
  beforeEach(({ task, skip }) => {
    const names: string[] = [];
    for (let at: { readonly name: string; readonly suite?: unknown } | undefined = task; at !== undefined; at = at.suite as typeof at)
      if (at.name !== '') names.unshift(at.name);
    if (!wanted.has(`${task.file.filepath} ${names.join(' ')}`)) skip();
  });
