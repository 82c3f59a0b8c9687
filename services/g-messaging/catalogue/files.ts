// Reads the records of products from a file as its bytes arrive: CSV with a header, or XML.

import { SaxesParser } from 'saxes';
import { FileFault } from '../../platform/outbox/file.ts';
import { delimiterOf, readRows } from '../imports/csv.ts';
import { hasIdentifier, type ProductRecord } from './rules.ts';

/** Bytes of the beginning that are looked at. */
const BEGINNING = 65_536;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** The beginning of a file, as soon as it has what is wanted, and all of its bytes. */
async function beginningOf(bytes: AsyncIterable<Uint8Array>, hasEnough: (beginning: Buffer) => boolean) {
  const source = bytes[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  while (beginning.length < BEGINNING && !hasEnough(beginning)) {
    const next = await source.next();
    if (next.done) break;
    beginning = Buffer.concat([beginning, next.value]);
  }
  /** @param from the first byte */
  async function* all(from = 0): AsyncGenerator<Uint8Array> {
    yield beginning.subarray(from);
    yield* { [Symbol.asyncIterator]: () => source };
  }
  return { beginning, all };
}

/** One record for each product; `undefined` for one that cannot be read. @throws {FileFault} where the file has no products to be read */
export async function* csvRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ProductRecord | undefined> {
  const { beginning, all } = await beginningOf(bytes, (text) => text.includes('\n'));
  const from = BYTE_ORDER_MARK.equals(beginning.subarray(0, BYTE_ORDER_MARK.length)) ? BYTE_ORDER_MARK.length : 0;
  let names: readonly string[] | undefined;
  for await (const { cells, fault } of readRows(all(from), { encoding: 'utf-8', delimiter: delimiterOf(beginning) }, from)) {
    if (names === undefined) {
      names = cells.map((cell) => cell.toLowerCase());
      if (!hasIdentifier(names)) throw new FileFault('has no column externalItemId in its first row');
    } else yield fault === undefined ? new Map(names.map((name, index) => [name, cells[index] ?? ''])) : undefined;
  }
  if (names === undefined) throw new FileFault('is empty');
}

/** The elements that describe a product in the common formats: shop feeds, RSS, Atom and market places. */
const PRODUCTS = new Set(['product', 'item', 'entry', 'offer']);

const MOST_DEPTH = 200;
/** Characters of one product. */
const MOST_TEXT = 2 ** 20;

/** One record for each product. @throws {FileFault} for text that is not well-formed XML, or has a document type */
export async function* xmlRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ProductRecord> {
  const found: ProductRecord[] = [];
  const parser = recordParser((record) => found.push(record));
  for await (const text of xmlTexts(bytes)) {
    parser.write(text);
    yield* found.splice(0);
  }
  parser.close();
  yield* found;
}

function recordParser(add: (record: ProductRecord) => void): SaxesParser {
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  let depth = 0;
  let length = 0;
  /** The product that is being read, and how deep its element is. */
  let record: Map<string, string> | undefined;
  let start = 0;
  let name = '';
  let text = '';
  const addText = (more: string) => {
    length += more.length;
    if (record !== undefined && length > MOST_TEXT) throw new FileFault(`has a product with more than ${MOST_TEXT} characters`);
    if (record !== undefined && depth === start + 1) text += more;
  };
  parser.on('error', () => {
    throw new FileFault('is not well-formed XML');
  });
  parser.on('doctype', () => {
    throw new FileFault('has a document type declaration, which is not allowed');
  });
  parser.on('opentag', ({ local, attributes }) => {
    if (++depth > MOST_DEPTH) throw new FileFault(`is nested more than ${MOST_DEPTH} levels deep`);
    if (record === undefined && PRODUCTS.has(local.toLowerCase())) {
      record = new Map(Object.values(attributes).map((attribute) => [attribute.local.toLowerCase(), attribute.value]));
      start = depth;
      length = 0;
    } else if (depth === start + 1) {
      name = local.toLowerCase();
      text = '';
    }
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    if (record === undefined) return;
    // The first of several elements with the same name counts: it is the picture that a shop shows first.
    if (depth === start && !record.get(name)) record.set(name, text);
    if (depth >= start) return;
    add(record);
    record = undefined;
  });
  return parser;
}

/** The text of an XML file in the encoding that its declaration names (XML 1.0 appendix F). @throws {FileFault} for one that does not exist */
async function* xmlTexts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const { beginning, all } = await beginningOf(bytes, ({ length }) => length >= DECLARATION);
  const decoder = decoderOf(encodingOf(beginning));
  for await (const piece of all()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new FileFault(`is in the encoding ${encoding}, which does not exist`);
  }
}

/** Bytes in which the declaration is looked for. */
const DECLARATION = 200;

function encodingOf(head: Uint8Array): string {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = String.fromCharCode(...head.subarray(0, DECLARATION));
  return /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
}
