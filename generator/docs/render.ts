// Renders the portal's own pages with Preact, which escapes all text and attributes. HTML that is not text enters by `inner` alone.
import { type ComponentChild, Fragment, h, type JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** The HTML of what a page shows. */
export function render(...nodes: readonly ComponentChild[]): string {
  return renderToString(h(Fragment, null, ...nodes));
}

/** The attribute that gives an element its content as HTML, such as Markdown that has been sanitised. */
export function inner(html: string): { readonly dangerouslySetInnerHTML: { readonly __html: string } } {
  return { dangerouslySetInnerHTML: { __html: html } };
}

/** The nodes with a text between them. */
export function joined(nodes: readonly ComponentChild[], between: ComponentChild): readonly ComponentChild[] {
  return nodes.flatMap((node, index) => (index === 0 ? [node] : [between, node]));
}

/** Code that a reader without a pointer can scroll. */
export function codeBlock(code: string): JSX.Element {
  return h('pre', { tabindex: 0 }, h('code', null, code));
}

/** A list of items, of which all but the first `shown` are folded. */
export function foldedList(items: readonly JSX.Element[], shown: number): JSX.Element {
  const rest = items.slice(shown);
  const more =
    rest.length < 2
      ? rest
      : h('li', null, h('details', null, h('summary', null, `and ${rest.length} more`), h('ul', { class: 'plain' }, rest)));
  return h('ul', { class: 'plain' }, items.slice(0, shown), more);
}
