// The codec of a response body that may be left out (`x-optional-body`).
import type { BodyCodec } from '../contract/body.ts';

/** No bytes are no body, so that text cannot be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalBody(codec: BodyCodec): BodyCodec {
  return {
    ...codec,
    optional: true,
    decode: (bytes, ...rest) => (bytes.length === 0 ? undefined : codec.decode(bytes, ...rest)),
  };
}
