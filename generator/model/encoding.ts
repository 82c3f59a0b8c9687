// `encoding` of a form's fields → how each is written, or why it is not carried (OpenAPI 3.1.1 section 4.8.15, Encoding Object).
import { isObject } from '../load/pointer.ts';
import type { Settling } from './media.ts';
import { type Cause, child, flag, keyOf, members, type Place, text } from './place.ts';
import type { Schema } from './schema.ts';
import type { FieldEncoding, ParameterStyle } from './service.ts';
import { conjuncts, shapeOf } from './shape.ts';

/** By field. A name that is no property of the schema is left out, with a warning: the standard gives it no meaning. */
export function readEncoding(
  media: Place,
  kind: 'form' | 'multipart',
  schema: Schema | undefined,
  { problems, told }: Pick<Settling, 'problems' | 'told'>,
): ReadonlyMap<string, FieldEncoding> | Cause {
  const properties = new Map((schema === undefined ? [] : conjuncts(schema)).flatMap((part) => [...(part.properties ?? [])]));
  const found = new Map<string, FieldEncoding>();
  for (const [name, place] of members(child(media, 'encoding'))) {
    const property = properties.get(name);
    if (!isObject(place.value)) continue;
    if (property === undefined) {
      const { location } = place;
      const key = `${location.source.display}#${location.pointer}`;
      if (!told.has(key)) {
        problems.add({
          code: 'encoding-without-property',
          severity: 'warning',
          message: `\`encoding\` of '${name}' has no effect: the schema has no such property.`,
          fix: `Name a property of the schema, or add '${name}' to its \`properties\`.`,
          location: keyOf(place),
        });
      }
      told.add(key);
      continue;
    }
    const outcome = readField(name, place, kind, property);
    if (outcome === undefined) continue;
    if ('message' in outcome) return outcome;
    found.set(name, outcome);
  }
  return found;
}

function readField(name: string, place: Place, kind: 'form' | 'multipart', property: Schema): FieldEncoding | Cause | undefined {
  const cause = (message: string, key: string): Cause => ({ message, location: keyOf(child(place, key)) });
  for (const key of ['encoding', 'prefixEncoding', 'itemEncoding']) {
    if (child(place, key).value !== undefined) return cause(`\`${key}\` within a field is not carried yet.`, key);
  }
  // "This field SHALL be ignored if the media type is not a `multipart`"; `Content-Type` is described apart.
  const [header] = members(child(place, 'headers')).filter(([key]) => key.toLowerCase() !== 'content-type');
  if (kind === 'multipart' && header !== undefined)
    return cause(`headers of single parts, such as ${header[0]}, are not carried yet.`, 'headers');
  const style = text(place, 'style');
  const explode = flag(place, 'explode');
  const allowReserved = flag(place, 'allowReserved');
  if (style === undefined && explode === undefined && allowReserved === undefined) {
    const contentType = text(place, 'contentType');
    return contentType === undefined ? undefined : { kind: 'content', contentTypes: splitTypes(contentType) };
  }
  // With one of the three, the field is as a query parameter, and `contentType` is ignored.
  const named: ParameterStyle = (style as ParameterStyle | undefined) ?? 'form';
  const isExploded = explode ?? named === 'form';
  const outcome = shapeOf(property, named);
  if ('fault' in outcome)
    return cause(`the field '${name}' has no form in its style: ${outcome.fault}.`, style === undefined ? 'explode' : 'style');
  if (kind === 'multipart' && !(named === 'deepObject' || (named === 'form' && isExploded)))
    return cause(`the style ${named} without \`explode\` has no meaning in the parts of a multipart body.`, 'style');
  return { kind: 'style', style: named, explode: isExploded, allowReserved: allowReserved === true, shape: outcome.shape };
}

/** `image/png, image/jpeg`. */
function splitTypes(contentType: string): string[] {
  return contentType
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
}
