// The frame of the portal's own pages: head, title, and a policy that forbids loading anything from outside.
import { escapeHtml } from './html.ts';

export interface PageParts {
  readonly title: string;
  readonly heading: string;
  readonly about: string;
  /** HTML. */
  readonly nav: string;
  /** Paths of scripts, relative to the page. */
  readonly scripts: readonly string[];
  /** HTML after the sentence in the header. */
  readonly below?: string;
  /** HTML. */
  readonly main: string;
}

export function page({ title, heading, about, nav, scripts, below = '', main }: PageParts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; base-uri 'none'; form-action 'none'">
  <title>${escapeHtml(title)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="assets/portal.css">
${scripts.map((script) => `  <script defer src="${script}"></script>\n`).join('')}</head>
<body>
  <header>
    <h1>${escapeHtml(heading)}</h1>
    <p>${escapeHtml(about)}${nav === '' ? '' : ` · ${nav}`}</p>
${below}  </header>
  <main>
${main}
  </main>
</body>
</html>
`;
}
