// The page of what changed in the documents between the tags of the repository, and whether it breaks callers.
import { h, type JSX } from 'preact';
import { count } from '../base/words.ts';
import { type Change, countEntries, type groupChanges } from '../diff/index.ts';
import type { Frame } from './frame/frame.ts';
import { inlineHtml } from './markdown/html.ts';
import { page } from './page.ts';
import { inner, joined } from './render.ts';

/** A change, or several in one component. */
export type ChangeEntry = ReturnType<typeof groupChanges>[number];

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
  readonly entries?: readonly ChangeEntry[];
}

/** `reason` says why there are no versions to compare. */
export type Changelog = { readonly versions: readonly ChangelogVersion[] } | { readonly reason: string };

export function changelogPage(changelog: Changelog, frame: Frame): string {
  return page(frame, {
    title: 'Changelog',
    path: 'changelog.html',
    markdown: 'changelog.md',
    main: [
      h('h1', null, 'Changelog'),
      h(
        'p',
        null,
        'This page says what changed in the documents from tag to tag. A breaking change may break code or requests that worked before.',
      ),
      'reason' in changelog ? nothingToCompare(changelog.reason) : changelog.versions.map(versionSection),
    ],
  });
}

function nothingToCompare(reason: string): readonly JSX.Element[] {
  const command = h('code', null, 'octavo diff HEAD~1:openapi.yaml openapi.yaml');
  const before = 'This page compares the documents at each tag with those at the tag before. Between any two versions, ';
  return [h('p', { class: 'notice' }, reason), h('p', null, before, command, ' does the same.')];
}

function versionSection({ tag, date, documents }: ChangelogVersion): JSX.Element {
  const name = tag ?? 'Not yet tagged';
  return h(
    'section',
    { class: 'card version', id: tag ?? 'next' },
    h('h2', null, name, date !== undefined && [' ', h('small', null, date)]),
    documents.length === 0 ? h('p', { class: 'hint' }, 'No change that affects callers.') : documents.map(documentPart),
  );
}

function documentPart({ id, title, changes, entries = [] }: ChangelogDocument): JSX.Element | readonly JSX.Element[] {
  const link = h('a', { href: `${id}/index.html` }, title);
  if (changes === undefined) return h('h3', null, link, ' ', h('span', { class: 'badge good' }, 'new'));
  return [h('h3', null, link, ' ', joined(countBadges(entries), ' ')), entryList(entries)];
}

/** How many changes break callers, and how many do not. */
export function countBadges(entries: readonly ChangeEntry[]): readonly JSX.Element[] {
  const { breaking, compatible } = countEntries(entries);
  return [
    ...(breaking === 0 ? [] : [h('span', { class: 'badge bad' }, count(breaking, 'breaking change'))]),
    ...(compatible === 0 ? [] : [h('span', { class: 'badge' }, count(compatible, 'compatible change'))]),
  ];
}

/** What breaks callers first. */
export function entryList(entries: readonly ChangeEntry[]): JSX.Element {
  return h('ul', { class: 'changes' }, breakingFirst(entries).map(entryItem));
}

export function breakingFirst(entries: readonly ChangeEntry[]): readonly ChangeEntry[] {
  return [...entries].sort((a, b) => rank(a) - rank(b));
}

function rank({ kind }: ChangeEntry): number {
  return kind === 'breaking' ? 0 : 1;
}

function entryItem(entry: ChangeEntry): JSX.Element {
  const badge = h('span', { class: entry.kind === 'breaking' ? 'badge bad' : 'badge' }, entry.kind);
  if (!('first' in entry)) {
    const subject = entry.operation !== undefined && [h('code', null, entry.operation), ': '];
    return h('li', null, badge, ' ', subject, h('span', inner(inlineHtml(entry.message))));
  }
  const { subject, changes, operations } = entry;
  const reach = operations.length > 0 && [' ', h('small', null, `(reaches ${count(operations.length, 'operation')})`)];
  const items = changes.map((text) => h('li', inner(inlineHtml(text))));
  return h('li', null, badge, ' ', h('span', inner(inlineHtml(subject))), reach, h('ul', null, items));
}
