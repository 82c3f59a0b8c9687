// Runs one of seven parts of the deep tests, by the date or by `OCTAVO_SHARD=n`, for at most half an hour, and writes vitest's report to
// `.octavo/deep.json`.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const SHARDS = 7;
/** Seven minutes on a quiet machine; a busy one took four times as long. */
const MOST_MINUTES = 30;
/** What a file imports that tries more in a deep run. */
const SAMPLING = /support\/(effort|in-turns|sandboxes|databases)\.ts|\.\/proofs\.ts|\bsomeDocuments\b/;
/** What every part runs: only a deep run of these files installs the packages from the registry. */
const ALWAYS = ['test/packages/first-run.test.ts'];
const DAY = 24 * 60 * 60 * 1000;

const shard = Number(process.env.OCTAVO_SHARD ?? 1 + (Math.floor(Date.now() / DAY) % SHARDS));
if (!Number.isInteger(shard) || shard < 1 || shard > SHARDS)
  throw new Error(`OCTAVO_SHARD is ${process.env.OCTAVO_SHARD}, and must be 1 to ${SHARDS}.`);

const deep = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .toSorted()
  .map((name) => ({ file: join('test', name), text: readFileSync(join(root, 'test', name), 'utf8') }))
  .filter(({ text }) => SAMPLING.test(text));
/** A file that reads the number of the part takes its own part of its work; each of the others runs in one part. */
const [divided, whole] = [true, false].map((isDivided) => deep.filter(({ text }) => /\b(?:SHARD|ofShard)\b/.test(text) === isDivided));
const ofThisPart = (whole ?? []).filter((_, index) => index % SHARDS === shard - 1);
const files = [...new Set([...ALWAYS, ...[...(divided ?? []), ...ofThisPart].map(({ file }) => file)])];

console.log(`deep tests: shard ${shard} of ${SHARDS} (${files.join(', ')}). Again: OCTAVO_SHARD=${shard} node .ci/deep.ts`);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const run = spawnSync(
  process.execPath,
  [vitest, 'run', ...files, '--reporter=default', '--reporter=json', '--outputFile.json=.octavo/deep.json'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, OCTAVO_EFFORT: 'deep', OCTAVO_SHARD: String(shard) },
    timeout: MOST_MINUTES * 60_000,
  },
);
if (run.signal !== null) console.error(`failed: the deep tests did not end within ${MOST_MINUTES} minutes`);
process.exitCode = run.status ?? 1;
