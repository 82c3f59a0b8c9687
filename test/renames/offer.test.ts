// What a watch says after a save by which something has another name: the command that carries code over, and nothing is done by itself.
import { expect, test } from 'vitest';
import { renameOffer } from '../../generator/commands/diffing/renames.ts';
import { serviceOf } from '../diff/support.ts';

const documentOf = (operations: readonly string[]) => ({
  openapi: '3.1.1',
  info: { title: 'Pets', version: '1' },
  paths: Object.fromEntries(
    operations.map((operationId, index) => [`/pets/${index}`, { get: { operationId, responses: { 204: { description: 'None.' } } } }]),
  ),
});

async function offer(before: readonly string[], after: readonly string[]): Promise<readonly string[]> {
  const [old, now] = await Promise.all([serviceOf(documentOf(before)), serviceOf(documentOf(after))]);
  if (old === undefined || now === undefined) throw new Error('A version cannot be read.');
  return await renameOffer(old, now, 'specs/pets.yaml');
}

test('names what is called differently, and the command', async () => {
  expect(await offer(['getPet', 'feedPet'], ['findPet', 'feedPet'])).toEqual([
    '  By another name now: operation: getPet → findPet.',
    '  `octavo rename HEAD:specs/pets.yaml specs/pets.yaml` shows how your code follows, from the version that git has.',
  ]);
});

test('names five, and counts the others', async () => {
  const names = (word: string) => Array.from({ length: 7 }, (_, index) => `${word}Pet${index}`);
  const [line] = await offer(names('get'), names('find'));
  expect(line).toContain('getPet4 → findPet4; and 2 more.');
  expect(line).not.toContain('getPet5');
});

test('says nothing where all names stay', async () => {
  expect(await offer(['getPet'], ['getPet', 'feedPet'])).toEqual([]);
});
