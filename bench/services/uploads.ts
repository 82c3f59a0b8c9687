// Uploads videos, one alone and many at once, each to a process of its own, and prints how much memory the process has had at most.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMicroblogClient } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { tokens } from '../../services/b-microblog/seeds/credentials.ts';
import { quick } from '../effort.ts';
import { end, start, until } from '../processes.ts';

const MIB = 2 ** 20;
const SIZE = (quick ? 2 : 64) * MIB;
const PART = (quick ? 1 : 4) * MIB;
const MANY = quick ? 2 : 20;
/** What many at once may take more than one alone. */
const BOUND = 64;

interface Measured {
  readonly mebibytes: number;
  readonly seconds: number;
}

/** Bytes of a part that no other has; the first begins as a video does. */
function partOf(index: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PART).fill(index + 1);
  if (index === 0) bytes.set([0, 0, 0, 16, ...Buffer.from('ftypisom'), 0, 0, 2, 0]);
  return bytes;
}

async function upload(baseUrl: string): Promise<void> {
  const client = createMicroblogClient({ baseUrl, credentials: { oauth2: tokens.ines } });
  const begun = unwrap(await client.uploadMedia({ query: { command: 'INIT', total_bytes: SIZE, media_type: 'video/mp4' } }), 202);
  const media_id = begun.data?.id ?? '';
  for (let segment_index = 0; segment_index * PART < SIZE; segment_index++) {
    const media = new Blob([partOf(segment_index)]);
    unwrap(await client.uploadMedia({ query: { command: 'APPEND', media_id }, body: { media, segment_index } }), 204);
  }
  unwrap(await client.uploadMedia({ query: { command: 'FINALIZE', media_id } }), 200);
}

async function measure(uploads: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-uploads-'));
  const server = join(import.meta.dirname, 'uploads-server.ts');
  try {
    const child = start([server, join(folder, 'rows.sqlite')], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await until(() => output.includes('\n'), child);
    const baseUrl = output.trim();
    const began = performance.now();
    await Promise.all(Array.from({ length: uploads }, () => upload(baseUrl)));
    const seconds = (performance.now() - began) / 1000;
    const answer = once(child, 'message');
    child.send('memory');
    const [kibibytes] = (await answer) as [number];
    await end(child);
    return { mebibytes: kibibytes / 1024, seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [one, many] = [await measure(1), await measure(MANY)];
const row = (name: string, { mebibytes, seconds }: Measured) => `| ${name} | ${Math.round(mebibytes)} | ${seconds.toFixed(1)} |`;
console.log(`## Uploads\n\nVideos of ${SIZE / MIB} MiB in parts of ${PART / MIB} MiB, on a file.\n`);
console.log('### Memory of a process\n\n| uploads at once | memory at most, MiB | seconds |\n|---:|---:|---:|');
console.log(`${row('1', one)}\n${row(String(MANY), many)}\n`);
if (many.mebibytes > one.mebibytes + BOUND) {
  console.error(`${MANY} uploads at once take more than ${BOUND} MiB beyond one.`);
  process.exitCode = 1;
}
