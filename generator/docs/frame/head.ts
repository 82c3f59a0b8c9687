// The head of a page: its title, its policy, which forbids loading anything from outside, and its styles and scripts.
import { type ComponentChild, h, type JSX } from 'preact';
import { inner } from '../render.ts';

/** The scripts and styles in the head of a page, relative to `assets/`. */
export interface Head {
  /** Leads to the root of the site: `../`. */
  readonly root: string;
  readonly title: string;
  /** Default: the sign of the portal. */
  readonly icon?: string | undefined;
  /** Values of directives of the Content-Security-Policy, in place of the strict ones. */
  readonly policy: Readonly<Record<string, string>>;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Before the other styles. The policy must allow it. */
  readonly inlineStyle?: string | undefined;
  /** The page in Markdown, relative to the page. */
  readonly markdown?: string | undefined;
}

export function headNodes({ root, title, icon, policy, styles, scripts, inlineStyle, markdown }: Head): readonly ComponentChild[] {
  const assets = `${root}assets/`;
  return [
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { 'http-equiv': 'Content-Security-Policy', content: policyOf(policy) }),
    h('title', null, title),
    iconLink(icon),
    markdown !== undefined && h('link', { rel: 'alternate', type: 'text/markdown', href: markdown }),
    inlineStyle !== undefined && h('style', inner(inlineStyle)),
    styles.map((style) => h('link', { rel: 'stylesheet', href: `${assets}${style}` })),
    // Not deferred: it sets the theme before the page is painted.
    h('script', { src: `${assets}theme.js` }),
    scripts.map((script) => deferred(`${assets}${script}`)),
  ];
}

/** The picture of the page in tabs. */
export function iconLink(icon = ICON): JSX.Element {
  return h('link', { rel: 'icon', href: icon });
}

/** A script that runs when the page is read. */
export function deferred(src: string): JSX.Element {
  return h('script', { defer: true, src });
}

/** Addresses of services are known only while the page runs. */
export const CONNECTS = { 'connect-src': "'self' http: https: ws: wss:" };

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

/** The sign of the portal, in a colour that is seen on light and dark tabs. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#4a73ee" stroke-width="2.4" stroke-linejoin="round"><path d="M12 6 4 3.5v14L12 20l8-2.5v-14L12 6Z"/><path d="M12 6v14"/></svg>',
)}`;

/** `Orders reference · Pets`: the page, then the site, which is left out where the page begins with its name. */
export function tabTitle(title: string, site: string): string {
  if (title === '') return site;
  return title.startsWith(site) ? title : `${title} · ${site}`;
}
