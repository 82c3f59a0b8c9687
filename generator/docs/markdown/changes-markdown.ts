// The Markdown pages of what changed, for programs that read: the changelog, and the comparison of two versions.
import { count } from '../../base/words.ts';
import { compareServices, groupChanges } from '../../diff/index.ts';
import { breakingFirst, type ChangeEntry, type Changelog, type ChangelogDocument, type ChangelogVersion } from '../changelog-page.ts';
import { codeSpan } from '../schemas/type-text.ts';
import type { Compared } from '../versions/comparison-page.ts';

export const CHANGELOG_FILE = 'changelog.md';

export function changelogMarkdown(changelog: Changelog): string {
  const lead = 'What changed in the documents from tag to tag. A breaking change may break code or requests that worked before.';
  const parts = 'reason' in changelog ? [changelog.reason] : changelog.versions.map(versionPart);
  return `${['# Changelog', lead, ...parts].join('\n\n')}\n`;
}

function versionPart({ tag, date, documents }: ChangelogVersion): string {
  const title = `## ${tag ?? 'Not yet tagged'}${date === undefined ? '' : ` (${date})`}`;
  return [title, ...(documents.length === 0 ? ['No change that affects callers.'] : documents.map(documentPart))].join('\n\n');
}

function documentPart({ id, title, changes, entries = [] }: ChangelogDocument): string {
  const heading = `### [${title}](${id}/index.md)`;
  return changes === undefined ? `${heading}\n\nNew.` : `${heading}\n\n${entryLines(entries)}`;
}

export function comparisonMarkdown(before: Compared, after: Compared): string {
  const entries = groupChanges(compareServices(before.service, after.service));
  const title = `# ${after.service.title}: from ${before.version.label} to ${after.version.label}`;
  const documents = [before, after].map(({ version }) => `[${version.label}](../${version.id}/index.md)`);
  const changes = entries.length === 0 ? 'No change that affects callers.' : entryLines(entries);
  return `${[title, `The versions: ${documents.join(', ')}`, changes].join('\n\n')}\n`;
}

/** A line for each change, and lines below it for what changed in one component. */
function entryLines(entries: readonly ChangeEntry[]): string {
  return breakingFirst(entries)
    .flatMap((entry) => {
      if (!('first' in entry)) {
        const subject = entry.operation === undefined ? '' : `${codeSpan(entry.operation)}: `;
        return [`- ${entry.kind}: ${subject}${oneLine(entry.message)}`];
      }
      const reach = entry.operations.length === 0 ? '' : ` (reaches ${count(entry.operations.length, 'operation')})`;
      return [`- ${entry.kind}: ${oneLine(entry.subject)}${reach}`, ...entry.changes.map((text) => `  - ${oneLine(text)}`)];
    })
    .join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
