// Keeps snapshots of a sandbox: all rows and the clock, in a file each.

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usedSpace } from '../blobs/rows.ts';
import type { StoredClock } from '../clock/stored-clock.ts';
import { makePrivateFolder } from '../private-files.ts';
import { inMegabytes, NewerRelease, SnapshotRefused, SnapshotTooLarge } from '../store/store.ts';
import { platformTables } from '../work/platform-tables.ts';
import type { Ground } from './ground.ts';

export interface Snapshot {
  readonly name: string;
  /** Wall time, milliseconds since 1970. */
  readonly takenAt: number;
  readonly bytes: number;
}

export interface Snapshots {
  /** The newest first. */
  list(): readonly Snapshot[];
  /**
   * Replaces a snapshot that has the name.
   * @param name 1 to 64 letters, digits, `-`, `_` and `.`; not a dot first
   * @throws {SnapshotRefused} for another name, for a new one where there are 20, if it would be too large, and if a newer release has migrated the
   * database since, of whose rows it would lack some
   */
  take(name: string): Promise<Snapshot>;
  /**
   * Gives the sandbox the rows of a snapshot. The clock shows what it showed then, and goes on from there if it ran.
   * @returns false if there is none of the name
   * @throws {SnapshotRefused} if it cannot be restored; the rows stay as they are
   */
  restore(name: string): Promise<boolean>;
  /** @returns false if there is none of the name */
  remove(name: string): boolean;
}

const MOST = 20;
const END = '.sqlite';
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$/;

interface SnapshotParts {
  readonly ground: Ground;
  readonly clock: StoredClock;
  /** Where the files are kept. Absent: in a folder that is removed when the sandbox is closed. */
  readonly folder: string | undefined;
  /** Called after the rows were replaced. */
  readonly replaced: () => Promise<void>;
}

export function createSnapshots({ ground, clock, folder: given, replaced }: SnapshotParts): Snapshots & { close(): void } {
  let own: string | undefined;
  const folder = (): string => {
    if (given === undefined) own ??= mkdtempSync(join(tmpdir(), 'octavo-snapshots-'));
    else makePrivateFolder(given);
    return given ?? own ?? '';
  };
  const fileOf = (name: string) => join(folder(), name + END);
  const isThere = (name: string) => NAME.test(name) && existsSync(fileOf(name));
  const described = (name: string): Snapshot => {
    const { size, mtimeMs } = statSync(fileOf(name));
    return { name, takenAt: Math.round(mtimeMs), bytes: size };
  };
  const list = () =>
    readdirSync(folder())
      .filter((file) => file.endsWith(END))
      .map((file) => described(file.slice(0, -END.length)))
      .toSorted((one, other) => other.takenAt - one.takenAt);

  /** @throws the error, with the part of blobs where the rows are too many bytes */
  async function withBlobs(error: unknown): Promise<never> {
    if (!(error instanceof SnapshotTooLarge)) throw error;
    const used = await usedSpace(platformTables(ground.store.read));
    throw new SnapshotTooLarge(error.bytes, error.most, `; ${inMegabytes(used)} of these are blobs, which are files such as uploads`);
  }

  /** @throws {SnapshotRefused} if a newer release has migrated the database since */
  async function assertNotNewer(): Promise<void> {
    try {
      await ground.assertNotNewer();
    } catch (error) {
      throw error instanceof NewerRelease ? new SnapshotRefused(error.message, { cause: error }) : error;
    }
  }

  return {
    list,

    async take(name) {
      if (!NAME.test(name))
        throw new SnapshotRefused(`the name ${JSON.stringify(name)} has other characters than letters, digits, -, _ and .`);
      if (!isThere(name) && list().length >= MOST) throw new SnapshotRefused(`there are ${MOST} already; remove one first`);
      await assertNotNewer();
      await ground.store.write((tables) => tables.updateTable('platform_sandbox').set({ shown: clock.now() }).execute());
      await ground.snapshot(fileOf(name)).catch(withBlobs);
      return described(name);
    },

    async restore(name) {
      if (!isThere(name)) return false;
      await assertNotNewer();
      const present = await ground.store.read.selectFrom('platform_sandbox').selectAll().executeTakeFirstOrThrow();
      await ground.restore(fileOf(name), async (tables) => {
        const { shown } = await tables.selectFrom('platform_sandbox').select('shown').executeTakeFirstOrThrow();
        if (shown !== null)
          await tables
            .updateTable('platform_clock')
            .set({ ahead: shown - Date.now() })
            .execute();
        // A new generation tells the other processes that all rows have changed.
        await tables
          .updateTable('platform_sandbox')
          .set({ ...present, generation: present.generation + 1 })
          .execute();
      });
      await replaced();
      return true;
    },

    remove(name) {
      if (!isThere(name)) return false;
      rmSync(fileOf(name));
      return true;
    },

    close() {
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
    },
  };
}
