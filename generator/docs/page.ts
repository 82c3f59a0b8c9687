// A page of the portal itself: its head, the bar, and what it shows.
import { type ComponentChild, h } from 'preact';
import { bar, rootOf } from './frame/bar.ts';
import type { Frame } from './frame/frame.ts';
import { CONNECTS, type Head, headNodes, tabTitle } from './frame/head.ts';
import { render } from './render.ts';

export interface PageParts extends Partial<Pick<Head, 'inlineStyle' | 'markdown' | 'policy'>> {
  /** The title of this page; that of the portal follows it. Empty for the home page. */
  readonly title: string;
  /** The page's path relative to the root of the site, for links and for the mark in the navigation. */
  readonly path: string;
  readonly main: ComponentChild;
  /** Scripts and styles of the page besides those of every page, relative to `assets/`. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  /** An app: its script is an ES module. */
  readonly app?: string;
}

export function page(frame: Frame, parts: PageParts): string {
  const { title, path, main, inlineStyle, markdown, scripts = [], styles = [], app, policy = {} } = parts;
  const root = rootOf(path);
  const head = headNodes({
    root,
    title: tabTitle(title, frame.title),
    icon: frame.icon,
    policy,
    styles: ['base.css', ...styles],
    scripts: ['shell.js', ...scripts],
    inlineStyle,
    markdown,
  });
  const module = app !== undefined && h('script', { type: 'module', src: `${root}assets/${app}` });
  return wholePage(frame, root, [...head, module], [...bar(frame, path), h('main', { id: 'main' }, main)]);
}

/** The text of a page. */
function wholePage({ isDev }: Frame, root: string, head: ComponentChild, body: ComponentChild): string {
  const attributes = { lang: 'en', ...(isDev ? { 'data-dev': '' } : {}), 'data-root': root };
  return `<!DOCTYPE html>\n${render(h('html', attributes, h('head', null, head), h('body', null, body)))}\n`;
}

/** A frame has the policy of its page, and emails have styles of their own. Their pictures come by https when a reader asks for them. */
const POLICIES = {
  console: CONNECTS,
  sandbox: { ...CONNECTS, 'style-src': "'self' file: 'unsafe-inline'", 'img-src': 'data: https:' },
} as const;

/** The page of an app: the app fills it, and a browser without scripts or a page from a file says what is missing. */
export function appPage(frame: Frame, name: 'console' | 'sandbox', title: string): string {
  const needs = ['This page runs as a script from a server: ', h('code', null, 'octavo dev'), ' or a static host. '];
  return page(frame, {
    title,
    path: `${name}.html`,
    app: `${name}.js`,
    styles: [`${name}.css`],
    policy: POLICIES[name],
    main: h('div', { id: 'app' }, h('h1', null, title), h('p', null, needs, 'It does not run when it is opened as a file.')),
  });
}
