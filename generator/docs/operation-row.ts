// Shows an operation in a list: method, path, summary, and where its method and path come from.
import { h, type JSX } from 'preact';
import type { Basis } from '../model/service.ts';
import { BASIS } from './basis-words.ts';
import { type OperationEntry, titleOf } from './search/entries.ts';

export function methodTag(method: string): JSX.Element {
  return h('span', { class: `method ${method.toLowerCase().replaceAll(/[^a-z]/g, '')}` }, method);
}

/** `GET /notes`, or `POST callback paid of order`. */
export function placeOf({ kind, place }: OperationEntry): string {
  return kind === 'operation' ? place : `${kind} ${place}`;
}

export function operationRow(entry: OperationEntry): JSX.Element {
  const { operation, url } = entry;
  return h(
    'li',
    null,
    h(
      'a',
      { class: 'operation', href: url },
      methodTag(operation.method),
      ' ',
      h('code', null, placeOf(entry)),
      ' ',
      h(
        'span',
        { class: 'summary', dir: 'auto' },
        titleOf(operation),
        operation.deprecated && [' ', h('span', { class: 'badge warn' }, 'deprecated')],
        operation.basis !== undefined && [' ', basisMark(operation.basis)],
      ),
    ),
  );
}

/** A quiet mark for where a part comes from; its words are for pointers and readers of screens, and the legend of the page has them for all. */
function basisMark(basis: Basis): JSX.Element {
  const { label, means } = BASIS[basis];
  return h('span', { class: `basis ${basis}`, title: `${label}: ${means}` }, h('span', { class: 'visually-hidden' }, label));
}

/** Says what the marks mean, where operations have them. */
export function basisLegend(bases: ReadonlySet<Basis>): JSX.Element | null {
  if (bases.size === 0) return null;
  const rows = Object.entries(BASIS).flatMap(([basis, { label, means }]) =>
    bases.has(basis as Basis)
      ? [h('div', null, h('dt', null, h('span', { class: `basis ${basis}`, 'aria-hidden': true }), ' ', label), h('dd', null, means))]
      : [],
  );
  return h(
    'details',
    { class: 'legend' },
    h('summary', null, 'Where an operation’s method and path come from'),
    h('dl', null, rows),
    h('p', { class: 'hint' }, 'The source says nothing about credentials.'),
  );
}
