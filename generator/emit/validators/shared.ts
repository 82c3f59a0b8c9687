// Keeps the functions for large unnamed schemas, which all validators of a file share. Each is named after its text, so equal schemas have one
// function.
import { createHash } from 'node:crypto';
import type { Schema } from '../../model/schema/schema.ts';
import type { Facts } from './plan/graph.ts';
import { pascalCase } from './print/names.ts';

/** The shared functions of one file, each with the constants and functions that only it uses. */
export interface SharedFunctions {
  /**
   * The name for a schema's function and for what belongs to it: `IdLogin_x5b1c0a9f`. `print` returns the declarations for a provisional name; it is
   * called once for schemas that check the same.
   */
  nameFor(facts: Facts, print: (name: string) => readonly string[]): string;
  /** The declarations, sorted by the functions' names. */
  chunks(): readonly string[];
}

const DIGITS = 8;
/** Stands for the digits of the hash until the text is known. Generated code has it nowhere else, since literals escape control characters. */
const PROVISIONAL = '\u0001'.repeat(DIGITS);

export function createSharedFunctions(): SharedFunctions {
  const names = new Map<number, string>();
  const texts = new Map<string, string>();
  return {
    nameFor({ shape, schema }, print) {
      const known = names.get(shape);
      if (known !== undefined) return known;
      // The letter before the digits tells the name from that of a part of a component: `Pet_Owner`, `Pet_2`.
      const stem = `${stemOf(schema)}_x`;
      const text = print(`${stem}${PROVISIONAL}`).join('\n');
      const hash = createHash('sha256').update(text).digest('hex');
      for (let count = DIGITS; ; count++) {
        const digits = hash.slice(0, count);
        const named = text.replaceAll(PROVISIONAL, digits);
        const name = `${stem}${digits}`;
        // Two texts whose hashes begin with the same digits get more digits.
        if ((texts.get(name) ?? named) !== named) continue;
        texts.set(name, named);
        names.set(shape, name);
        return name;
      }
    },
    chunks: () => [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
  };
}

const LONGEST = 40;

/** The readable part of a name: the first properties of an object, or the kind of value. */
function stemOf(schema: Schema): string {
  const properties = [...(schema.properties?.keys() ?? [])].slice(0, 3).map(pascalCase).join('').slice(0, LONGEST);
  if (properties !== '') return properties;
  return schema.items === undefined ? 'Value' : 'Items';
}
