// Answers for snapshots of the sandbox.

import { refuse } from '@octavo/runtime';
import type { RequiredControlSnapshotsHandlers, Snapshot } from '../../../generated/control/index.ts';
import type * as kept from '../../sandbox/snapshots.ts';
import { SnapshotRefused } from '../../store/store.ts';

export function snapshotHandlers(snapshots: kept.Snapshots): RequiredControlSnapshotsHandlers {
  return {
    listSnapshots: () => ({ status: 200, body: { snapshots: snapshots.list().map(bodyOf) } }),

    async takeSnapshot({ path }) {
      return { status: 200, body: bodyOf(await orRefusal(snapshots.take(path.name))) };
    },

    async restoreSnapshot({ path }) {
      if (!(await orRefusal(snapshots.restore(path.name)))) throw missing(path.name);
      return { status: 204 };
    },

    removeSnapshot({ path }) {
      if (!snapshots.remove(path.name)) throw missing(path.name);
      return { status: 204 };
    },
  };
}

function missing(name: string): Error {
  return refuse(404, { detail: `There is no snapshot ${name}.` });
}

/** Answers 409 where a snapshot is refused. */
async function orRefusal<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw error instanceof SnapshotRefused ? refuse(409, { code: 'snapshot-refused', detail: error.message }) : error;
  }
}

function bodyOf({ name, takenAt, bytes }: kept.Snapshot): Snapshot {
  return { name, taken_at: new Date(takenAt).toISOString(), bytes };
}
