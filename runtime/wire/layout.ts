// The prefix and separators of lists and objects in each style (RFC 6570, OpenAPI 3.2 section 4.12.6), for both ends.

/** Before the whole text; between exploded items; between items that are not exploded, percent-encoded where it is sent so. */
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

/** The Cookie header has its own separator, whatever the style. */
export function layoutOf(style: string, where: string): Layout {
  return LAYOUTS[where === 'cookie' ? 'cookie' : style] ?? ['', '&', ','];
}
