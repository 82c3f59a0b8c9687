// Prints the transforms of names: which members of a value are called otherwise in code than on the wire, at any depth.
import type { Schema } from '../../model/schema/schema.ts';
import { changedNames, type Value, valueNames } from '../../model/schema/values.ts';
import type { Imports } from '../files/imports.ts';
import type { HeldSchemas } from '../held/held.ts';
import { propertyKey, stringLiteral } from '../text/escape.ts';
import { memberNamesName } from '../text/names.ts';
import { objectLiteral } from './object-literal.ts';

/** The constants with the names of one file: one for each value of named schemas, however often it is met. */
export interface NameConstants {
  /** A transform; `undefined` where all names stay. */
  transform(schemas: readonly Schema[], imports: Imports): string | undefined;
  /** The declarations of the constants that expressions refer to. */
  declarations(): readonly string[];
}

export function createNameConstants(held: HeldSchemas, taken: ReadonlySet<string>): NameConstants {
  const names = new Map<Value, string>();
  const used = new Set([...taken, 'withNames']);
  const printed: string[] = [];

  const nameFor = ({ schemaNames: [first] }: Value): string | undefined => {
    if (first === undefined) return undefined;
    let name = memberNamesName(first, 1);
    for (let number = 2; used.has(name); number++) name = memberNamesName(first, number);
    used.add(name);
    return name;
  };

  const expressionOf = (value: Value, imports: Imports): string => {
    const name = constantOf(value, imports);
    return name === undefined ? transformOf(value, imports) : `() => ${name}`;
  };

  const constantOf = (value: Value, imports: Imports): string | undefined => {
    const known = names.get(value);
    if (known !== undefined) return known;
    const name = nameFor(value);
    if (name === undefined) return undefined;
    names.set(value, name);
    const text = transformOf(value, imports);
    printed.push(`const ${name}: ${imports.type('runtime', 'Transform')} = ${text};\n`);
    return name;
  };

  const transformOf = (value: Value, imports: Imports): string => {
    const { properties, others, first, items } = value.parts();
    const changed = changedNames(value);
    const declared = others === undefined ? [] : [...valueNames(value)];
    const known = declared.filter((name) => !changed.has(name) && !properties.has(name));
    const members = [...properties].map(([name, part]) => `${propertyKey(name)}: ${expressionOf(part, imports)}`);
    const list = first.map((part) => (part === undefined ? 'undefined' : expressionOf(part, imports)));
    const fields = [
      ...(changed.size === 0
        ? []
        : [`names: ${objectLiteral([...changed].map(([wire, code]) => `${propertyKey(wire)}: ${stringLiteral(code)}`))}`]),
      ...(members.length === 0 ? [] : [`properties: ${objectLiteral(members)}`]),
      ...(others === undefined ? [] : [`others: ${expressionOf(others, imports)}`]),
      ...(known.length === 0 ? [] : [`known: [${known.map(stringLiteral).join(', ')}]`]),
      ...(items === undefined ? [] : [`items: ${expressionOf(items, imports)}`]),
      ...(list.length === 0 ? [] : [`first: [${list.join(', ')}]`]),
    ];
    return `/* @__PURE__ */ ${imports.value('runtime', 'namesTransform')}(${objectLiteral(fields)})`;
  };

  return {
    transform(schemas, imports) {
      const value = held.named(schemas);
      return value === undefined ? undefined : (constantOf(value, imports) ?? transformOf(value, imports));
    },
    declarations: () => printed,
  };
}
