// The client's half of `x-comma: encoded` (docs/extensions.md). Rows of such parameters name it, so that other bundles do not carry it.
import type { ParameterCodec } from '../contract/codec.ts';
import { escapeText, refuse } from './encode.ts';

/**
 * A codec of lists that refuses a single item with a comma: servers would read it as several. With a second item, the comma between them says how.
 */
/* @__NO_SIDE_EFFECTS__ */
export function encodedCommas(codec: ParameterCodec): ParameterCodec {
  return {
    ...codec,
    write(parameter, value, operation) {
      const [item, ...more]: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (more.length === 0 && /%2C/i.test(escapeText(parameter, String(item), operation, true)))
        refuse(parameter, 'has a single item with a comma, which would be read as several items', operation);
      return codec.write(parameter, value, operation);
    },
  };
}
