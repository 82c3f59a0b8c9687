// The orders of lists of objects.
import { byText } from '../../texts.ts';
import type { Item } from '../things.ts';
import type { Faults } from './call.ts';

/** Accession numbers by the year and the number within it. */
export function byAccession(a: Item, b: Item): number {
  const [year = 0, number = 0] = a.accession.split('.').map(Number);
  const [otherYear = 0, otherNumber = 0] = b.accession.split('.').map(Number);
  return year - otherYear || number - otherNumber;
}

const ORDERS: Readonly<Record<string, (a: Item, b: Item) => number>> = {
  accession: byAccession,
  title: (a, b) => byText(a.title, b.title),
  updatedAt: (a, b) => byText(a.updatedAt, b.updatedAt),
};

/** Objects in an order. Those that are alike come by their accession numbers. */
export function sortedObjects(items: readonly Item[], sort: string, faults: Faults): Item[] {
  const isDown = sort.startsWith('-') && !(sort === '-title' && faults.has('titles-only-go-up'));
  const plain = faults.has('accessions-as-texts') ? (a: Item, b: Item) => byText(a.accession, b.accession) : byAccession;
  const name = sort.replace('-', '');
  const order = name === 'accession' ? plain : (ORDERS[name] ?? plain);
  return items.toSorted((a, b) => (isDown ? -1 : 1) * order(a, b) || plain(a, b));
}
