// A document as YAML text, for people to download.
import { DUMP_SCHEMA, dump, intCoreTag, Schema } from 'js-yaml';

/** js-yaml writes no `bigint`, which is how a document has integers beyond ±(2^53−1). */
const exactInt = {
  ...intCoreTag,
  identify: (value: unknown): boolean => typeof value === 'bigint' || (intCoreTag.identify ?? (() => false))(value),
  represent: (value: unknown): string => String(value),
};
const schema = new Schema(DUMP_SCHEMA.tags.map((tag) => (tag.tagName === intCoreTag.tagName ? exactInt : tag)));

export function yamlText(document: object): string {
  return dump(document, { schema, lineWidth: 120, noRefs: true });
}
