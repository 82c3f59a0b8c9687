// The page for addresses that have none. Hosts send it for addresses at any depth, so its script finds the site, and it is readable without its
// styles.
import { h } from 'preact';
import type { Frame } from './frame/frame.ts';
import { page } from './page.ts';
import { inner } from './render.ts';
import { sourceHash } from './source-hash.ts';

/** The styles of the page until its stylesheet is found. That sets the same properties, so nothing of these is left. */
const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.55 system-ui,sans-serif}main,.bar>div{max-width:1180px;margin:0 auto;padding:16px 24px}.bar svg{width:24px;height:24px}`;

/** `script`: the code of `assets/find-root.js`, which is in the page, because a page at an unknown depth can load none. */
export function notFoundPage(frame: Frame, script: string): string {
  return page(frame, {
    title: 'Not found',
    path: '404.html',
    policy: {
      'script-src': `'self' file: ${sourceHash(script)}`,
      'style-src': `'self' file: ${sourceHash(STYLE)}`,
    },
    inlineStyle: STYLE,
    main: [
      h('h1', null, 'There is no page at this address'),
      h(
        'p',
        null,
        'It may have moved: the search (press ',
        h('kbd', null, '/'),
        ') knows all services, operations, schemas and statements.',
      ),
      h('p', null, h('a', { class: 'button primary', href: 'index.html' }, 'All services')),
      h('script', inner(script)),
    ],
  });
}
