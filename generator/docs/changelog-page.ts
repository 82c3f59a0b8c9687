// The page of what changed in the documents between the tags of the repository, and whether it breaks callers.

import { escapeHtml } from '../base/escape-html.ts';
import { count } from '../base/words.ts';
import { type Change, countEntries, type groupChanges } from '../diff/index.ts';
import { inlineHtml } from './markdown-html.ts';
import { type Frame, page } from './page.ts';

/** A change, or several in one component. */
type Entry = ReturnType<typeof groupChanges>[number];

export interface ChangelogVersion {
  /** The tag of the changes; absent for changes since the last tag. */
  readonly tag?: string;
  /** `2026-11-21` */
  readonly date?: string;
  /** The documents that changed since the version before, or that are new. */
  readonly documents: readonly ChangelogDocument[];
}

export interface ChangelogDocument {
  readonly id: string;
  readonly title: string;
  /** Absent for a document that the version before does not have. */
  readonly changes?: readonly Change[];
  readonly entries?: readonly Entry[];
}

/** `reason` says why there are no versions to compare. */
export type Changelog = { readonly versions: readonly ChangelogVersion[] } | { readonly reason: string };

export function changelogPage(changelog: Changelog, frame: Frame): string {
  const main =
    'reason' in changelog
      ? `    <p class="notice">${escapeHtml(changelog.reason)}</p>\n    <p>This page compares the documents at each tag with those at the tag before. Between any two versions, <code>octavo diff HEAD~1:openapi.yaml openapi.yaml</code> does the same.</p>`
      : changelog.versions.map(versionSection).join('\n');
  return page(frame, {
    title: 'Changelog',
    path: 'changelog.html',
    main: `    <h1>Changelog</h1>
    <p>This page says what changed in the documents from tag to tag. A breaking change may break code or requests that worked before.</p>
${main}`,
  });
}

function versionSection({ tag, date, documents }: ChangelogVersion): string {
  const name = tag ?? 'Not yet tagged';
  const body = documents.length === 0 ? '<p class="hint">No change that affects callers.</p>' : documents.map(documentPart).join('\n');
  return `    <section class="card version" id="${escapeHtml(tag ?? 'next')}">
      <h2>${escapeHtml(name)}${date === undefined ? '' : ` <small>${escapeHtml(date)}</small>`}</h2>
${body}
    </section>`;
}

function documentPart({ id, title, changes, entries = [] }: ChangelogDocument): string {
  const link = `<a href="${escapeHtml(id)}/index.html">${escapeHtml(title)}</a>`;
  if (changes === undefined) return `      <h3>${link} <span class="badge good">new</span></h3>`;
  const { breaking, compatible } = countEntries(entries);
  const sorted = [...entries].sort((a, b) => rank(a) - rank(b));
  const counts = [
    ...(breaking === 0 ? [] : [`<span class="badge bad">${count(breaking, 'breaking change')}</span>`]),
    ...(compatible === 0 ? [] : [`<span class="badge">${count(compatible, 'compatible change')}</span>`]),
  ];
  return `      <h3>${link} ${counts.join(' ')}</h3>
      <ul class="changes">${sorted.map(entryItem).join('')}</ul>`;
}

function rank({ kind }: Entry): number {
  return kind === 'breaking' ? 0 : 1;
}

function entryItem(entry: Entry): string {
  const badge = entry.kind === 'breaking' ? '<span class="badge bad">breaking</span>' : '<span class="badge">compatible</span>';
  if (!('first' in entry)) {
    const subject = entry.operation === undefined ? '' : `<code>${escapeHtml(entry.operation)}</code>: `;
    return `<li>${badge} ${subject}${inlineHtml(entry.message)}</li>`;
  }
  const { subject, changes, operations } = entry;
  const reach = operations.length === 0 ? '' : ` <small>(reaches ${count(operations.length, 'operation')})</small>`;
  const items = changes.map((text) => `<li>${inlineHtml(text)}</li>`).join('');
  return `<li>${badge} ${inlineHtml(subject)}${reach}<ul>${items}</ul></li>`;
}
