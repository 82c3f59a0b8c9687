// The frame of the portal's own pages: head, navigation, and a policy that forbids loading anything from outside.
import { escapeHtml } from '../base/escape-html.ts';
import { render } from './render.ts';
import { versionSwitch } from './versions/switch.ts';
import type { Version } from './versions/versions.ts';

/** The parts that all pages of a site share. */
export interface Frame {
  /** The title of the portal. */
  readonly title: string;
  readonly services: readonly { readonly id: string; readonly title: string }[];
  /** The versions of each document that has several, the newest first. */
  readonly versions?: ReadonlyMap<string, readonly Version[]>;
  /** Whether the site has these pages. */
  readonly pages: ReadonlySet<OptionalPage>;
  /** Whether `octavo dev` serves the site. Scripts then ask it for the addresses and states of mocks and services. */
  readonly isDev: boolean;
}

export type OptionalPage = 'sandbox' | 'statements' | 'changelog';

export interface PageParts {
  /** The title of this page; that of the portal follows it. Empty for the home page. */
  readonly title: string;
  /** The page's path relative to the root of the site, for links and for the mark in the navigation. */
  readonly path: string;
  /** HTML. */
  readonly main: string;
  /** Before the other styles. The policy of the page must allow it. */
  readonly inlineStyle?: string;
  /** Scripts and styles of the page besides those of every page, relative to `assets/`. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  /** An app: its script is an ES module. */
  readonly app?: string;
  /** Values of directives of the Content-Security-Policy, in place of the strict ones. */
  readonly policy?: Readonly<Record<string, string>>;
}

export function page(frame: Frame, parts: PageParts): string {
  const { title, path, main, inlineStyle, scripts = [], styles = [], app, policy = {} } = parts;
  const root = rootOf(path);
  const module = app === undefined ? '' : `\n  <script type="module" src="${root}assets/${app}"></script>`;
  const head = headLinks({
    root,
    title: tabTitle(title, frame.title),
    policy,
    styles: ['base.css', ...styles],
    scripts: ['shell.js', ...scripts],
    ...(inlineStyle === undefined ? {} : { inlineStyle }),
  });
  return `<!DOCTYPE html>
<html lang="en"${frame.isDev ? ' data-dev' : ''} data-root="${root}">
<head>
${head}${module}
</head>
<body>
${bar(frame, path)}
  <main id="main">
${main}
  </main>
</body>
</html>
`;
}

/** The scripts and styles in the head of a page, relative to `assets/`. */
interface Head {
  /** Leads to the root of the site: `../`. */
  readonly root: string;
  readonly title: string;
  readonly policy: Readonly<Record<string, string>>;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly inlineStyle?: string;
}

export function headLinks({ root, title, policy, styles, scripts, inlineStyle }: Head): string {
  const assets = `${root}assets/`;
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(policy)}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="icon" href="${ICON}">`,
    ...(inlineStyle === undefined ? [] : [`<style>${inlineStyle}</style>`]),
    ...styles.map((style) => `<link rel="stylesheet" href="${assets}${style}">`),
    // Not deferred: it sets the theme before the page is painted.
    `<script src="${assets}theme.js"></script>`,
    ...scripts.map((script) => `<script defer src="${assets}${script}"></script>`),
  ]
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Addresses of services are known only while the page runs. */
export const CONNECTS = { 'connect-src': "'self' http: https: ws: wss:" };

/** A frame has the policy of its page, and emails have styles of their own. Their pictures come by https when a reader asks for them. */
const POLICIES = {
  console: CONNECTS,
  sandbox: { ...CONNECTS, 'style-src': "'self' file: 'unsafe-inline'", 'img-src': 'data: https:' },
} as const;

/** The page of an app: the app fills it, and a browser without scripts or a page from a file says what is missing. */
export function appPage(frame: Frame, name: 'console' | 'sandbox', title: string): string {
  return page(frame, {
    title,
    path: `${name}.html`,
    app: `${name}.js`,
    styles: [`${name}.css`],
    policy: POLICIES[name],
    main: `    <div id="app"><h1>${escapeHtml(title)}</h1><p>This page runs as a script from a server: <code>octavo dev</code> or a static host. It does not run when it is opened as a file.</p></div>`,
  });
}

/** `../` for each folder that holds the page. */
function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

function policyOf(own: Readonly<Record<string, string>>): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self' file:",
    'style-src': "'self' file:",
    'connect-src': "'self'",
    'img-src': 'data:',
    'font-src': "'self' file:",
    'base-uri': "'none'",
    'form-action': "'none'",
    ...own,
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** A sheet that is folded: the sign of the portal. */
const SIGN =
  '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M12 6 4 3.5v14L12 20l8-2.5v-14L12 6Z"/><path d="M12 6v14"/></svg>';
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#4a73ee" stroke-width="2.4" stroke-linejoin="round"><path d="M12 6 4 3.5v14L12 20l8-2.5v-14L12 6Z"/><path d="M12 6v14"/></svg>',
)}`;
const THEME_SIGN =
  '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"><circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17a8.5 8.5 0 0 0 0-17Z" fill="currentColor"/></svg>';
const SEARCH_SIGN =
  '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/></svg>';
const MENU_SIGN =
  '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M4 7h16M4 12h16M4 17h16"/></svg>';

/** The bar with the navigation. Without scripts, all of it is there but the theme switch and the menu button. */
export function bar(frame: Frame, path: string): string {
  const { title, services, pages } = frame;
  const root = rootOf(path);
  const link = (to: string, text: string): string =>
    `<a href="${root}${to}"${to === path ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`;
  const references = services.map(({ id, title: name }) => `<li>${link(`${id}/index.html`, name)}</li>`).join('');
  const isReference = services.some(({ id }) => path.startsWith(`${id}/`));
  const links = [
    link('index.html', 'Home'),
    `<details><summary${isReference ? ' aria-current="true"' : ''}>Reference</summary><ul>${references}</ul></details>`,
    link('console.html', 'Console'),
    ...(pages.has('sandbox') ? [link('sandbox.html', 'Sandbox')] : []),
    ...(pages.has('statements') ? [link('statements.html', 'Statements')] : []),
    ...(pages.has('changelog') ? [link('changelog.html', 'Changelog')] : []),
  ];
  return `  <a class="skip" href="#main">Skip to content</a>
  <header class="bar"><div>
    <a class="brand" href="${root}index.html">${SIGN}<span>${escapeHtml(title)}</span></a>${render(versionSwitch(frame.versions, path))}
    <button class="tool" id="menu-button" type="button" aria-controls="site-menu" aria-label="Menu" hidden>${MENU_SIGN}</button>
    <nav id="site-menu" aria-label="Site">
      ${links.join('\n      ')}
    </nav>
    <button class="search-button" id="search-button" type="button" aria-label="Search" aria-keyshortcuts="/ Control+K" hidden>${SEARCH_SIGN}<span>Search</span><kbd>/</kbd></button>
    <button class="tool" id="theme-switch" type="button" aria-pressed="false" aria-label="Dark theme" title="Light or dark" hidden>${THEME_SIGN}</button>
  </div></header>`;
}

/** `Orders reference · Pets`: the page, then the site, which is left out where the page begins with its name. */
export function tabTitle(title: string, site: string): string {
  if (title === '') return site;
  return title.startsWith(site) ? title : `${title} · ${site}`;
}
