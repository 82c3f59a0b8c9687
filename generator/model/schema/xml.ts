// Reads the `xml` keyword of a schema (OpenAPI 3.1 section 4.8.26, and `nodeType` of 3.2). It constrains nothing.
import type { JsonObject } from '../../load/description.ts';
import { isObject } from '../../load/pointer.ts';

export interface Xml {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  /** From `nodeType`, or from the older `attribute` and `wrapped`. Absent: an element, and for a list none around its items. */
  readonly nodeType?: XmlNodeType;
}

type XmlNodeType = 'element' | 'attribute' | 'text' | 'cdata' | 'none';

const NODE_TYPES: readonly unknown[] = ['element', 'attribute', 'text', 'cdata', 'none'];

/** Values of other types than the keyword's, which the loader has reported, are ignored, and so is an empty text. */
export function readXml(schema: JsonObject): Xml | undefined {
  const { xml } = schema;
  if (!isObject(xml)) return undefined;
  const text = (key: string): object => {
    const value = xml[key];
    return typeof value === 'string' && value !== '' ? { [key]: value } : {};
  };
  const { nodeType, attribute, wrapped } = xml;
  const read = NODE_TYPES.includes(nodeType) ? nodeType : attribute === true ? 'attribute' : wrapped === true ? 'element' : undefined;
  return { ...text('name'), ...text('namespace'), ...text('prefix'), ...(read === undefined ? {} : { nodeType: read as XmlNodeType }) };
}
