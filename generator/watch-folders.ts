// Files to events: watches the folders that files are in, since a file itself would not tell of another that is put in its place, and waits for folders that are gone.
import { existsSync, type FSWatcher, watch } from 'node:fs';
import path from 'node:path';

/** Milliseconds between attempts to watch a folder that is gone. */
const retry = 500;

export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #files: () => readonly string[];
  readonly #event: () => void;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  /** `event` is called for whatever happens to one of `files`, which are asked for each time. */
  constructor(files: () => readonly string[], event: () => void) {
    this.#files = files;
    this.#event = event;
  }

  /** Watches the folders of what the files are by now. */
  update(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    let missing = false;
    for (const folder of new Set(this.#files().map((file) => path.dirname(file)))) {
      if (this.#watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, (_event, name) => {
          // Editors that save atomically rename a file over the old one: the folder tells, the file itself would not.
          if (name === null || this.#files().includes(path.join(folder, name))) this.#event();
        });
        watcher.on('error', () => this.#lose(folder));
        this.#watchers.set(folder, watcher);
      } catch {
        missing = true;
      }
    }
    if (!missing) return;
    this.#retry = setTimeout(() => {
      this.update();
      this.#event();
    }, retry);
  }

  /** Lets go of folders that are gone, which not every system tells of. */
  dropGone(): void {
    for (const folder of this.#watchers.keys()) if (!existsSync(folder)) this.#lose(folder);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #lose(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.update();
  }
}
