// The documents of a site that are versions of one another.
import type { Service } from '../../model/service.ts';

/** A version of a document, which is a document of its own. */
export interface Version {
  readonly id: string;
  /** Its `info.version`, or its id where another version has the same. */
  readonly label: string;
}

interface Versioned {
  readonly service: Service;
  /** The id of the newest version of this document. */
  readonly versionOf?: string;
}

/** For each document that has versions, all of them, in the order of the configuration with the newest first. */
export function versionsOf(documents: readonly Versioned[]): ReadonlyMap<string, readonly Version[]> {
  const found = new Map<string, readonly Version[]>();
  for (const { service: newest } of documents) {
    const older = documents.filter(({ versionOf }) => versionOf === newest.id).map(({ service }) => service);
    if (older.length === 0) continue;
    const all = [newest, ...older];
    const versions = all.map(({ id, version }) => {
      const isAlone = all.filter((one) => one.version === version).length === 1;
      return { id, label: isAlone ? version : id };
    });
    for (const { id } of all) found.set(id, versions);
  }
  return found;
}

/** The pairs that a site compares, each with the older one first: all of them, the newest pairs before others. */
export function pairsOf(versions: readonly Version[]): readonly { readonly before: Version; readonly after: Version }[] {
  return versions.flatMap((after, index) => versions.slice(index + 1).map((before) => ({ before, after })));
}

/** The page that compares two versions, relative to the root of the site. */
export function comparisonUrl(before: Version, after: Version): string {
  return `${after.id}/changes-since-${before.id}.html`;
}

/** The same in Markdown. */
export function comparisonFile(before: Version, after: Version): string {
  return `${after.id}/changes-since-${before.id}.md`;
}

/** `Orders 2.1`, where there are other versions of it. */
export function titleWithVersion(title: string, id: string, versions: ReadonlyMap<string, readonly Version[]>): string {
  const label = versions.get(id)?.find((version) => version.id === id)?.label;
  return label === undefined ? title : `${title} ${label}`;
}

/** The documents without older versions of others. */
export function newestOf<T extends Versioned>(documents: readonly T[]): readonly T[] {
  return documents.filter(({ versionOf }) => !documents.some(({ service }) => service.id === versionOf));
}
