// Fixes what octavo conform takes by chance, for each test by its name, so that a test sends the same each time. Vitest runs this before each file.
import { beforeEach, expect } from 'vitest';
import { fixChance } from '../../generator/conform/contract/chance.ts';

beforeEach(() => {
  const name = expect.getState().currentTestName ?? '';
  fixChance(
    [...name].reduce((sum, character) => (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0, Number(process.env.SEED ?? 1)),
  );
});
