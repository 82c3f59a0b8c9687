// Bun, Deno and workerd: where their executables are, and how they run the suites.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

export interface Runtime {
  readonly name: string;
  /** Absent if its packages are not installed: `npm --prefix test/runtimes ci`. */
  readonly executable: string | undefined;
  /** What arrives at the server of `é` in a header; see the suite's context. */
  readonly accented?: string;
  /** Cases of the server that the platform cannot pass, and why. */
  readonly without?: Readonly<Record<string, string>>;
  /** Runs the client suite against a base URL; gives what it printed. */
  runClient(project: string, url: string): Promise<string>;
  /** Starts the server; the base URL of the service is below `url`. */
  serve(project: string): Promise<RunningServer>;
}

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The executable of the platform's package. The packages' install scripts, which nobody runs, would put it elsewhere. */
function executableOf(pattern: string): string | undefined {
  const [found] = globSync(join(import.meta.dirname, 'node_modules', pattern));
  return found !== undefined && existsSync(found) ? found : undefined;
}

const suffix = process.platform === 'win32' ? '.exe' : '';

const bun = executableOf(`@oven/bun-*/bin/bun${suffix}`);
const deno = executableOf(`@deno/*/deno${suffix}`);
const workerd = executableOf(`@cloudflare/workerd-*/bin/workerd${suffix}`);

export const runtimes: readonly Runtime[] = [
  {
    name: 'Bun',
    executable: bun,
    runClient: (project, url) => printed(bun, ['client.ts', url], project),
    serve: (project) => started(bun, ['bun.ts'], project),
  },
  {
    name: 'Deno',
    executable: deno,
    runClient: (project, url) => printed(deno, ['run', '--allow-all', '--no-check', '--cached-only', 'client.ts', url], project),
    serve: (project) => started(deno, ['run', '--allow-all', '--no-check', '--cached-only', 'deno.ts'], project),
  },
  {
    name: 'workerd',
    executable: workerd,
    // It reads headers as UTF-8, and clients in Node write Latin-1.
    accented: '\ufffd',
    without: {
      'a caller that goes away while the handler works aborts its signal':
        'workerd ends the work for a caller that has gone, and runs no code for it',
      'a reader that leaves a stream ends its source, and aborts the signal':
        'workerd ends the work for a caller that has gone, and runs no code for it',
    },
    async runClient(project, url) {
      const server = await startWorkerd(project);
      try {
        return await (await fetch(`${server.url}/client-suite?url=${encodeURIComponent(url)}`)).text();
      } finally {
        await server.stop();
      }
    },
    serve: startWorkerd,
  },
];

/** workerd writes the port that it listens on to a file descriptor, as JSON. */
function startWorkerd(project: string): Promise<RunningServer> {
  return started(workerd, ['serve', 'workerd.capnp', '--control-fd=1'], project);
}

function run(executable: string | undefined, args: readonly string[], cwd: string): { child: ChildProcess; ended: Promise<string> } {
  if (executable === undefined) throw new Error('it is not installed');
  const child = spawn(executable, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(errors)));
  return { child, ended };
}

async function printed(executable: string | undefined, args: readonly string[], cwd: string): Promise<string> {
  const { child, ended } = run(executable, args, cwd);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const errors = await ended;
  if (child.exitCode !== 0) throw new Error(`it ended with ${child.exitCode}: ${errors}${output}`);
  return output;
}

/** Starts a server, and waits until it has printed its address or, as JSON, its port. */
function started(executable: string | undefined, args: readonly string[], cwd: string): Promise<RunningServer> {
  const { child, ended } = run(executable, args, cwd);
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      const [, port] = /"port":(\d+)/.exec(output) ?? [];
      if (url !== undefined) resolve({ url, stop });
      else if (port !== undefined) resolve({ url: `http://127.0.0.1:${port}`, stop });
    });
    ended.then((errors) => reject(new Error(`it ended with ${child.exitCode}: ${errors}${output}`)), reject);
  });
}
