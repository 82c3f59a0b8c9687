// The page that compares two versions of a document: the operations that are new, changed and gone, what else changed, and who must act.
import path from 'node:path';
import { type ComponentChild, h, type JSX } from 'preact';
import { count } from '../../base/words.ts';
import { type Change, compareServices, groupChanges } from '../../diff/index.ts';
import type { Service } from '../../model/service.ts';
import { type ChangeEntry, countBadges, entryList } from '../changelog-page.ts';
import type { Frame } from '../frame/frame.ts';
import { methodTag, placeOf } from '../operation-row.ts';
import { page } from '../page.ts';
import { joined } from '../render.ts';
import { entriesOf, type OperationEntry, titleOf } from '../search/entries.ts';
import { comparisonFile, comparisonUrl, pairsOf, type Version } from './versions.ts';

export interface Compared {
  readonly version: Version;
  readonly service: Service;
}

export function comparisonPage(before: Compared, after: Compared, versions: readonly Version[], frame: Frame): string {
  const changes = compareServices(before.service, after.service);
  const title = `${after.service.title}: from ${before.version.label} to ${after.version.label}`;
  return page(frame, {
    title,
    path: comparisonUrl(before.version, after.version),
    markdown: path.basename(comparisonFile(before.version, after.version)),
    main: [
      h('p', { class: 'crumbs' }, h('a', { href: 'index.html' }, after.service.title), ' ', h('span', null, 'Changes')),
      h('h1', { dir: 'auto' }, `From ${before.version.label} to ${after.version.label}`),
      chosenPair(before.version, after.version, versions),
      changes.length === 0
        ? h('p', null, 'No change that affects callers.')
        : [summary(changes), parts(changes, before.service, after.service)],
    ],
  });
}

/** The other comparisons of the document. */
function chosenPair(before: Version, after: Version, versions: readonly Version[]): JSX.Element | null {
  const links = pairsOf(versions).map((pair) => {
    const isThis = pair.before.id === before.id && pair.after.id === after.id;
    const href = `../${comparisonUrl(pair.before, pair.after)}`;
    return h('li', null, h('a', isThis ? { href, 'aria-current': 'page' } : { href }, `${pair.before.label} → ${pair.after.label}`));
  });
  return links.length < 2 ? null : h('nav', { class: 'pairs', 'aria-label': 'Comparisons' }, h('ul', null, links));
}

function summary(changes: readonly Change[]): JSX.Element {
  const entries = groupChanges(changes);
  const broken = new Set(changes.flatMap(({ kind, operation }) => (kind === 'breaking' && operation !== undefined ? [operation] : [])));
  const says =
    broken.size === 0
      ? 'What worked with the older version works with the newer one.'
      : `Callers of ${count(broken.size, 'operation')} must act: what worked may no longer work.`;
  return h('p', null, joined(countBadges(entries), ' '), ' ', says);
}

function parts(changes: readonly Change[], before: Service, after: Service): ComponentChild {
  const isOf =
    (end: string) =>
    (change: Change): boolean =>
      WHOLE.test(change.code) && change.code.endsWith(end);
  const gone = changes.filter(isOf('-removed'));
  const added = changes.filter(isOf('-added'));
  const entries = groupChanges(changes.filter((change) => !WHOLE.test(change.code)));
  const ofOperation = entries.filter((entry) => 'operation' in entry && entry.operation !== undefined);
  const others = entries.filter((entry) => !ofOperation.includes(entry));
  return [
    operationList('Removed', 'Calls of these fail now.', gone, before),
    operationList('Added', 'New; nothing breaks.', added, after),
    changedPart('Changed operations', 'What callers of one operation send or receive.', ofOperation),
    changedPart('Changed for several', 'What operations share: schemas, servers, credentials.', others),
  ];
}

/** Codes of changes of a whole operation. */
const WHOLE = /^(?:operation|webhook|callback)-(?:added|removed)$/;

function operationList(title: string, says: string, changes: readonly Change[], service: Service): JSX.Element | null {
  if (changes.length === 0) return null;
  const known = new Map(entriesOf(service).map((entry) => [entry.operation.id, entry]));
  const rows = changes.map(({ operation = '' }) => {
    const entry = known.get(operation);
    return h('li', null, entry === undefined ? h('code', null, operation) : operationLink(entry));
  });
  return h(
    'section',
    { class: 'card version' },
    heading(title, changes.length),
    h('p', { class: 'hint' }, says),
    h('ul', { class: 'plain' }, rows),
  );
}

function operationLink(entry: OperationEntry): ComponentChild {
  const { operation, url } = entry;
  return [
    h('a', { href: `../${url}` }, methodTag(operation.method), ' ', h('code', null, placeOf(entry))),
    ' ',
    h('small', { dir: 'auto' }, titleOf(operation)),
  ];
}

function changedPart(title: string, says: string, entries: readonly ChangeEntry[]): JSX.Element | null {
  if (entries.length === 0) return null;
  return h('section', { class: 'card version' }, heading(title, entries.length), h('p', { class: 'hint' }, says), entryList(entries));
}

function heading(title: string, many: number): JSX.Element {
  return h('h2', null, `${title} `, h('small', null, many));
}
