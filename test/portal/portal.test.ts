// The portal in Chromium, as `npm start` shows it: a walk through it, and all of it by keyboard. One portal serves both, since its start takes long.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { chromiumPath, launch } from '../support/chromium.ts';
import { type DevPortal, repositoryProject, startDev } from '../support/dev-portal.ts';
import { IS_DEEP } from '../support/effort.ts';
import { describeByKeyboard } from './by-keyboard.ts';
import { describeColumn } from './column.ts';
import { describeValues } from './column-values.ts';
import { describeLooks } from './looks.ts';
import { describeExample, describeWalk } from './walk.ts';

/** Milliseconds for all views on a busy machine. */
const LIMIT = 900_000;

// Chromium may be missing; ../support/chromium.ts then prints a line that says so.
describe.skipIf(chromiumPath === undefined)('the portal', { timeout: LIMIT }, () => {
  const opened = {} as { portal: DevPortal; browser: Browser };
  beforeAll(async () => {
    opened.portal = await startDev(repositoryProject('portal', ['e-scheduling', 'h-email']), { hasReferences: true });
    opened.browser = await launch();
  }, LIMIT);
  afterAll(async () => {
    await opened.browser?.close();
    await opened.portal?.close();
  });

  describe('of this repository, in a walk', () => describeWalk(opened));
  describe('of this repository, in the column of an operation', () => describeColumn(opened));
  describe('of this repository, with values of the reader in the column', () => describeValues(opened));
  describe('of this repository, as it looks', () => describeLooks(opened));
  describe('of this repository, by keyboard', () => describeByKeyboard(opened));
  if (IS_DEEP) describe('of the example recipe box, by keyboard', () => describeExample(opened));
});
