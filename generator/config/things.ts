// What `mock.things` says of the things of each document, with its places in the configuration.

import { usageError } from '../base/error.ts';
import { closest } from '../base/suggest.ts';
import type { ThingNote, ThingOption } from '../base/thing.ts';
import { entryOf } from './option-text.ts';

export type ThingsOption = Readonly<Record<string, Readonly<Record<string, ThingOption | false>>>>;

/** @throws {OctavoError} where an option names a document that is not among `documents`; `undefined`: any may be meant */
export async function refuseUnknownDocuments(
  option: string,
  byDocument: Readonly<Record<string, unknown>> | undefined,
  configFile: string | undefined,
  documents: readonly string[] | undefined,
): Promise<void> {
  const unknown = Object.keys(byDocument ?? {}).find((id) => documents?.includes(id) === false);
  if (documents === undefined || unknown === undefined || configFile === undefined) return;
  const { placeTextOf } = await import('./option-place.ts');
  const near = closest(unknown, documents);
  throw usageError(
    'config-invalid',
    `${placeTextOf(configFile)(entryOf(option, unknown))}: \`${option}\` names the document \`${unknown}\`, which the configuration does not have.`,
    { fix: near === undefined ? `The documents are ${documents.map((id) => `\`${id}\``).join(', ')}.` : `Did you mean \`${near}\`?` },
  );
}

/** By the name of the document. */
export async function thingNotesOf(
  things: ThingsOption | undefined,
  configFile: string | undefined,
): Promise<ReadonlyMap<string, readonly ThingNote[]>> {
  if (things === undefined || configFile === undefined) return new Map();
  const { placeOf } = await import('./option-place.ts');
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
