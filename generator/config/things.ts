// What `mock.things` says of the things of each document, with its places in the configuration.

import { usageError } from '../base/error.ts';
import { closest } from '../base/suggest.ts';
import type { ThingNote, ThingOption } from '../base/thing.ts';
import { entryOf } from './option-text.ts';

export type ThingsOption = Readonly<Record<string, Readonly<Record<string, ThingOption | false>>>>;

/**
 * By the name of the document.
 *
 * @throws {OctavoError} where one of `documents` is named that there is not
 */
export async function thingNotesOf(
  things: ThingsOption | undefined,
  configFile: string | undefined,
  documents: readonly string[] | undefined,
): Promise<ReadonlyMap<string, readonly ThingNote[]>> {
  if (things === undefined || configFile === undefined) return new Map();
  const { placeOf, placeTextOf } = await import('./option-place.ts');
  const unknown = documents && Object.keys(things).find((id) => !documents.includes(id));
  if (documents !== undefined && unknown !== undefined) {
    const near = closest(unknown, documents);
    throw usageError(
      'config-invalid',
      `${placeTextOf(configFile)(entryOf('mock.things', unknown))}: \`mock.things\` names the document \`${unknown}\`, which the configuration does not have.`,
      { fix: near === undefined ? `The documents are ${documents.map((id) => `\`${id}\``).join(', ')}.` : `Did you mean \`${near}\`?` },
    );
  }
  const locationOf = placeOf(configFile);
  return new Map(
    Object.entries(things).map(([id, paths]) => [
      id,
      Object.entries(paths).map(([path, option]) => ({
        path,
        option,
        location: locationOf(entryOf(entryOf('mock.things', id), path)),
        by: '`mock.things`',
      })),
    ]),
  );
}
