// Takes Redocly's page apart: its script becomes an asset that all references share, and the rest a page with the portal's navigation.
import { hash } from 'node:crypto';
import { Script } from 'node:vm';
import { environmentError } from '../../base/error.ts';
import { bar } from '../frame/bar.ts';
import type { Frame } from '../frame/frame.ts';
import { CONNECTS, deferred, headNodes, iconLink, tabTitle } from '../frame/head.ts';
import { unescapeHtml } from '../html.ts';
import { render } from '../render.ts';
import { sourceHash } from '../source-hash.ts';

export interface Reference {
  /** The page without the navigation. */
  readonly page: (frame: Frame) => string;
  /** Redocly's own script, the same for every document. */
  readonly library: { readonly name: string; readonly text: string };
  /** Hands the document to Redocly's script: `<id>/reference.js`. */
  readonly script: string;
}

/** Where the page of a document has the navigation, which changes more often than the document does. */
const BAR_START = '<!-- navigation -->';
const BAR_END = '<!-- end of navigation -->';

/**
 * A Content-Security-Policy allows what comes from the site, and the page would load nothing else. If a newer Redocly builds its page differently,
 * this throws, instead of the page failing in a reader's browser.
 */
export function takeApart(redocly: string, id: string): Reference {
  if (!redocly.includes('"disableTelemetry":true')) throw changed('it left telemetry on');
  const [head, body, library, definition] = parts(redocly);
  const text = classicScript(library);
  const name = `redocly-${hash('sha256', text).slice(0, 12)}.js`;
  const styles = [...head.matchAll(/<style\b[^>]*>[\s\S]*?<\/style>/g)].map(([style]) => style).join('\n');
  const title = unescapeHtml(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '');
  const shown = withoutOutside(body);
  const inline = [...shown.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => sourceHash(code));
  const foreign = /<(?:script|link|img)\b[^>]*\b(?:src|href)="?https?:[^>]*>/.exec(styles + shown);
  if (foreign !== null) throw changed(`the reference of ${id} would fetch ${foreign[0].slice(0, 200)}`);
  const policy = {
    'script-src': `'self' file: ${inline.join(' ')}`,
    'style-src': "'self' file: 'unsafe-inline'",
    'img-src': 'data: blob:',
    'font-src': "'self' file: data:",
    // Send calls services, whose addresses are known only while the page runs.
    ...CONNECTS,
    'worker-src': 'blob:',
  };
  return {
    library: { name, text },
    script: definition,
    page: (frame) => `<!DOCTYPE html>
<html lang="en"${frame.isDev ? ' data-dev' : ''} data-root="../">
<head>
${render(headNodes({ root: '../', title: tabTitle(title, frame.title), icon: frame.icon, policy, styles: ['frame.css', 'reference.css'], scripts: ['shell.js', name, 'repair.js'], markdown: 'index.md' }), deferred('reference.js'))}
${styles}
</head>
<body>
${BAR_START}
${barText(frame, id)}
${BAR_END}
<div id="main">${shown}</div>
</body>
</html>
`,
  };
}

function barText(frame: Frame, id: string): string {
  return render(bar(frame, `${id}/index.html`));
}

/** A page that was built before, with today's navigation and icon. */
export function withBar(page: string, frame: Frame, id: string): string {
  const start = page.indexOf(BAR_START);
  const end = page.indexOf(BAR_END);
  if (start === -1 || end === -1) return page;
  const head = page.slice(0, start).replace(/<link rel="icon"[^>]*>/, () => render(iconLink(frame.icon)));
  return `${head}${BAR_START}\n${barText(frame, id)}\n${page.slice(end)}`;
}

/** The head, the body before the script, Redocly's library, and what hands it the document. */
function parts(page: string): readonly [string, string, string, string] {
  const [, head, body, library, definition] =
    /^([\s\S]*?)<body>([\s\S]*?)<script type="module">([\s\S]*?)export\s*\{[\w\s,]*\bhydrate\b[\w\s,]*\};\s*(const __redoc_definition = [\s\S]*?)<\/script>/.exec(
      page,
    ) ?? [];
  if (head === undefined || body === undefined || library === undefined || definition === undefined)
    throw changed('its script is not where it was');
  return [head, body, library, `(() => {\nconst hydrate = globalThis.octavoRedocly;\n${definition.trim()}\n})();\n`];
}

/** The module as a classic script, because browsers load no modules from files. */
function classicScript(module: string): string {
  const code = `(() => {\n'use strict';\nconst octavoMeta = { url: document.baseURI, dirname: '' };\n${module.replaceAll('import.meta', 'octavoMeta').trim()}\nglobalThis.octavoRedocly = hydrate;\n})();\n`;
  try {
    new Script(code);
  } catch (error) {
    throw changed(`its script is no classic script (${error instanceof Error ? error.message : String(error)})`);
  }
  return withoutOutside(code);
}

/** Replaces the two logos that the page would load from Redocly. */
function withoutOutside(text: string): string {
  return text.replace(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g, LOGO);
}

const LOGO = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="52" height="16"><text x="0" y="12" font-family="sans-serif" font-size="12" fill="#0044d4">Redocly</text></svg>',
).toString('base64')}`;

function changed(what: string): Error {
  return environmentError('docs-failed', `Redocly built its page in another way than Octavo expects: ${what}.`, {
    fix: 'Install the version of `@redocly/cli` that Octavo names as its peer.',
  });
}
