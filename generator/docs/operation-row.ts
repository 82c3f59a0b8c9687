// The HTML of an operation in a list: method, path, summary, and where its method and path come from.

import { escapeHtml } from '../base/escape-html.ts';
import type { Basis } from '../model/service.ts';
import { BASIS } from './basis-words.ts';
import { type OperationEntry, titleOf } from './search/entries.ts';

export function methodTag(method: string): string {
  return `<span class="method ${escapeHtml(method.toLowerCase().replaceAll(/[^a-z]/g, ''))}">${escapeHtml(method)}</span>`;
}

/** `root` leads to the root of the site: `../`. */
export function operationRow({ kind, operation, place, url }: OperationEntry, root = ''): string {
  const path = kind === 'operation' ? place : `${kind} ${place}`;
  const summary = titleOf(operation);
  const deprecated = operation.deprecated ? ' <span class="badge warn">deprecated</span>' : '';
  return `<li><a class="operation" href="${root}${escapeHtml(url)}">${methodTag(operation.method)} <code>${escapeHtml(path)}</code> <span class="summary">${escapeHtml(summary)}${deprecated}${basisTag(operation.basis)}</span></a></li>`;
}

function basisTag(basis: Basis | undefined): string {
  return basis === undefined ? '' : ` <small class="basis">· ${escapeHtml(BASIS[basis].label)}</small>`;
}

/** Says what the sources mean, where operations have them. */
export function basisLegend(bases: ReadonlySet<Basis>): string {
  if (bases.size === 0) return '';
  const rows = Object.entries(BASIS).flatMap(([basis, { label, means }]) =>
    bases.has(basis as Basis) ? [`<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(means)}</dd></div>`] : [],
  );
  return `    <details class="legend"><summary>Where an operation's method and path come from</summary><dl>${rows.join('')}</dl><p class="hint">The source says nothing about credentials.</p></details>\n`;
}
