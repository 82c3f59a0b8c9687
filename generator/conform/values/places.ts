// Reads which parts of a request an error names, in the usual forms: `pointer`, `field`, `loc`, or a map from names to reasons.
import { plain } from '../../inference/names.ts';
import { isObject, tokensOf } from '../../inference/pointers.ts';

/** Members that name a part of a request, in the entries of a list of errors. */
const NAMING =
  /^(?:at|fields?|pointer|path|param|parameter|property|name|location|loc|member|attribute|key|target|instance_?path|data_?path|property_?path)$/i;

/** Maps from names of parts to reasons. */
const MAPS = /^(?:fields?|field_?errors|errors|invalid(?:_?(?:params|fields))?|violations|details|messages)$/i;

/** What stands before a name and says where in the request it is. */
const WHERE = new Set([
  'body',
  'query',
  'path',
  'header',
  'headers',
  'cookie',
  'params',
  'json',
  'payload',
  'input',
  'data',
  'requestbody',
]);

/** The parts that an error names, as tokens from the top of the body, or the name of a parameter. */
export function namedPlaces(body: unknown): readonly (readonly string[])[] {
  return [...placesIn(body, 0)];
}

function* placesIn(value: unknown, depth: number): Generator<readonly string[]> {
  if (!isObject(value) || depth > 3) return;
  for (const [name, inner] of Object.entries(value)) {
    if (Array.isArray(inner)) for (const entry of inner) yield* placesOfEntry(entry);
    else if (isObject(inner) && MAPS.test(name) && Object.values(inner).every(isReason)) yield* Object.keys(inner).map(tokensIn);
    else yield* placesIn(inner, depth + 1);
  }
}

function isReason(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string' || isObject(one)));
}

function* placesOfEntry(entry: unknown): Generator<readonly string[]> {
  if (!isObject(entry)) return;
  for (const [name, inner] of Object.entries(entry)) {
    if (name === 'source') yield* placesOfEntry(inner);
    if (!NAMING.test(name)) continue;
    if (typeof inner === 'string') yield tokensIn(inner);
    else if (Array.isArray(inner) && inner.every((one) => typeof one === 'string' || typeof one === 'number'))
      yield withoutWhere(inner.map(String));
  }
}

function tokensIn(text: string): readonly string[] {
  const own = text.replace(/^#/, '').replace(/^\$\.?/, '');
  if (own.startsWith('/')) return withoutWhere(tokensOf(own));
  // `query/cursor`, and not a text with a slash such as `application/json`.
  const [where = '', ...rest] = own.split('/');
  if (rest.length > 0 && WHERE.has(plain(where))) return tokensOf(`/${rest.join('/')}`);
  return withoutWhere(own.split(/[.[\]]+/).filter((token) => token !== ''));
}

function withoutWhere(tokens: readonly string[]): readonly string[] {
  return WHERE.has(plain(tokens[0] ?? '')) ? tokens.slice(1) : tokens;
}

/** Whether an error that names one part may mean another: the same, one around it or in it, or one of the same name. */
export function mayMean(named: readonly string[], own: readonly string[]): boolean {
  const length = Math.min(named.length, own.length);
  const isAround = named.slice(0, length).every((token, index) => plain(token) === plain(own[index] ?? ''));
  return isAround || plain(named.at(-1) ?? '') === plain(own.at(-1) ?? '');
}
