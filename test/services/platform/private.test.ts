// Tests that saved data is its user's alone: the modes of folders and files, and keys that rows and snapshots hold sealed.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { signingKey } from '../../../services/f-instalments/shops.ts';
import type { InstalmentsTables } from '../../../services/f-instalments/tables.ts';
import { createSandbox } from '../../../services/index.ts';
import { createSeal, isSealed, OtherSeal, sealInFile, sealOf } from '../../../services/platform/seal.ts';
import type { Platform } from '../../../services/platform/service.ts';
import { describeOnDatabases } from '../../support/databases.ts';

const SHOP = 'merchant_11vFernOak4';

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.skipIf(process.platform === 'win32')('.octavo and all below it is closed to other users, also what was open before', async () => {
  const own = path.join(temporaryFolder(), '.octavo');
  const sandboxes = path.join(own, 'sandbox');
  const snapshots = path.join(sandboxes, 'snapshots');
  mkdirSync(snapshots, { recursive: true });
  for (const folder of [own, sandboxes, snapshots]) chmodSync(folder, 0o755);
  const old = path.join(snapshots, 'old.sqlite');
  for (const file of [old, path.join(sandboxes, 'sandbox.sqlite')]) {
    writeFileSync(file, '');
    chmodSync(file, 0o644);
  }
  const sandbox = await createSandbox({ services: ['f-instalments'], store: { file: path.join(sandboxes, 'sandbox.sqlite') }, snapshots });
  onTestFinished(() => sandbox.close());
  await sandbox.snapshots.take('new');
  const modes = Object.fromEntries(
    ['.', ...readdirSync(own, { recursive: true, encoding: 'utf8' })].map((name) => [
      name,
      (statSync(path.join(own, name)).mode & 0o777).toString(8),
    ]),
  );
  const file = (name: string) => [`sandbox/${name}`, '600'];
  expect(modes).toEqual(
    Object.fromEntries([
      ['.', '700'],
      ['sandbox', '700'],
      ['sandbox/snapshots', '700'],
      ...[
        'sandbox.sqlite',
        'sandbox.sqlite-shm',
        'sandbox.sqlite-wal',
        'sandbox.sqlite.lock',
        'sandbox.sqlite.lock-journal',
        'seal.key',
      ].map(file),
      ...['snapshots/new.sqlite', 'snapshots/old.sqlite'].map(file),
    ]),
  );
});

test('what one seal has sealed, no other opens', () => {
  const [one, other] = [createSeal(), createSeal()];
  const sealed = one.seal('sk_test_é');
  expect([isSealed(sealed), isSealed('sk_test_é'), one.open(sealed)]).toEqual([true, false, 'sk_test_é']);
  expect(one.seal('sk_test_é')).not.toBe(sealed);
  expect(() => other.open(sealed)).toThrow(OtherSeal);
  expect(() => one.open(`${sealed.slice(0, -2)}AA`)).toThrow(OtherSeal);
  expect(sealOf('a text').open(sealOf('a text').seal('x'))).toBe('x');
  const file = path.join(temporaryFolder(), 'seal.key');
  expect(sealInFile(file).open(sealInFile(file).seal('x'))).toBe('x');
  writeFileSync(file, 'short');
  expect(() => sealInFile(file)).toThrow(`${file} holds no key of 32 bytes. Put back the one that was there, or remove the file.`);
});

describeOnDatabases('API keys that sign deliveries', (databases) => {
  test('are sealed in rows and snapshots, also those that an older release has written', async () => {
    const store = await databases.place();
    const snapshots = temporaryFolder();
    const lines: string[] = [];
    const open = async () => {
      const opened = await createSandbox({ services: ['f-instalments'], store, snapshots, warn: (line) => void lines.push(line) });
      onTestFinished(() => opened.close());
      const platform = opened.platformOf('f-instalments') as Platform<InstalmentsTables>;
      const values = async () => (await platform.store.read.selectFrom('f_keys').select('value').execute()).map(({ value }) => value);
      const signs = () => signingKey(platform.store.read as Kysely<InstalmentsTables>, platform.seal, SHOP);
      return { opened, platform, values, signs };
    };
    const first = await open();
    const { platform } = first;
    expect([(await first.values()).every(isSealed), await first.signs()]).toEqual([true, keys.fernAndOak]);
    await first.opened.snapshots.take('sealed');
    expect(readFileSync(path.join(snapshots, 'sealed.sqlite')).includes(keys.fernAndOak)).toBe(false);
    // As an older release has written them, and saved them in a snapshot.
    await platform.store.write((tables) => tables.updateTable('f_keys').set({ value: keys.fernAndOak }).where('shop', '=', SHOP).execute());
    await first.opened.snapshots.take('clear');
    await first.opened.snapshots.restore('clear');
    const restored = first.opened.platformOf('f-instalments') as Platform<InstalmentsTables>;
    const [row] = await restored.store.read.selectFrom('f_keys').select('value').where('shop', '=', SHOP).execute();
    expect(isSealed(row?.value ?? '')).toBe(true);
    expect(lines).toEqual([]);
    if (databases.name === 'memory') return;
    await restored.store.write((tables) => tables.updateTable('f_keys').set({ value: keys.fernAndOak }).where('shop', '=', SHOP).execute());
    await first.opened.close();
    const again = await open();
    expect([(await again.values()).every(isSealed), await again.signs()]).toEqual([true, keys.fernAndOak]);
    // With the key of another machine.
    await again.platform.store.write((tables) =>
      tables
        .updateTable('f_keys')
        .set({ value: createSeal().seal('x') })
        .execute(),
    );
    await again.opened.close();
    await open();
    expect(lines).toEqual([expect.stringContaining('Put back the file seal.key of these rows, or mint new keys.')]);
  });
});
