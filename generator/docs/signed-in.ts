// The page that an authorization server sends a reader back to, after a sign-in in a window of its own. It gives its address to the page that waits.
import { h } from 'preact';
import type { Frame } from './frame/frame.ts';
import { page } from './page.ts';

export const SIGNED_IN = 'signed-in.html';

export function signedInPage(frame: Frame): string {
  return page(frame, {
    title: 'Sign-in',
    path: SIGNED_IN,
    scripts: ['signed-in.js'],
    main: [
      h('h1', null, 'Sign-in'),
      h('p', { id: 'signed-in', role: 'status' }, 'This page runs as a script. Allow scripts to end the sign-in.'),
    ],
  });
}
