// Keeps the functions for large unnamed schemas, which all validators of a file share. Each is named after its text, so equal schemas have one
// function.
import { hash } from 'node:crypto';
import type { Schema } from '../../model/schema/schema.ts';
import type { PrintedValidator, SharedFunction } from '../files/kept.ts';
import type { Facts } from './plan/graph.ts';
import { pascalCase } from './print/names.ts';

/** The shared functions of one file, each with the constants and functions that only it uses. */
export interface SharedFunctions {
  /**
   * The function for a schema. `print` returns the declarations for a provisional end of its name and of the names of what belongs to it; it is
   * called once for schemas that check the same.
   */
  functionFor(facts: Facts, print: (name: string) => PrintedValidator): SharedFunction;
  /** Adds functions of another version of the file, and those that they use. False, and nothing is added, where one has the name of another. */
  add(functions: ReadonlySet<SharedFunction>): boolean;
  /** Whether two functions would have had one name. Which of them has the shorter one depends on their order then. */
  readonly haveCollided: boolean;
  /** All shared functions of the file, sorted by their names. */
  all(): readonly SharedFunction[];
}

const DIGITS = 8;
/** Stands for the digits of the hash until the text is known. Generated code has it nowhere else, since literals escape control characters. */
const PROVISIONAL = '\u0001'.repeat(DIGITS);

export function createSharedFunctions(): SharedFunctions {
  const made = new Map<number, SharedFunction>();
  const byName = new Map<string, SharedFunction>();
  let haveCollided = false;
  const fits = (one: SharedFunction): boolean => {
    const known = byName.get(one.name);
    return known === one || ((known === undefined || known.text === one.text) && [...one.used.shared].every(fits));
  };
  const put = (one: SharedFunction): void => {
    if (byName.get(one.name) === one) return;
    byName.set(one.name, one);
    one.used.shared.forEach(put);
  };
  return {
    add(functions) {
      if (![...functions].every(fits)) return false;
      functions.forEach(put);
      return true;
    },
    get haveCollided() {
      return haveCollided;
    },
    functionFor({ shape, schema }, print) {
      const known = made.get(shape);
      if (known !== undefined) return known;
      // The letter before the digits tells the name from that of a part of a component: `Pet_Owner`, `Pet_2`.
      const stem = `${stemOf(schema)}_x`;
      const { chunks, ...used } = print(`${stem}${PROVISIONAL}`);
      const text = chunks.join('\n');
      const digest = hash('sha256', text);
      for (let count = DIGITS; ; count++) {
        const digits = digest.slice(0, count);
        const own = { name: `${stem}${digits}`, text: text.replaceAll(PROVISIONAL, digits), used };
        const other = byName.get(own.name);
        // Two texts whose hashes begin with the same digits get more digits.
        haveCollided ||= other !== undefined && other.text !== own.text;
        if (other !== undefined && other.text !== own.text) continue;
        byName.set(own.name, own);
        made.set(shape, own);
        return own;
      }
    },
    all: () => [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const LONGEST = 40;

/** The readable part of a name: the first properties of an object, or the kind of value. */
function stemOf(schema: Schema): string {
  const properties = [...(schema.properties?.keys() ?? [])].slice(0, 3).map(pascalCase).join('').slice(0, LONGEST);
  if (properties !== '') return properties;
  return schema.items === undefined ? 'Value' : 'Items';
}
