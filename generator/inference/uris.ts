// Reads identifiers out of URIs: `…/event_types/LFEH` of the member `uri` is `LFEH` in a path.
import { conjuncts } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import { plain } from './names.ts';
import { type Segments, segmentsOf, valuesIn } from './templates.ts';

/** The member that has the URI of a thing itself; `undefined` where none is named so. */
export function uriIn(members: ReadonlyMap<string, readonly Schema[]>): string | undefined {
  for (const wanted of ['uri', 'self', 'href', 'selflink', 'url', 'resourceuri', '@id']) {
    const found = [...members].find(([name]) => plain(name) === plain(wanted));
    if (found !== undefined && isUri(found[1])) return found[0];
  }
  return undefined;
}

export function isUri(schemas: readonly Schema[]): boolean {
  return conjuncts(schemas).some(
    ({ format, type }) => type?.includes('string') === true && /^(?:uri|url|iri)(?:-reference)?$/.test(format ?? ''),
  );
}

/** The last part of the path of a URI. */
export function endOf(uri: string): string {
  const last =
    uri
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The identifier in the URI of what was added to a collection: the segment behind the collection, `7` of `/v1/jobs/7/status`; else the last one. */
export function identifierInUri(uri: string, collection: Segments): string {
  const path = segmentsOf(URL.parse(uri, 'http://localhost/')?.pathname ?? '');
  const template = [...collection, '{identifier}'];
  for (let end = path.length; end >= template.length; end--) {
    const found = valuesIn(template, path.slice(end - template.length, end))?.get('identifier');
    if (found !== undefined) return found;
  }
  return endOf(uri);
}

/** The URI of another thing of the same kind. */
export function withEnd(uri: string, end: string): string {
  const before = uri.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return `${before.slice(0, before.lastIndexOf('/') + 1)}${encodeURIComponent(end)}`;
}
