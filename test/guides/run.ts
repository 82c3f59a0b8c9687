// Runs a snippet of the guides where it says, and returns its output.
import { spawn } from 'node:child_process';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { root } from './project.ts';

export interface Run {
  readonly printed: string;
  /** Final text of the page. */
  readonly shown?: string;
}

export interface Command extends Run {
  readonly code: number | null;
}

/** Timeout in milliseconds. */
const PROCESS_LIMIT = 200_000;
const PAGE_LIMIT = 120_000;

/** Runs a program in a folder until it ends; returns the output of both streams. */
export function runNode(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Command> {
  return startNode(cwd, args, env).ended;
}

interface Started {
  readonly ended: Promise<Command>;
  /** Resolves when the program has printed the text; rejects when it ends first. */
  printedLine(line: string | RegExp): Promise<string>;
  stop(): void;
}

export function startNode(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_ENV$|^TEST$/.test(name)));
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...own, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PROCESS_LIMIT,
  });
  let printed = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      for (const watch of watchers) watch();
    });
  }
  const ended = new Promise<Command>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, printed }));
  });
  return {
    ended,
    printedLine: (line) =>
      new Promise((resolve, reject) => {
        const watch = (): void => {
          const found = printed.match(line);
          if (found !== null) resolve(found[0]);
        };
        watchers.add(watch);
        watch();
        ended.then(() => reject(new Error(`It ended first: ${printed}`)), reject);
      }),
    stop: () => void child.kill(),
  };
}

/** Bundles a snippet, a file by its absolute path, into one script for browsers. */
export async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    absWorkingDir: root,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Opens the page at `url`, clicks the button, and returns its console output when `isDone`. */
export async function runPage(
  browser: Browser,
  url: string,
  click: string | undefined,
  isDone: (run: Required<Run>) => boolean,
): Promise<Run> {
  const page = await browser.newPage();
  try {
    let printed = '';
    page.on('console', (message) => {
      printed += `${message.text()}\n`;
    });
    page.on('pageerror', (error) => {
      printed += `${String(error)}\n`;
    });
    await page.goto(url);
    if (click !== undefined) await page.getByRole('button', { name: click }).click({ timeout: PAGE_LIMIT });
    let run = { printed, shown: '' };
    for (const limit = Date.now() + PAGE_LIMIT; Date.now() < limit; ) {
      run = { printed, shown: await page.evaluate<string>('document.body.innerText') };
      if (isDone(run)) break;
      await new Promise((next) => setTimeout(next, 20));
    }
    return run;
  } finally {
    await page.close();
  }
}
