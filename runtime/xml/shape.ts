// The types of XML mappings: how the values of a schema are written as elements and attributes (OpenAPI 3.1 section 4.8.26, XML Object).
import type { Primitive } from '../contract/codec.ts';

/** `any`: nothing is declared; an element with children is an object, every other one a text. */
export type XmlShape = Primitive | 'any' | XmlList | XmlObject;

/** A shape, or a function that returns it, since schemas may lead back to themselves. */
export type XmlShapeRef = XmlShape | (() => XmlShape);

export interface XmlNode {
  /** Local name. Absent: that of the property. */
  readonly name?: string;
  /** In place of a name, where the document has none: this one is written, and any is read. */
  readonly implied?: string;
  /** Absent: the namespace is not compared. */
  readonly namespace?: string;
  readonly prefix?: string;
  /** Absent: an element. `text` and `cdata` are the text of the element around it. */
  readonly as?: 'attribute' | 'text' | 'cdata';
  /** Present for a required list that is not wrapped: no element means an empty list. */
  readonly required?: true;
  readonly shape: XmlShapeRef;
}

export interface XmlList {
  readonly items: XmlNode;
  /** Whether an element stands around the items. */
  readonly wrapped?: true;
}

export interface XmlObject {
  readonly properties?: Readonly<Record<string, XmlNode>>;
  /** The shape of elements that are not listed. Absent: `any`. */
  readonly additional?: XmlShapeRef;
}

export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

export function resolved(shape: XmlShapeRef): XmlShape {
  return typeof shape === 'function' ? shape() : shape;
}

export function isList(shape: XmlShape): shape is XmlList {
  return typeof shape === 'object' && 'items' in shape;
}
