// Watches the folders that files are in. A watch on a file itself would not notice that another file took its place.
import { existsSync, type FSWatcher, watch } from 'node:fs';
import path from 'node:path';

/** Milliseconds between attempts to watch a folder that does not exist. */
const retryDelay = 500;

export class FolderWatch {
  /** By folder. */
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #files: () => ReadonlySet<string>;
  readonly #onEvent: () => void;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  /** `onEvent` is called for every event of a file that `files` returns at that time. */
  constructor(files: () => ReadonlySet<string>, onEvent: () => void) {
    this.#files = files;
    this.#onEvent = onEvent;
  }

  /** Watches the folders of the files that `files` returns now. */
  update(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    let missing = false;
    for (const folder of new Set([...this.#files()].map((file) => path.dirname(file)))) {
      if (!this.#watchers.has(folder) && !this.#watch(folder)) missing = true;
    }
    if (!missing) return;
    this.#retry = setTimeout(() => {
      this.update();
      this.#onEvent();
    }, retryDelay);
  }

  /** Stops watching folders that do not exist any more, which not every system reports. */
  dropGone(): void {
    for (const folder of this.#watchers.keys()) if (!existsSync(folder)) this.#drop(folder);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  /** False where the folder does not exist. */
  #watch(folder: string): boolean {
    try {
      const watcher = watch(folder, (_event, name) => {
        // Some systems do not name the file that has changed.
        if (name === null || this.#files().has(path.join(folder, name))) this.#onEvent();
      });
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      return false;
    }
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.update();
  }
}
