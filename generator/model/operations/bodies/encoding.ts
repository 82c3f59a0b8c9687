// `encoding` of a form's fields → how each is written, or why it is not supported (OpenAPI 3.1.1 section 4.8.15, Encoding Object).

import { isObject } from '../../../load/pointer.ts';
import { type Cause, child, type DocumentNode, flag, keyOf, members, optional, text } from '../../document-node.ts';
import { possibleConjuncts, propertiesOf } from '../../schema/conjuncts.ts';
import type { Schema } from '../../schema/schema.ts';
import { ANY, ARRAY, intendedTypes, NULL } from '../../schema/types.ts';
import type { FieldEncoding, ParameterStyle, ResponseHeader } from '../../service.ts';
import { commaOf } from '../parameters/commas.ts';
import { type HeaderDraft, settleHeader } from '../parameters/headers.ts';
import { codecOf } from '../parameters/parameter-codec.ts';
import { fieldShapeOf, listsOf, shapeOf } from '../parameters/parameter-shape.ts';
import { warnOfLists } from '../parameters/parameters.ts';
import type { Settling } from '../settling.ts';
import { isBinaryText, plainList } from './body-files.ts';

/** Encodings by field. A name that is not a property of the schema is left out, with a warning: the standard gives it no meaning. */
export function readEncoding(
  media: DocumentNode,
  kind: 'form' | 'multipart',
  schema: Schema | undefined,
  settling: Pick<Settling, 'problems' | 'warnedPlaces' | 'warned' | 'deepObjectLists'>,
  partHeaders: ReadonlyMap<string, readonly HeaderDraft[]> = new Map(),
): ReadonlyMap<string, FieldEncoding> | Cause {
  const { problems, warnedPlaces } = settling;
  const properties = new Map((schema === undefined ? [] : possibleConjuncts([schema])).flatMap((part) => [...(part.properties ?? [])]));
  const found = new Map<string, FieldEncoding>();
  for (const [name, node] of members(child(media, 'encoding'))) {
    const property = properties.get(name);
    if (!isObject(node.value)) continue;
    if (property === undefined) {
      const { location } = node;
      const key = `${location.source.display}#${location.pointer}`;
      if (!warnedPlaces.has(key)) {
        problems.add({
          code: 'encoding-without-property',
          severity: 'warning',
          message: `\`encoding\` of '${name}' has no effect: the schema has no such property.`,
          fix: `Name a property of the schema, or add '${name}' to its \`properties\`.`,
          location: keyOf(node),
        });
      }
      warnedPlaces.add(key);
      continue;
    }
    const headers = settleHeaders(partHeaders.get(name) ?? [], node, name, property, settling);
    if ('message' in headers) return headers;
    const outcome = readField(name, node, kind, property, settling);
    if (outcome !== undefined && 'message' in outcome) return outcome;
    if (headers.length === 0) {
      if (outcome !== undefined) found.set(name, outcome);
      continue;
    }
    if (outcome?.kind === 'style')
      return {
        message: `headers of the parts of '${name}' are not supported: its style defines the parts.`,
        location: keyOf(child(node, 'headers')),
      };
    found.set(name, { kind: 'content', contentTypes: outcome?.contentTypes ?? [], headers });
  }
  return found;
}

/** Warns of fields that may be a single value or a list. The type of a part's content, and the style `deepObject`, tell the two apart. */
export function checkFields(
  schema: Schema,
  encoding: ReadonlyMap<string, FieldEncoding>,
  { problems, warned }: Pick<Settling, 'problems' | 'warned'>,
): void {
  for (const [name, schemas] of propertiesOf([schema])) {
    const own = encoding.get(name);
    if (own?.kind === 'content' || (own?.kind === 'style' && own.style === 'deepObject')) continue;
    for (const property of schemas) {
      if (fieldShapeOf(property).kind !== 'array' || isNeverSingle(property) || possibleConjuncts([property]).some(isBinaryText)) continue;
      warnOfLists(`the field '${name}' of a form`, 'a list is read', { schema: property, location: property.location }, problems, warned);
    }
  }
}

function isNeverSingle(property: Schema): boolean {
  return (intendedTypes(property) & ~(ARRAY | NULL)) === 0;
}

/** Headers that the format itself writes. */
const WRITTEN: readonly string[] = ['content-disposition', 'content-transfer-encoding'];

/** The headers of a field's parts; a list has them in each of its items. */
function settleHeaders(
  drafts: readonly HeaderDraft[],
  node: DocumentNode,
  name: string,
  property: Schema,
  { problems, warned }: Pick<Settling, 'problems' | 'warned'>,
): readonly ResponseHeader[] | Cause {
  const all = child(node, 'headers');
  const headers: ResponseHeader[] = [];
  for (const draft of drafts) {
    if (WRITTEN.includes(draft.name.toLowerCase()))
      return {
        message: `the header ${draft.name} of a part is written by the format, and cannot be chosen.`,
        location: keyOf(child(all, draft.name)),
      };
    const header = settleHeader(draft, `header of the part '${name}'`, problems, warned);
    if ('message' in header) return header;
    headers.push(header);
  }
  const types = intendedTypes(property);
  const isUnclear = (types & ARRAY) !== 0 && types !== ANY && (types !== ARRAY || plainList(property) === undefined);
  if (headers.length > 0 && isUnclear)
    return {
      message: `headers of the parts of '${name}' are not supported: its schema may be a list or a single value.`,
      location: keyOf(all),
    };
  return headers;
}

function readField(
  name: string,
  node: DocumentNode,
  kind: 'form' | 'multipart',
  property: Schema,
  settling: Pick<Settling, 'deepObjectLists'>,
): FieldEncoding | Cause | undefined {
  const cause = (message: string, key: string): Cause => ({ message, location: keyOf(child(node, key)) });
  for (const key of ['encoding', 'prefixEncoding', 'itemEncoding']) {
    if (child(node, key).value !== undefined) return cause(`\`${key}\` within a field is not supported.`, key);
  }
  const style = text(node, 'style');
  const explode = flag(node, 'explode');
  const allowReserved = flag(node, 'allowReserved');
  if (style === undefined && explode === undefined && allowReserved === undefined) {
    const contentType = text(node, 'contentType');
    return contentType === undefined ? undefined : { kind: 'content', contentTypes: splitTypes(contentType) };
  }
  // With one of the three, the field is as a query parameter, and `contentType` is ignored.
  const named: ParameterStyle = (style as ParameterStyle | undefined) ?? 'form';
  const isExploded = explode ?? named === 'form';
  const outcome = shapeOf(property, named, isExploded);
  if ('fault' in outcome)
    return cause(`the field '${name}' has no form in its style: ${outcome.fault}.`, style === undefined ? 'explode' : 'style');
  const { shape } = outcome;
  // Parts are not percent-encoded, so that each comma of a value in several pieces separates them.
  const isJoined = named === 'form' && !isExploded && shape.kind !== 'primitive';
  const comma =
    kind === 'form'
      ? commaOf({ in: 'query', style: named, explode: isExploded, shape, schema: property })
      : isJoined
        ? 'separator'
        : undefined;
  const lists = listsOf({ style: named, shape }, settling);
  return {
    kind: 'style',
    style: named,
    explode: isExploded,
    allowReserved: allowReserved === true,
    shape,
    codec: codecOf({ in: 'query', style: named, explode: isExploded, shape }),
    ...optional('comma', comma),
    ...optional('lists', lists),
  };
}

/** `image/png, image/jpeg`. */
export function splitTypes(contentType: string): string[] {
  return contentType
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
}
