// Tests that published clients, unmodified, read searches, counts, rules and streams of the microblogging service. Only the addresses that they call
// are others, by their own options.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { isSampled } from '../../../services/b-microblog/rules/partitions.ts';
import { apps, signing, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { type ControlledSandbox, createSandbox } from '../../../services/index.ts';
import { platformOf, posting } from './posting.ts';

const RUNTIMES = resolve(import.meta.dirname, '../../runtimes');
const MISSING = ['twitter-api-v2', '@xdevplatform/xdk'].filter((name) => !existsSync(resolve(RUNTIMES, 'node_modules', name)));
if (MISSING.length > 0)
  console.warn(`Tests with published clients are skipped. Run \`npm --prefix test/runtimes ci\` to install ${MISSING.join(' and ')}.`);

/** What a program prints. */
interface Read {
  readonly published: readonly string[];
  readonly recent: { readonly pages: readonly number[]; readonly ids: readonly string[]; readonly author: string; readonly later: string };
  readonly rateLimit?: number;
  readonly archive: readonly string[];
  readonly counts: readonly number[];
  readonly refused: readonly [status: number, detail: string];
  readonly rules: object;
  readonly live: string;
  readonly items: readonly object[];
  readonly sampled: readonly string[];
  readonly older?: readonly (readonly (readonly [id: string, text: string])[])[];
}

const ofSample = (ids: readonly string[]) => ids.filter((id) => isSampled(id, 1));

/** How many posts a program is to read in the sample. */
const SAMPLES = 2;

/** Publishes posts until enough of them are in the sample. @returns the identifiers of all */
async function publishSamples(sandbox: ControlledSandbox): Promise<readonly string[]> {
  const { posts } = posting(platformOf(sandbox));
  const ids: string[] = [];
  while (ofSample(ids).length < SAMPLES)
    ids.push(...(await posts(...Array.from({ length: 100 }, () => ({ author: TIDE_WATCH })))).map(({ id }) => id));
  return ids;
}

/** Runs a program against a new sandbox in which somebody has just published. */
async function runOn(program: string): Promise<Read & { readonly before: readonly string[] }> {
  const sandbox = await createSandbox({ services: ['b-microblog'] });
  onTestFinished(() => sandbox.close());
  const before = await publishSamples(sandbox);
  const v2 = await sandbox.listen('b-microblog');
  // Signatures are for the address that the client calls, not for the one to which it is led.
  const v1 = await sandbox.listen('b-microblog-v1', { publicOrigin: 'https://api.x.com' });
  const [appKey, appSecret] = apps.pro.consumer;
  const [accessToken, accessSecret] = signing.ines;
  const given = {
    v2: v2.baseUrl,
    v1: v1.baseUrl,
    bearer: apps.pro.bearer,
    token: tokens.ines,
    signing: { appKey, appSecret, accessToken, accessSecret },
    samples: SAMPLES,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [resolve(RUNTIMES, 'clients', program), JSON.stringify(given)]);
  return { ...(JSON.parse(stdout) as Read), before };
}

function expectAllRead({
  published,
  recent,
  archive,
  counts,
  refused,
  rules,
  live,
  items,
  sampled,
  before,
}: Awaited<ReturnType<typeof runOn>>): void {
  const all = [recent.later, ...published];
  expect(recent).toMatchObject({ pages: [10, 10, 3], ids: all, author: 'ines_b' });
  expect([archive, counts]).toEqual([all, [24, 24]]);
  expect(refused).toEqual([400, 'Character 13: A term is missing here.']);
  expect(rules).toEqual({
    added: ['puffin lang:en', 'guillemot'],
    again: ['DuplicateRule'],
    listed: [
      ['guillemot', null],
      ['puffin lang:en', 'birds'],
    ],
    deleted: 2,
    left: 0,
  });
  expect(items).toMatchObject([
    {
      data: { id: live, text: 'A puffin and a guillemot share a cliff.', created_at: expect.any(String) },
      includes: { users: [{ username: 'ines_b' }] },
      matching_rules: [{ tag: 'birds' }, {}],
    },
  ]);
  expect(sampled).toEqual(ofSample([...before, ...all.toReversed(), live]).slice(0, sampled.length));
}

test.skipIf(MISSING.length > 0)('the client that most programs use reads version 2, and the search of version 1.1', async () => {
  const read = await runOn('community.mjs');
  expectAllRead(read);
  expect(read.rateLimit).toBe(450);
  const all = [read.recent.later, ...read.published];
  const [first = [], second = []] = read.older ?? [];
  expect([...first, ...second].map(([id]) => id)).toEqual(all.slice(0, 10));
  expect(first[1]?.[1]).toBe('Cormorant number 23 dries its wings.');
});

test.skipIf(MISSING.length > 0)('the client of those who run the original reads version 2', async () => {
  expectAllRead(await runOn('official.mjs'));
});
