// Reads an element as a JSON value by its mapping. What the mapping does not declare is read too, so that the validator can refuse it.
import { SyntaxFault } from '../contract/errors.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { pointerToken } from '../contract/pointer.ts';
import { readPrimitive } from '../wire/primitive.ts';
import type { XmlElement } from './parse.ts';
import { isList, resolved, type XmlList, type XmlNode, type XmlObject, type XmlShape, type XmlShapeRef, XSI } from './shape.ts';

/** @throws {SyntaxFault} for another root element, and for what cannot be told apart. */
export function readRoot(root: XmlNode, element: XmlElement): unknown {
  if (!matches(root, undefined, element)) throw new SyntaxFault(`does not have <${root.name ?? element.local}> as its root element`);
  return readElement(root.shape, element, '', undefined);
}

/** `name`: the name of the property, where the mapping has none of its own. */
function matches(node: XmlNode, name: string | undefined, { local, uri }: { readonly local: string; readonly uri: string }): boolean {
  const wanted = node.name ?? (node.implied === undefined ? name : undefined);
  return (wanted === undefined || wanted === local) && (node.namespace === undefined || node.namespace === uri);
}

function readElement(ref: XmlShapeRef, element: XmlElement, path: string, name: string | undefined): unknown {
  const shape = resolved(ref);
  if (isNil(element)) return null;
  if (typeof shape === 'object') return isList(shape) ? readList(shape, element, path, name) : readObject(shape, element, path);
  if (shape === 'any') return readAny(element, path);
  if (element.children.length > 0) throw new SyntaxFault(`has elements in <${element.local}>, which must hold text`, path);
  return readText(shape, element.text);
}

/** Text of other types than strings may have white space around it. */
function readText(shape: XmlShape, text: string): unknown {
  if (typeof shape === 'object' || shape === 'any') return text;
  const value = readPrimitive(text.trim(), shape);
  return typeof value === 'string' ? text : value;
}

function isNil({ attributes }: XmlElement): boolean {
  return attributes.some(({ local, uri, value }) => uri === XSI && local === 'nil' && (value === 'true' || value === '1'));
}

function readList({ items }: XmlList, element: XmlElement, path: string, name: string | undefined): unknown[] {
  return element.children.map((child, index) => {
    if (!matches(items, name, child))
      throw new SyntaxFault(`has <${child.local}> in <${element.local}>, where only <${items.name ?? name}> may stand`, path);
    return readElement(items.shape, child, `${path}/${index}`, name);
  });
}

function readObject({ properties = {}, additional = 'any' }: XmlObject, element: XmlElement, path: string): Record<string, unknown> {
  const value = {};
  const rest = new Set(element.children);
  const takeAll = (node: XmlNode, name: string): XmlElement[] => {
    const found = element.children.filter((child) => rest.has(child) && matches(node, name, child));
    for (const child of found) rest.delete(child);
    return found;
  };
  for (const [name, node] of Object.entries(properties)) {
    const at = `${path}/${pointerToken(name)}`;
    const shape = resolved(node.shape);
    if (node.as === 'attribute') {
      const found = element.attributes.find((attribute) => matches(node, name, attribute));
      if (found !== undefined) setOwn(value, name, readText(shape, found.value));
    } else if (node.as !== undefined) {
      // White space between elements is no text.
      if (element.text !== '' && (element.children.length === 0 || element.text.trim() !== ''))
        setOwn(value, name, readText(shape, element.text));
    } else if (isList(shape) && shape.wrapped !== true) {
      const found = takeAll(shape.items, name);
      if (found.length > 0 || node.required === true)
        setOwn(
          value,
          name,
          found.map((child, index) => readElement(shape.items.shape, child, `${at}/${index}`, name)),
        );
    } else {
      const found = takeAll(node, name);
      const [first, second] = found;
      if (shape === 'any' && second !== undefined)
        setOwn(
          value,
          name,
          found.map((child, index) => readAny(child, `${at}/${index}`)),
        );
      else if (second !== undefined) throw new SyntaxFault(`has <${second.local}> twice, which is not a list`, at);
      else if (first !== undefined) setOwn(value, name, readElement(shape, first, at, node.name ?? name));
    }
  }
  readRest(value, rest, additional, path);
  return value;
}

/** Elements that are not listed, under their local names; those with the same name are a list. */
function readRest(value: object, rest: ReadonlySet<XmlElement>, ref: XmlShapeRef, path: string): void {
  const shape = resolved(ref);
  const byName = new Map<string, XmlElement[]>();
  for (const child of rest) {
    const same = byName.get(child.local);
    if (same === undefined) byName.set(child.local, [child]);
    else same.push(child);
  }
  for (const [name, found] of byName) {
    // A declared property of that name has other elements or an attribute.
    if (getOwn(value, name) !== undefined) continue;
    const at = `${path}/${pointerToken(name)}`;
    const [first] = found;
    if (isList(shape) && shape.wrapped !== true) {
      setOwn(
        value,
        name,
        found.map((child, index) => readElement(shape.items.shape, child, `${at}/${index}`, name)),
      );
    } else if (found.length === 1 && first !== undefined) setOwn(value, name, readElement(shape, first, at, name));
    else if (shape === 'any')
      setOwn(
        value,
        name,
        found.map((child) => readAny(child, at)),
      );
    else throw new SyntaxFault(`has <${name}> twice, which is not a list`, at);
  }
}

function readAny(element: XmlElement, path: string): unknown {
  if (isNil(element)) return null;
  if (element.children.length === 0) return element.text;
  const value = {};
  readRest(value, new Set(element.children), 'any', path);
  return value;
}
