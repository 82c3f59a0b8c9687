// Puts a column beside each operation and webhook that Redocly's page shows. Its script is loaded with the first one, for the whole page.
import { siteRoot } from '../shared/site-root.ts';

/** Modules and data need a server: on a page that is opened as a file, Redocly's own panels stay. */
const isServed = location.protocol !== 'file:';

export function addColumns(page: Element): void {
  if (!isServed) return;
  for (const section of page.querySelectorAll('[data-item-kind="httpItem"]:not(:has(> octavo-column))')) {
    // The link to the Markdown page holds the name of the operation.
    const link = section.querySelector('a[href^="operations/"][href$=".md"]');
    const name = /^operations\/(.+)\.md$/.exec(link?.getAttribute('href') ?? '')?.[1];
    if (name === undefined) continue;
    const column = document.createElement('octavo-column');
    column.dataset.operation = name;
    section.append(column);
    // The browser loads a module once.
    void import(new URL(`${siteRoot()}assets/column.js`, document.baseURI).href);
  }
}
