// A document is read once for all who need it, until one of its files holds something else.
import { afterEach, expect, test } from 'vitest';
import type { Project, ProjectDocument } from '../../generator/config/config.ts';
import { createReadings } from '../../generator/run/readings.ts';
import { notes, type Scratch, scratch } from './project.ts';

let project: Scratch;
afterEach(() => project.remove());

async function loaded(): Promise<{ whole: Project; document: ProjectDocument }> {
  project = scratch();
  project.put('openapi.yaml', notes());
  const whole = await project.load();
  const [document] = whole.documents;
  if (document === undefined) throw new Error('no document');
  return { whole, document };
}

test('one reading while the text is the same', async () => {
  const { whole, document } = await loaded();
  const read = createReadings();
  const [first, second] = await Promise.all([read(whole, document), read(whole, document)]);
  expect(first.service?.title).toBe('Notes');
  expect(second).toBe(first);
  project.put('openapi.yaml', notes());
  expect(await read({ ...whole }, document)).toBe(first);
});

test('another one, again for all, when it was saved', async () => {
  const { whole, document } = await loaded();
  const read = createReadings();
  await read(whole, document);
  project.put('openapi.yaml', notes('Lists'));
  const [first, second] = await Promise.all([read(whole, document), read(whole, document)]);
  expect(first.service?.title).toBe('Lists');
  expect(second).toBe(first);
});

test('another one for a document that could not be read, and for other settings', async () => {
  const { whole, document } = await loaded();
  const read = createReadings();
  const good = await read(whole, document);
  expect(await read(whole, { ...document, name: 'Other' })).not.toBe(good);
  project.put('openapi.yaml', 'openapi: [');
  const bad = await read(whole, document);
  expect(bad.service).toBeUndefined();
  expect(bad.problems.length).toBeGreaterThan(0);
  expect(await read(whole, document)).not.toBe(bad);
  project.put('openapi.yaml', notes());
  expect((await read(whole, document)).service?.title).toBe('Notes');
});
