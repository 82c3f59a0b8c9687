// Decides what a feed may be, and which product a record of its file describes.

import type { Product, ProductFeedsConfig } from '@octavo/interfaces/g-messaging';

type GivenFeed = ProductFeedsConfig['feeds'][number];

const FORMATS = ['csv', 'xml'] as const;

type Format = (typeof FORMATS)[number];

const isFormat = (text: string): text is Format => FORMATS.some((format) => format === text);

/** What is wrong with a list of feeds, in a sentence. */
export function feedsFault(feeds: readonly GivenFeed[]): string | undefined {
  const names = new Set<string>();
  for (const { name, format } of feeds) {
    if (name.trim() === '') return 'The name of a feed must not be empty.';
    if (names.has(name)) return `Two feeds have the name ${name}.`;
    names.add(name);
    if (format !== undefined && !isFormat(format.toLowerCase())) return `The format of the feed ${name} must be csv or xml, not ${format}.`;
  }
  return undefined;
}

/** The format of a file: the one that is given, or that of its name. */
export function formatOf({ url, format }: Pick<GivenFeed, 'url'> & { readonly format: string | null }): Format {
  const given = format?.toLowerCase() ?? '';
  if (isFormat(given)) return given;
  return new URL(url).pathname.toLowerCase().endsWith('.xml') ? 'xml' : 'csv';
}

/** What a file says of a product, by the names of its columns or elements in lower case. */
export type ProductRecord = ReadonlyMap<string, string>;

/** The names under which files have each field: those of this interface, and those that are common in feeds for shop windows. */
const NAMES = {
  externalItemId: ['externalitemid', 'id', 'sku'],
  name: ['name', 'title'],
  category: ['category', 'product_type', 'categoryid'],
  cost: ['cost', 'price'],
  url: ['url', 'link'],
  imageUrl: ['imageurl', 'image_link', 'picture'],
  description: ['description'],
} as const;

/** Whether a product can be identified by these columns or elements. */
export function hasIdentifier(names: readonly string[]): boolean {
  return NAMES.externalItemId.some((name) => names.includes(name));
}

/** `21.50`, `21,50 EUR`, `€ 21.50` */
const PRICE = /^(?:[A-Z]{3}|\p{Sc})?\s*(\d+(?:[.,]\d{1,4})?)\s*(?:[A-Z]{3}|\p{Sc})?$/u;

/** The product of a record; `undefined` where it has no identifier, no name or no price, or an address is none. */
export function productOf(record: ProductRecord): Product | undefined {
  const textOf = (field: keyof typeof NAMES) => NAMES[field].map((name) => record.get(name)?.trim()).find((text) => text) || undefined;
  const [externalItemId, name, url, imageUrl] = [textOf('externalItemId'), textOf('name'), textOf('url'), textOf('imageUrl')];
  const cost = PRICE.exec(textOf('cost') ?? '')?.[1]?.replace(',', '.');
  if (externalItemId === undefined || name === undefined || cost === undefined) return undefined;
  if ([url, imageUrl].some((address) => address !== undefined && !URL.canParse(address))) return undefined;
  if ([...record.values()].some((text) => text.includes('\0'))) return undefined;
  const [category, description] = [textOf('category'), textOf('description')];
  return {
    externalItemId,
    name,
    ...(category !== undefined && { category }),
    cost: Number(cost),
    ...(url !== undefined && { url }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(description !== undefined && { description }),
  };
}
