// Prints the mappings of XML bodies in `operations.ts`: one constant for each named shape, and the argument of the codec `xml` for each body.
import { lowerFirst, pascalCase } from '../../model/names/names.ts';
import { type NamedShape, type XmlNode, type XmlShape, xmlShapes } from '../../model/operations/bodies/xml-shape.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { MediaContent } from '../../model/service.ts';
import type { HeldSchemas } from '../held/held.ts';
import { propertyKey, safeIdentifier, stringLiteral } from '../text/escape.ts';
import { shapeText } from './codecs.ts';
import type { Constant, Row, RowPrinter } from './row.ts';

export interface XmlRows {
  /** The codec of an XML body, and the constants that it needs. */
  of(content: MediaContent): Row;
}

/** `taken`: names that no constant may have. */
export function xmlRows(held: HeldSchemas, taken: ReadonlySet<string>): XmlRows {
  const shapes = xmlShapes();
  const constants = new Map<NamedShape, Constant>();
  const names = new Set(taken);
  const queue: { readonly named: NamedShape; readonly uses: Constant[] }[] = [];

  const constantOf = (named: NamedShape): Constant => {
    const before = constants.get(named);
    if (before !== undefined) return before;
    const name = freeName(named.schema, names);
    const uses: Constant[] = [];
    const constant: Constant = { name, kind: 'XmlShape', uses, print: (printer) => shapeSource(named.shape, printer, 0) };
    constants.set(named, constant);
    queue.push({ named, uses });
    return constant;
  };

  /** A queue, since a chain of shapes may be longer than the stack. */
  const constantsOf = (shape: XmlShape): Constant[] => {
    const found = usedBy(shape).map(constantOf);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) next.uses.push(...usedBy(next.named.shape).map(constantOf));
    return found;
  };

  function shapeSource(shape: XmlShape, printer: RowPrinter, indent: number): string {
    switch (shape.kind) {
      case 'any':
        return stringLiteral('any');
      case 'primitive':
        return shapeText({ kind: 'primitive', types: textTypes(shape.types) }, held);
      case 'named':
        // Schemas may lead back to themselves.
        return `() => ${printer.constant(constantOf(shape.of))}`;
      case 'list':
        return `{ ${shape.wrapped ? 'wrapped: true, ' : ''}items: ${nodeSource(shape.items, printer, indent)} }`;
      case 'object':
        return objectSource(shape, printer, indent);
    }
  }

  function objectSource(shape: XmlShape & { readonly kind: 'object' }, printer: RowPrinter, indent: number): string {
    const { properties, additional, required } = shape;
    const margin = '  '.repeat(indent + 1);
    const members = [...properties].map(
      ([name, node]) => `${margin}  ${propertyKey(name)}: ${nodeSource(node, printer, indent + 2, required.has(name))},\n`,
    );
    const fields = [
      ...(members.length === 0 ? [] : [`${margin}properties: {\n${members.join('')}${margin}},\n`]),
      ...(additional === undefined ? [] : [`${margin}additional: ${shapeSource(additional, printer, indent + 1)},\n`]),
    ];
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${'  '.repeat(indent)}}`;
  }

  function nodeSource(node: XmlNode, printer: RowPrinter, indent: number, isRequired = false): string {
    const { shape } = node;
    const text = (key: 'name' | 'implied' | 'namespace' | 'prefix' | 'as'): string[] => {
      const value = node[key];
      return value === undefined ? [] : [`${key}: ${stringLiteral(value)}`];
    };
    const fields = [...text('name'), ...text('implied'), ...text('namespace'), ...text('prefix'), ...text('as')];
    const whole = shape.kind === 'named' ? shape.of.shape : shape;
    const mayBeAbsent = isRequired && whole.kind === 'list' && !whole.wrapped ? ['required: true'] : [];
    return `{ ${[...fields, ...mayBeAbsent, `shape: ${shapeSource(shape, printer, indent)}`].join(', ')} }`;
  }

  return {
    of({ schema }) {
      const root = schema === undefined ? undefined : shapes.root(schema);
      // The model leaves out bodies that cannot be mapped.
      if (root === undefined || 'fault' in root) throw new Error(`The model gave an XML body that has no mapping: ${root?.fault}`);
      return {
        print: (printer) => `/* @__PURE__ */ ${printer.runtime('xml')}(${nodeSource(root, printer, 1)})`,
        uses: constantsOf(root.shape),
      };
    },
  };
}

/** Null is an attribute of the element (`xsi:nil`), never a text. */
function textTypes<T extends string>(types: readonly T[]): readonly (T | 'string')[] {
  const texts = types.filter((type) => type !== 'null');
  return texts.length === 0 ? ['string'] : texts;
}

function freeName(schema: Schema, names: Set<string>): string {
  const wanted = schema.name ?? pascalCase(schema.location.pointer.split('/').slice(-2).join(' '));
  let name = safeIdentifier(`${lowerFirst(wanted)}Xml`);
  while (names.has(name)) name += '_';
  names.add(name);
  return name;
}

/** The named shapes that a shape refers to directly. */
function usedBy(shape: XmlShape): NamedShape[] {
  switch (shape.kind) {
    case 'any':
    case 'primitive':
      return [];
    case 'named':
      return [shape.of];
    case 'list':
      return usedBy(shape.items.shape);
    case 'object': {
      const inner = [...shape.properties.values()].flatMap((node) => usedBy(node.shape));
      return shape.additional === undefined ? inner : [...inner, ...usedBy(shape.additional)];
    }
  }
}
