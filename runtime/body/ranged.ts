// Codecs of media types that a document declares as ranges: `*/*`, `image/*`, `application/*+json`. A message names one media type, never a range.
import type { BodyCodec } from '../contract/body.ts';
import { InvalidParameterError, SyntaxFault } from '../contract/errors.ts';
import { specificity } from '../wire/match-media.ts';
import { isJson, isRange } from '../wire/media-type.ts';
import { json, text } from './body.ts';

/** The media type of bytes: that of a file, where it has one. */
export function typeOfFile(value: unknown): string {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : '';
  return typeof type === 'string' && type !== '' ? type : 'application/octet-stream';
}

/** `sent`: the media type that is sent unless the caller names another; absent where none is obvious. */
/* @__NO_SIDE_EFFECTS__ */
export function ranged(codec: BodyCodec, sent?: string | ((value: unknown) => string)): BodyCodec {
  return {
    ...codec,
    typeOf(value, range, asked) {
      const type = asked !== undefined && !isRange(asked) ? asked : typeof sent === 'function' ? sent(value) : sent;
      if (type === undefined || specificity(range, type) === undefined)
        throw new InvalidParameterError('contentType', `must name a media type in the range ${range}, which the document declares`);
      return type;
    },
  };
}

/** Text whose media type may be JSON: then it is a JSON string, or, as some services write it, the text itself. */
export const anyText: BodyCodec = {
  kind: 'text',
  encode: (value, contentType, signal) => (isJson(contentType) ? json : text).encode(value, contentType, signal),
  decode(bytes, contentType, parse) {
    if (isJson(contentType)) {
      try {
        const value = json.decode(bytes, contentType, parse);
        if (typeof value === 'string') return value;
      } catch (error) {
        if (!(error instanceof SyntaxFault)) throw error;
      }
    }
    return text.decode(bytes, contentType, parse);
  },
};
