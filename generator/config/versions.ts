// Checks the option `versionOf` of documents: it names the newest version of a document, which is another one of the configuration.
import { usageError } from '../base/error.ts';
import { fileId } from './documents.ts';

interface Versioned {
  readonly input: string;
  readonly versionOf?: string;
}

/** Throws where `versionOf` names no document, the document itself, or one that is an older version too. */
export async function checkVersions(documents: readonly Versioned[], configFile: string | undefined): Promise<void> {
  const ids = documents.map(({ input }) => fileId(input));
  const newest = ids.filter((_, index) => documents[index]?.versionOf === undefined);
  for (const [index, { versionOf }] of documents.entries()) {
    if (versionOf === undefined || newest.includes(versionOf)) continue;
    const option = `documents[${index}].versionOf`;
    const isKnown = ids.includes(versionOf);
    const why = !isKnown ? 'and no document has that name' : versionOf === ids[index] ? 'the document itself' : 'an older version itself';
    throw usageError('version-of', `${await shownPlace(configFile, option)}\`${option}\` names \`${versionOf}\`, ${why}.`, {
      fix: `Name the newest version: ${newest.map((id) => `\`${id}\``).join(' or ')}.`,
    });
  }
}

async function shownPlace(configFile: string | undefined, option: string): Promise<string> {
  if (configFile === undefined) return '';
  const { placeTextOf } = await import('./option-place.ts');
  return `${placeTextOf(configFile)(option)}: `;
}
