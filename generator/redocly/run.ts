// Runs a command of Redocly in a process of its own that cannot reach the network.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endsWithParent } from '../base/end-with-parent.ts';
import { ownModule } from '../base/own-module.ts';
import { quietEnvironment } from '../base/peer.ts';
import { TEXTS, type Texts } from './offline.ts';

export interface RedoclyCommand {
  /** Path of Redocly's script. */
  readonly bin: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Documents that it may read by their address. Default: none. */
  readonly texts?: Texts;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

export interface RedoclyOutput {
  /** The exit code; `null` where a signal has ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Rejects where the process cannot be started, and with an `AbortError` where `signal` has ended it. */
export async function runRedocly({ bin, args, cwd, texts = {}, env = {}, signal }: RedoclyCommand): Promise<RedoclyOutput> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-redocly-'));
  try {
    const file = path.join(folder, 'texts.json');
    await writeFile(file, JSON.stringify(texts));
    const offline = ['--import', pathToFileURL(ownModule(import.meta.url, 'offline')).href];
    const child = spawn(process.execPath, [...endsWithParent, ...offline, bin, ...args], {
      cwd,
      env: { ...quietEnvironment(), ...env, [TEXTS]: file },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    });
    const texted = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      texted.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      texted.err += text;
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, ...texted };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
