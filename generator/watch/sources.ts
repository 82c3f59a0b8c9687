// The files that are watched, by what was read from them, and what each held when it was last read.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** An owner is a document or the configuration, by the path of its own file. */
export class WatchedSources {
  readonly #files = new Map<string, ReadonlySet<string>>();
  /** By file: the hash of its content when it was last read; `undefined` where it did not exist. */
  #hashes = new Map<string, string | undefined>();

  files(): ReadonlySet<string> {
    return new Set([...this.#files.values()].flatMap((files) => [...files]));
  }

  /** Adds files that an owner was read from. Earlier ones stay, since a version with errors may have read fewer. */
  add(owner: string, sources: readonly string[]): void {
    // Remote sources are URLs, and are not watched.
    const files = sources.filter((source) => path.isAbsolute(source));
    this.#files.set(owner, new Set([...(this.#files.get(owner) ?? []), ...files]));
    for (const file of files) if (!this.#hashes.has(file)) this.#hashes.set(file, hashOf(file));
  }

  clear(): void {
    this.#files.clear();
  }

  /** Whether a file holds something else than when it was last read. */
  hasChanged(file: string): boolean {
    return hashOf(file) !== this.#hashes.get(file);
  }

  /** The owners of files that have changed, which count as read from then on. */
  takeChanges(): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const file of this.files()) {
      const content = hashOf(file);
      if (content !== this.#hashes.get(file)) changed.add(file);
      this.#hashes.set(file, content);
    }
    return new Set([...this.#files].filter(([, files]) => [...files].some((file) => changed.has(file))).map(([owner]) => owner));
  }

  /** Returns a function that brings back what counts as read now. */
  checkpoint(): () => void {
    const hashes = new Map(this.#hashes);
    return () => {
      this.#hashes = hashes;
    };
  }
}

function hashOf(file: string): string | undefined {
  try {
    return hash('sha256', readFileSync(file), 'hex');
  } catch {
    return undefined;
  }
}
