// The schema of an XML body → its mapping: which elements and attributes its values are written as, by the `xml` keywords.
import { groupBy } from '../../../base/group-by.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../schema/conjuncts.ts';
import type { Schema } from '../../schema/schema.ts';
import { heirsOf } from '../../schema/tags.ts';
import { ANY, ARRAY, intendedTypes, NULL, OBJECT } from '../../schema/types.ts';
import { isSilent } from '../../schema/walk.ts';
import type { Xml } from '../../schema/xml.ts';
import type { PrimitiveType } from '../../service.ts';
import { primitive } from '../parameters/parameter-shape.ts';

export type XmlShape =
  /** Nothing is declared. */
  | { readonly kind: 'any' }
  | { readonly kind: 'primitive'; readonly types: readonly PrimitiveType[] }
  | { readonly kind: 'list'; readonly items: XmlNode; readonly wrapped: boolean }
  /** Without `additional`, further elements may be anything. `required`: names of lists that may be empty. */
  | {
      readonly kind: 'object';
      readonly properties: ReadonlyMap<string, XmlNode>;
      readonly additional?: XmlShape;
      readonly required: ReadonlySet<string>;
    }
  | { readonly kind: 'named'; readonly of: NamedShape };

/** A shape that is described once: that of a component, or one that leads back to itself. */
export interface NamedShape {
  readonly schema: Schema;
  shape: XmlShape;
}

/** How a value is written, and under which name; without one, under that of its property. */
export interface XmlNode {
  readonly name?: string;
  /** The name that is written where the document has none; any is read. Only of a root element and of its items. */
  readonly implied?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly as?: 'attribute' | 'text' | 'cdata';
  readonly shape: XmlShape;
}

/** The end of a sentence about the body, and the schema that it is about. */
interface XmlFault {
  readonly fault: string;
  readonly schema: Schema;
}

/** Mappings of one service; named shapes are shared. */
export interface XmlShapes {
  root(schema: Schema): XmlNode | XmlFault;
}

/** The most parts of one body, without those of named shapes: schemas that share parts may expand to very many. */
const MAX_PARTS = 5000;

export function xmlShapes(): XmlShapes {
  const named = new Map<Schema, Described>();
  return {
    root(schema) {
      const queue: Described[] = [];
      const walk: Walk = { named, queue, uses: new Set(), open: new Map(), left: MAX_PARTS };
      const node = attempt(() => {
        const { xml, target } = reduced(schema);
        return { ...namesOf(xml, componentName(target) ?? 'root'), shape: shapeOf([schema], walk) };
      });
      for (const shape of queue) describe(shape, { ...walk, uses: shape.uses, open: new Map(), left: MAX_PARTS });
      // A set gives what is added to it while it is read.
      for (const { uses } of walk.uses) for (const used of uses) walk.uses.add(used);
      const fault = 'fault' in node ? node : [...walk.uses].find((used) => used.fault !== undefined)?.fault;
      if (fault !== undefined) return fault;
      const { shape } = node as XmlNode;
      const whole = shape.kind === 'named' ? shape.of.shape : shape;
      return whole.kind === 'list' ? { ...(node as XmlNode), shape: rootList(whole) } : (node as XmlNode);
    },
  };
}

/** A named shape, and the named shapes that it uses. */
interface Described extends NamedShape {
  readonly uses: Set<Described>;
  fault?: XmlFault;
}

function describe(shape: Described, walk: Walk): void {
  const { schema } = shape;
  const outcome = attempt(() => ((intendedTypes(schema) & ARRAY) === 0 ? objectShape([schema], walk) : listShape([schema], walk)));
  if ('fault' in outcome) shape.fault = outcome;
  else shape.shape = outcome;
}

function attempt<T>(make: () => T): T | XmlFault {
  try {
    return make();
  } catch (error) {
    if (error instanceof Unmapped) return { fault: error.message, schema: error.schema };
    throw error;
  }
}

/** A document has one root element, so that there is always one around the items. */
function rootList(list: XmlShape & { readonly kind: 'list' }): XmlShape {
  const { items } = list;
  const implied = items.shape.kind === 'named' ? componentName(items.shape.of.schema) : undefined;
  return { ...list, wrapped: true, items: items.name === undefined ? { ...items, implied: implied ?? 'item' } : items };
}

class Unmapped extends Error {
  readonly schema: Schema;

  constructor(fault: string, schema: Schema) {
    super(fault);
    this.schema = schema;
  }
}

/** The state while the shape of one body is computed. */
interface Walk {
  readonly named: Map<Schema, Described>;
  /** Shapes that are not described yet: a chain of components may be longer than the stack. */
  readonly queue: Described[];
  /** The named shapes that this one uses. */
  readonly uses: Set<Described>;
  /** The shapes that are being computed, by the keys of their schemas. */
  readonly open: Map<string, NamedShape>;
  left: number;
}

/** The schema after references, lists of one schema and the branch for null are looked through; `xml` has the nearest of each keyword on the way. */
function reduced(schema: Schema): { readonly xml: Xml; readonly target: Schema } {
  let target = schema;
  let xml = besideRef(schema);
  const met = new Set([schema]);
  for (let next = only(target); next !== undefined && !met.has(next); next = only(target)) {
    met.add(next);
    target = next;
    xml = { ...besideRef(target), ...xml };
  }
  return { xml, target };
}

/** The schema's own `xml`, or that of a member of `allOf` which documents write to say more about another member. */
function besideRef({ xml, allOf = [] }: Schema): Xml {
  const inline = allOf.filter((member) => member.ref === undefined && componentName(member) === undefined);
  return Object.assign({}, ...inline.map((member) => member.xml), xml);
}

const COMBINED: ReadonlySet<string> = new Set(['ref', 'allOf', 'anyOf', 'oneOf']);

function only(schema: Schema): Schema | undefined {
  const said = Object.keys(schema).filter((field) => !isSilent(field));
  if (said.length !== 1 || !COMBINED.has(said[0] ?? '')) return undefined;
  const { ref, allOf, anyOf = [], oneOf = [] } = schema;
  if (ref !== undefined) return ref;
  const all =
    allOf?.filter((member) => Object.keys(member).some((field) => !isSilent(field))) ??
    [...anyOf, ...oneOf].filter((branch) => (intendedTypes(branch) & ~NULL) !== 0);
  return all.length === 1 ? all[0] : undefined;
}

/** The shape of values that one of the schemas at least describes. */
function shapeOf(schemas: readonly Schema[], walk: Walk): XmlShape {
  if (--walk.left < 0) throw new Unmapped(`it has more than ${MAX_PARTS} parts`, schemas[0] as Schema);
  const targets = [...new Set(schemas.map((schema) => reduced(schema).target))];
  const [target] = targets;
  if (target === undefined) return { kind: 'any' };
  const types = targets.reduce((all, one) => all | intendedTypes(one), 0) & ~NULL;
  if (types === (ANY & ~NULL)) return { kind: 'any' };
  if ((types & (ARRAY | OBJECT)) === 0) return primitiveShape(types, targets);
  if (types !== ARRAY && types !== OBJECT)
    throw new Unmapped('it may be an object, a list or a single value, which XML cannot tell apart', target);
  if (targets.length === 1 && componentName(target) !== undefined) return { kind: 'named', of: namedShape(target, walk) };
  const key = targets.map((one) => one.key).join(' ');
  const before = walk.open.get(key);
  if (before !== undefined) return { kind: 'named', of: before };
  const own: NamedShape = { schema: target, shape: { kind: 'any' } };
  walk.open.set(key, own);
  own.shape = types === ARRAY ? listShape(targets, walk) : objectShape(targets, walk);
  walk.open.delete(key);
  return own.shape;
}

function primitiveShape(types: number, schemas: readonly Schema[]): XmlShape {
  const shape = primitive(types, schemas);
  return shape.kind === 'primitive' && types !== 0 ? shape : { kind: 'primitive', types: ['string'] };
}

function namedShape(schema: Schema, walk: Walk): NamedShape {
  const before = walk.named.get(schema);
  const shape: Described = before ?? { schema, shape: { kind: 'any' }, uses: new Set() };
  if (before === undefined) {
    walk.named.set(schema, shape);
    walk.queue.push(shape);
  }
  walk.uses.add(shape);
  return shape;
}

function listShape(schemas: readonly Schema[], walk: Walk): XmlShape {
  const parts = possibleConjuncts(schemas);
  const wrapped = parts.some((part) => part.xml?.nodeType === 'element');
  return { kind: 'list', items: nodeOf(itemsOf(schemas), walk), wrapped };
}

function objectShape(schemas: readonly Schema[], walk: Walk): XmlShape {
  const parts = possibleConjuncts(schemas);
  const byName = propertiesOf(withHeirs(schemas));
  const properties = new Map([...byName].map(([name, members]) => [name, nodeOf(members, walk)]));
  for (const [name, node] of sameElements(properties)) {
    const [first] = byName.get(name) ?? [];
    // Two properties may refer to one component, whose name is then not that of either.
    const isOwn = (isBare(node.shape) ? first?.items : first)?.xml?.name !== undefined;
    if (!isOwn) properties.set(name, withoutName(node));
  }
  const [clash] = sameElements(properties);
  if (clash !== undefined)
    throw new Unmapped(`another property has the same XML name as \`${clash[0]}\``, byName.get(clash[0])?.[0] as Schema);
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const open = parts.flatMap((part) => [part.additionalProperties ?? [], ...(part.patternProperties?.values() ?? [])].flat());
  const described = open.filter((schema) => schema.boolean === undefined);
  const additional = described.length === 0 ? {} : { additional: shapeOf(described, walk) };
  return { kind: 'object', properties, required, ...additional };
}

/** The schemas, and those that the discriminators of bases stand for: a value of the base has the properties of one of its heirs. */
function withHeirs(schemas: readonly Schema[]): readonly Schema[] {
  const all = new Set(schemas);
  // A set gives what is added to it while it is read.
  for (const schema of all) for (const heir of heirsOf(schema)) all.add(heir);
  return [...all];
}

/** The properties whose elements, or whose attributes, have a name that another property has too. */
function sameElements(properties: ReadonlyMap<string, XmlNode>): [string, XmlNode][] {
  const keys = [...properties].map(([name, node]) => {
    const { shape, as } = node;
    const list = isBare(shape) ? shape.items : node;
    const own = as === 'text' || as === 'cdata' ? '' : (list.name ?? name);
    return { entry: [name, node] as [string, XmlNode], key: JSON.stringify([as === 'attribute', list.namespace, own]) };
  });
  const byKey = groupBy(keys, ({ key }) => key);
  return [...byKey.values()].flatMap((same) => (same.length === 1 ? [] : same.map(({ entry }) => entry)));
}

/** A list without an element around its items. */
function isBare(shape: XmlShape): shape is XmlShape & { readonly kind: 'list' } {
  return shape.kind === 'list' && !shape.wrapped;
}

function withoutName({ name: _name, ...node }: XmlNode): XmlNode {
  return isBare(node.shape) ? { ...node, shape: { ...node.shape, items: withoutName(node.shape.items) } } : node;
}

/** A property or the items of a list. */
function nodeOf(schemas: readonly Schema[], walk: Walk): XmlNode {
  const [first] = schemas;
  if (first === undefined) return { shape: { kind: 'any' } };
  const { xml } = reduced(first);
  const shape = shapeOf(schemas, walk);
  const types = schemas.reduce((all, schema) => all | intendedTypes(schema), 0) & ~NULL;
  const { nodeType } = xml;
  if (nodeType === 'none' && types !== ARRAY) throw new Unmapped('`nodeType: none` is supported on lists only', first);
  if (nodeType === undefined || nodeType === 'element' || nodeType === 'none') return { ...namesOf(xml), shape };
  if ((types & (ARRAY | OBJECT)) !== 0 && types !== (ANY & ~NULL)) {
    // Documents write `attribute` on an object that has attributes.
    if (nodeType === 'attribute') return { ...(xml.name === undefined ? {} : namesOf({ name: xml.name })), shape };
    throw new Unmapped(`an XML ${nodeType} node cannot hold a list or an object`, first);
  }
  return { ...namesOf(xml), as: nodeType, shape };
}

/** Documents write `soap:Body` for a name with a prefix. */
function namesOf({ name, namespace, prefix }: Xml, implied?: string): Omit<XmlNode, 'shape'> {
  const [, before, local = name] = /^([^:]+):([^:]+)$/.exec(name ?? '') ?? [];
  const own = prefix ?? before;
  return {
    ...(local === undefined ? (implied === undefined ? {} : { implied }) : { name: local }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(own === undefined ? {} : { prefix: own }),
  };
}

/** The key of a schema under `components.schemas`. */
function componentName({ location }: Schema): string | undefined {
  const [, token] = /^\/components\/schemas\/([^/]+)$/.exec(location.pointer) ?? [];
  return token?.replaceAll('~1', '/').replaceAll('~0', '~');
}
