// What a new version of a document calls by other names, in words, and the command that carries code over.
import { displayPath } from '../../base/words.ts';
import type { Service } from '../../model/service.ts';
import type { Rename } from '../../renames/rename.ts';

/** Most renames that an offer names. */
const MOST = 5;

/** `property of Pet: age → years`. */
export function renameWords({ kind, of, from, to }: Pick<Rename, 'kind' | 'of' | 'from' | 'to'>): string {
  return `${[kind, of].filter(Boolean).join(' ')}: ${from} → ${to}`;
}

/** Lines that offer to carry code over, after a document was saved; none where nothing has another name. Nothing is changed by itself. */
export async function renameOffer(before: Service, after: Service, file: string): Promise<readonly string[]> {
  const { detectRenames } = await import('../../renames/detect.ts');
  const { sure } = detectRenames(before, after);
  if (sure.length === 0) return [];
  const path = displayPath(file);
  const left = sure.length - MOST;
  const listed = sure.slice(0, MOST).map(renameWords).join('; ');
  return [
    `  By another name now: ${listed}${left > 0 ? `; and ${left} more` : ''}.`,
    `  \`octavo rename HEAD:${path} ${path}\` shows how your code follows, from the version that git has.`,
  ];
}
