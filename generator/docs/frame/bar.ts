// The bar at the top of every page: the brand, the navigation, the search and the theme.
import { type ComponentChild, h, type JSX } from 'preact';
import { versionSwitch } from '../versions/switch.ts';
import type { Frame } from './frame.ts';

/** The bar with the navigation. Without scripts, all of it is there but the search, the theme switch and the menu button. */
export function bar(frame: Frame, path: string): readonly JSX.Element[] {
  const { title, pages } = frame;
  const root = rootOf(path);
  const link = (to: string, text: string): JSX.Element =>
    h('a', { href: `${root}${to}`, ...(to === path ? { 'aria-current': 'page' } : {}) }, text);
  return [
    h('a', { class: 'skip', href: '#main' }, 'Skip to content'),
    h(
      'header',
      { class: 'bar' },
      h(
        'div',
        null,
        h('a', { class: 'brand', href: `${root}index.html` }, SIGN, h('span', null, title)),
        versionSwitch(frame.versions, path),
        tool({ id: 'menu-button', 'aria-controls': 'site-menu', 'aria-label': 'Menu' }, MENU_SIGN),
        h(
          'nav',
          { id: 'site-menu', 'aria-label': 'Site' },
          link('index.html', 'Home'),
          references(frame, path, link),
          link('console.html', 'Console'),
          pages.has('sandbox') && link('sandbox.html', 'Sandbox'),
          pages.has('statements') && link('statements.html', 'Statements'),
          pages.has('changelog') && link('changelog.html', 'Changelog'),
        ),
        h(
          'button',
          { ...HIDDEN, class: 'search-button', id: 'search-button', 'aria-label': 'Search', 'aria-keyshortcuts': '/ Control+K' },
          SEARCH_SIGN,
          h('span', null, 'Search'),
          h('kbd', null, '/'),
        ),
        tool({ id: 'theme-switch', 'aria-pressed': 'false', 'aria-label': 'Dark theme', title: 'Light or dark' }, THEME_SIGN),
      ),
    ),
  ];
}

function references({ services }: Frame, path: string, link: (to: string, text: string) => JSX.Element): JSX.Element {
  const isReference = services.some(({ id }) => path.startsWith(`${id}/`));
  return h(
    'details',
    null,
    h('summary', isReference ? { 'aria-current': 'true' } : null, 'Reference'),
    h(
      'ul',
      null,
      services.map(({ id, title }) => h('li', null, link(`${id}/index.html`, title))),
    ),
  );
}

type Attributes = Readonly<Record<string, string>>;

/** A script shows the button when it can be used. */
const HIDDEN = { type: 'button', hidden: true } as const;

function tool(attributes: Attributes, sign: JSX.Element): JSX.Element {
  return h('button', { ...HIDDEN, class: 'tool', ...attributes }, sign);
}

/** `../` for each folder that holds the page. */
export function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

function sign(attributes: Attributes, ...shapes: readonly ComponentChild[]): JSX.Element {
  const common = { viewBox: '0 0 24 24', 'aria-hidden': 'true', fill: 'none', stroke: 'currentColor', 'stroke-width': 2 } as const;
  return h('svg', { ...common, ...attributes }, ...shapes);
}

/** A sheet that is folded: the sign of the portal. */
const SIGN = sign({ 'stroke-linejoin': 'round' }, h('path', { d: 'M12 6 4 3.5v14L12 20l8-2.5v-14L12 6Z' }), h('path', { d: 'M12 6v14' }));
const THEME_SIGN = sign(
  {},
  h('circle', { cx: 12, cy: 12, r: 8.5 }),
  h('path', { d: 'M12 3.5v17a8.5 8.5 0 0 0 0-17Z', fill: 'currentColor' }),
);
const SEARCH_SIGN = sign({ 'stroke-linecap': 'round' }, h('circle', { cx: 11, cy: 11, r: 6.5 }), h('path', { d: 'm16 16 4.5 4.5' }));
const MENU_SIGN = sign({ 'stroke-linecap': 'round' }, h('path', { d: 'M4 7h16M4 12h16M4 17h16' }));
