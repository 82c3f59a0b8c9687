// Optional packages are found in node_modules, and where Yarn Plug'n'Play keeps them instead.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPackage, findPeer } from '../../generator/base/peer.ts';

const hooked = nodeModule as { findPnpApi?: unknown };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-peer-'));
});
afterEach(() => {
  delete hooked.findPnpApi;
  rmSync(folder, { recursive: true, force: true });
});

function put(place: string, version: string): void {
  mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(join(folder, place, 'package.json'), JSON.stringify({ version, bin: { lamp: 'bin/lamp.js' } }));
}

test('in the node_modules of a folder or of one above it', () => {
  put('node_modules/@lamps/oil', '1.2.3');
  mkdirSync(join(folder, 'deep/er'), { recursive: true });
  expect(findPackage(join(folder, 'deep/er'), '@lamps/oil')?.folder).toBe(join(folder, 'node_modules/@lamps/oil'));
  expect(findPackage(folder, '@lamps/wax')).toBeUndefined();
});

test("under Yarn Plug'n'Play, where Yarn says; a package that the project does not declare is not installed", () => {
  put('archives/oil', '1.2.3');
  hooked.findPnpApi = (from: string) => ({
    resolveToUnqualified(name: string, issuer: string) {
      expect([from, issuer]).toEqual([expect.stringMatching(/[/\\]$/), from]);
      if (name !== '@lamps/oil') throw new Error(`Your application tried to access ${name}, but it isn't declared in your dependencies`);
      return join(folder, 'archives/oil');
    },
  });
  expect(findPeer(folder, '@lamps/oil', 'lamp')).toEqual({
    name: '@lamps/oil',
    version: '1.2.3',
    bin: join(folder, 'archives/oil/bin/lamp.js'),
  });
  expect(findPackage(folder, '@lamps/wax')).toBeUndefined();
});
