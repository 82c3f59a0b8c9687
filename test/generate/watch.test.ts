// Watch (case 101): atomic saves, half-written files, eight documents at once and deletions each cause one regeneration and keep the last good
// output.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadProject } from '../../generator/config/config.ts';
import { type WatchChange, watch } from '../../generator/watch/index.ts';
import { config, notes, type Scratch, scratch } from './project.ts';

let project: Scratch;
let stop: AbortController;
let watching: Promise<void>;
let changes: WatchChange[];
let errors: unknown[];

beforeEach(() => {
  project = scratch();
  stop = new AbortController();
  changes = [];
  errors = [];
});
afterEach(async () => {
  stop.abort();
  await watching;
  project.remove();
});

async function start(...ids: string[]): Promise<void> {
  project.put('octavo.config.mjs', config(...ids));
  for (const id of ids) if (!existsSync(spec(id))) project.put(`specs/${id}.yaml`, notes());
  watching = watch(await project.load({ schema: false }), {
    signal: stop.signal,
    onChange: (change) => {
      changes.push(change);
    },
    onError: (error) => {
      errors.push(error);
    },
    reload: () => loadProject({ cwd: project.root }, { schema: false }),
  });
  await until(() => changes.length === 1);
  // Some systems report changes from just before the watcher started.
  await sleep(60);
  changes.length = 0;
}

const spec = (id: string): string => path.join(project.root, 'specs', `${id}.yaml`);
const output = (id: string, name = 'operations.ts'): string => readFileSync(path.join(project.root, 'generated', id, name), 'utf8');

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`nothing happened; errors: ${errors.map(String).join(', ')}`);
    await sleep(5);
  }
}

/** Waits for a change, then long enough to notice a second one. */
async function onlyChange(): Promise<WatchChange> {
  await until(() => changes.length > 0);
  await sleep(400);
  expect(changes).toHaveLength(1);
  const [change] = changes;
  if (change === undefined) throw new Error('no change');
  return change;
}

test('case 101: a save causes one regeneration, which reports the changes and whether they are breaking', async () => {
  await start('a');
  writeFileSync(spec('a'), notes().replace('text: { type: string }', 'text: { type: [string, "null"] }'));
  const change = await onlyChange();
  expect(change.report.documents.map(({ status }) => status)).toEqual(['written']);
  expect(change.changes.get('a')?.map(({ kind, code }) => `${kind} ${code}`)).toEqual(['breaking type-widened']);
});

test('case 101: an atomic save by rename', async () => {
  await start('a');
  writeFileSync(`${spec('a')}~`, notes('Jottings'));
  renameSync(`${spec('a')}~`, spec('a'));
  await onlyChange();
  expect(output('a')).toContain('Jottings');
});

test('case 101: a save that moves the old file away first', async () => {
  await start('a');
  renameSync(spec('a'), `${spec('a')}.bak`);
  await sleep(40);
  writeFileSync(spec('a'), notes('Jottings'));
  const change = await onlyChange();
  expect(change.report.failed).toBe(false);
  expect(output('a')).toContain('Jottings');
});

test('case 101: a half-written file is read again when complete', async () => {
  await start('a');
  const text = notes('Jottings');
  // The quote is open, so the text so far is not a valid document.
  writeFileSync(spec('a'), `${text.slice(0, text.indexOf('title:'))}title: "`);
  await sleep(60);
  writeFileSync(spec('a'), text);
  const change = await onlyChange();
  expect(change.report.failed).toBe(false);
  expect(output('a')).toContain('Jottings');
});

test('case 101: a save while the previous one is being read', async () => {
  await start('a');
  writeFileSync(spec('a'), notes('Jottings'));
  // By now reading has started, but not writing.
  await sleep(8);
  writeFileSync(spec('a'), notes('Memos'));
  const change = await onlyChange();
  expect(change.changes.has('a')).toBe(true);
  expect(output('a')).toContain('Memos');
});

test('case 101: a save that empties the file first', async () => {
  await start('a');
  writeFileSync(spec('a'), '');
  await sleep(8);
  writeFileSync(spec('a'), notes('Jottings'));
  const change = await onlyChange();
  expect(change.report.failed).toBe(false);
  expect(output('a')).toContain('Jottings');
});

test('case 101: continuous saves do not delay regeneration forever', async () => {
  await start('a');
  let count = 0;
  const saving = setInterval(() => writeFileSync(spec('a'), notes(`Jottings${count++}`)), 30);
  try {
    await until(() => changes.length > 1);
  } finally {
    clearInterval(saving);
  }
  expect(output('a')).toContain('Jottings');
});

test('case 101: eight documents saved at once', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  await start(...ids);
  for (const id of ids) writeFileSync(spec(id), notes('Jottings'));
  const change = await onlyChange();
  expect(change.report.documents.map(({ document }) => document.id)).toEqual(ids);
  for (const id of ids) expect(output(id)).toContain('Jottings');
});

test('case 101: a broken edit keeps the last good output, and the next valid edit is compared with it', async () => {
  await start('a');
  const good = output('a');
  writeFileSync(spec('a'), 'openapi: [');
  const broken = await onlyChange();
  expect(broken.report.documents.map(({ status }) => status)).toEqual(['failed']);
  expect(broken.report.documents[0]?.problems.some(({ severity }) => severity === 'error')).toBe(true);
  expect(output('a')).toBe(good);
  changes.length = 0;
  writeFileSync(spec('a'), notes().replace('operationId: listTags', 'operationId: getTags'));
  const mended = await onlyChange();
  expect(mended.changes.get('a')?.map(({ code }) => code)).toEqual(['operation-renamed']);
});

test('case 101: a deleted document keeps its output, and is watched again when it comes back', async () => {
  await start('a', 'b');
  const good = output('a');
  rmSync(spec('a'));
  const gone = await onlyChange();
  expect(gone.report.documents.map(({ document, status, problems }) => [document.id, status, problems[0]?.code])).toEqual([
    ['a', 'failed', 'document-missing'],
  ]);
  expect(output('a')).toBe(good);
  changes.length = 0;
  writeFileSync(spec('a'), notes('Jottings'));
  await onlyChange();
  expect(output('a')).toContain('Jottings');
});

test('a save without a change does nothing', async () => {
  await start('a');
  writeFileSync(spec('a'), notes());
  await sleep(300);
  expect(changes).toEqual([]);
});

test('saving the configuration restarts with its documents', async () => {
  await start('a');
  project.put('specs/b.yaml', notes());
  project.put('octavo.config.mjs', config('a', 'b'));
  const change = await onlyChange();
  expect(change.first).toBe(true);
  expect(output('b')).toContain('getNote');
});
