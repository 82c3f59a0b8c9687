// What stands before, between and around the parts of a list or an object in each style (RFC 6570, OpenAPI 3.2 section 4.12.6), for both ends.

/** Before the whole; between exploded parts; between parts that are not exploded, as they are written. */
export type Layout = readonly [prefix: string, separator: string, delimiter: string];

const LAYOUTS: Readonly<Record<string, Layout>> = {
  simple: ['', ',', ','],
  label: ['.', '.', ','],
  matrix: [';', ';', ','],
  form: ['', '&', ','],
  spaceDelimited: ['', '&', '%20'],
  pipeDelimited: ['', '&', '%7C'],
  cookie: ['', '; ', ','],
};

/** A cookie header has its own separator, whatever the style. */
export function layoutOf(style: string, where: string): Layout {
  return LAYOUTS[where === 'cookie' ? 'cookie' : style] ?? ['', '&', ','];
}
