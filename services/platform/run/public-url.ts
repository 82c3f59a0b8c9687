// Reads the addresses by which callers reach services behind a proxy: `e-scheduling=https://booking.example.com`, or one URL for a single document.

/** The scheme and authority of each document that has one; those that listen under their own addresses have none. */
export type PublicOrigins = ReadonlyMap<string, string>;

/**
 * @param given as they were written: `<document>=<url>`, or `<url>` where only one document is served
 * @param documents those that are served
 * @param known those that other processes may serve, which have the same setting
 * @throws {Error} that says what to write instead
 */
export function publicOriginsOf(given: readonly string[], documents: readonly string[], known = documents): PublicOrigins {
  const origins = new Map<string, string>();
  for (const text of given) {
    const [, named, url = ''] = /^(?:([a-z0-9-]+)=)?(.*)$/.exec(text) ?? [];
    const [only = ''] = documents;
    if (named === undefined && documents.length > 1)
      throw new Error(`--public-url needs the name of a document, since ${documents.length} are served: --public-url ${only}=${url}`);
    const document = named ?? only;
    if (!known.includes(document)) throw new Error(`--public-url: there is no document ${document}. These are: ${known.join(', ')}.`);
    origins.set(document, originOf(url, document));
  }
  return origins;
}

function originOf(text: string, document: string): string {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  if (!isOrigin || url.username !== '' || url.password !== '')
    throw new Error(`--public-url takes a scheme and a host, without a path: --public-url ${document}=https://booking.example.com`);
  return url.origin;
}
