// The switch between the versions of a document: links to the references of the others, which work without scripts.
import { h, type JSX } from 'preact';
import { comparisonUrl, type Version } from './versions.ts';

/** Nothing for a page that is of no version. `path` is that of the page, relative to the root of the site. */
export function versionSwitch(versions: ReadonlyMap<string, readonly Version[]> | undefined, path: string): JSX.Element | null {
  const [id = '', ...rest] = path.split('/');
  const all = versions?.get(id);
  const shown = all?.find((version) => version.id === id);
  if (all === undefined || shown === undefined) return null;
  const root = '../'.repeat(rest.length);
  const [newest] = all;
  const links = all.map((version) => {
    const href = `${root}${version.id}/index.html`;
    const text = version === newest ? `${version.label} (newest)` : version.label;
    return h('li', null, h('a', version === shown ? { href, 'aria-current': 'true' } : { href }, text));
  });
  return h(
    'details',
    { class: 'versions' },
    h('summary', { 'aria-label': `Version ${shown.label}` }, shown.label),
    h('ul', null, links, h('li', null, changesLink(all, shown, root))),
  );
}

/** What is new in the newest version, or in this one since the one before. */
function changesLink(all: readonly Version[], shown: Version, root: string): JSX.Element | null {
  const [newest, second] = all;
  const [before, after] = shown === newest ? [second, newest] : [shown, newest];
  if (before === undefined || after === undefined) return null;
  return h('a', { href: `${root}${comparisonUrl(before, after)}` }, `Changes from ${before.label} to ${after.label}`);
}
