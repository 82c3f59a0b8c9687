// Says where the rows of the benchmark are kept, and opens a sandbox on them; what is there already is used again.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ControlledSandbox, createSandbox } from '../../../services/index.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { quick } from '../../effort.ts';
import { type Loaded, loadWorld } from './load.ts';
import type { WorldOptions } from './world.ts';

/** Git ignores it. */
const folder = resolve(import.meta.dirname, '../../../.octavo/bench');

/** `OCTAVO_BENCH_POSTS` sets how many posts there are. */
export const options: WorldOptions = {
  posts: Number(process.env.OCTAVO_BENCH_POSTS ?? (quick ? 5_000 : 1_000_000)),
  authors: quick ? 500 : 10_000,
  seed: 1,
};

export interface OpenWorld extends Loaded {
  readonly sandbox: ControlledSandbox;
}

/** The file of the rows: one for each size. */
export function fileOf({ posts, authors, seed }: WorldOptions): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `posts-${posts}-${authors}-${seed}.sqlite`);
}

/** Opens the file. It is made under another name, so that one which has its name is whole. */
export async function openFile(): Promise<OpenWorld> {
  const file = fileOf(options);
  if (existsSync(file)) return await open({ file });
  const part = `${file}.part`;
  const remove = (ends: readonly string[]) => ends.map((end) => rmSync(part + end, { force: true }));
  remove(['', '-wal', '-shm', '.lock']);
  const { sandbox } = await open({ file: part });
  await sandbox.close();
  remove(['.lock']);
  renameSync(part, file);
  return { ...(await open({ file })), wasThere: false };
}

export async function open(store: StorePlace): Promise<OpenWorld> {
  const sandbox = await createSandbox({ services: ['b-microblog'], at: 'story', store });
  try {
    return { sandbox, ...(await loadWorld(sandbox, options)) };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
