// Multipart bodies whose parts have positions → their schema, and how each part is written (OpenAPI 3.2, "Encoding By Position").
import { isObject } from '../../../load/pointer.ts';
import { type Cause, child, type DocumentNode, keyOf, members, text } from '../../document-node.ts';
import { isInRange } from '../../media-type.ts';
import type { Schema } from '../../schema/schema.ts';
import { ARRAY, intendedTypes, OBJECT } from '../../schema/types.ts';
import type { PartFacts, PartsFacts, ResponseHeader } from '../../service.ts';
import { type HeaderDraft, settleHeader } from '../parameters/headers.ts';
import type { Settling } from '../settling.ts';
import { splitTypes } from './encoding.ts';

/** The nodes of `prefixEncoding` and `itemEncoding`, by words that no property of a schema can be taken for. */
export function positionsOf(media: DocumentNode): [string, DocumentNode][] {
  const rest = child(media, 'itemEncoding');
  return [
    ...members(child(media, 'prefixEncoding')).map(([index, node]): [string, DocumentNode] => [`prefixEncoding/${index}`, node]),
    ...(isObject(rest.value) ? [['itemEncoding', rest] as [string, DocumentNode]] : []),
  ];
}

/** Whether a multipart body is a list of parts by position. `multipart/form-data` has names. */
export function isSequence(contentType: string, media: DocumentNode, schema: Schema | undefined): boolean {
  if (isInRange('multipart/form-data', contentType)) return false;
  const isNamed = schema !== undefined && (intendedTypes(schema) & (ARRAY | OBJECT)) === OBJECT;
  return !isNamed || child(media, 'itemSchema').value !== undefined || positionsOf(media).length > 0;
}

/** Why the parts of a media type cannot be carried; `undefined` where they can. */
export function partsFault(contentType: string, schema: Schema | undefined): string | undefined {
  const [, subtype = ''] = contentType.toLowerCase().split(/[/;]/);
  if (subtype.trim() === '*') return `${contentType} does not say whether its parts have names: write multipart/mixed.`;
  if (subtype.trim() === 'x-mixed-replace') return `${contentType} never ends, and is not supported.`;
  if (schema !== undefined && (intendedTypes(schema) & (ARRAY | OBJECT)) === 0)
    return `the schema of ${contentType} must be an array of its parts, or an object of parts with names.`;
  return undefined;
}

/** The schema of the list. `itemSchema` describes the items of a sequence, whatever `schema` says of the whole. */
export function sequenceSchema(media: DocumentNode, schema: Schema | undefined, itemSchema: Schema | undefined): Schema {
  const { location } = media;
  const key = `${location.source.display}#${location.pointer}@parts`;
  if (schema !== undefined && itemSchema === undefined) return schema;
  const items = itemSchema ?? { key: `${key}/items`, location, boolean: true };
  const list: Schema = { key, location, type: ['array'], items };
  return schema === undefined ? list : { key: `${key}/all`, location, allOf: [schema, list] };
}

export function readParts(
  media: DocumentNode,
  partHeaders: ReadonlyMap<string, readonly HeaderDraft[]>,
  settling: Pick<Settling, 'problems' | 'warned'>,
): PartsFacts | Cause {
  const first: PartFacts[] = [];
  let rest: PartFacts = { contentTypes: [], headers: [] };
  for (const [place, node] of positionsOf(media)) {
    for (const key of ['encoding', 'prefixEncoding', 'itemEncoding']) {
      const nested = child(node, key);
      if (nested.value !== undefined) return { message: `\`${key}\` within a part is not supported.`, location: keyOf(nested) };
    }
    const headers: ResponseHeader[] = [];
    for (const draft of partHeaders.get(place) ?? []) {
      // The multipart format itself writes these headers.
      if (/^content-(?:disposition|transfer-encoding)$/i.test(draft.name)) continue;
      const header = settleHeader(draft, 'header of a part', settling.problems, settling.warned);
      if ('message' in header) return header;
      headers.push(header);
    }
    const facts: PartFacts = { contentTypes: splitTypes(text(node, 'contentType') ?? ''), headers };
    if (place === 'itemEncoding') rest = facts;
    else first.push(facts);
  }
  return { first, rest };
}
