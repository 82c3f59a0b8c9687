// Prints the declaration of a schema only where the text that is kept of the same schema would not be the same.
import type { Schema } from '../../model/schema/schema.ts';
import type { KeptTexts } from '../files/kept.ts';
import type { TypeNames } from '../files/type-names.ts';

export interface KeepingTypes {
  /** What the texts are printed with: their questions are noted. */
  readonly names: TypeNames;
  /** The text that is kept of the schema, or else what `print` makes. */
  textOf(schema: Schema, print: () => string): string;
}

/** @param file answers the questions of texts that are printed, and those that were noted of kept texts */
export function keepingTypes(file: TypeNames, { types: kept }: Pick<KeptTexts, 'types'>): KeepingTypes {
  // Most texts depend on many descriptions, so there is no function for each.
  let saying: Schema[] = [];
  let said: string[] = [];
  let asked: (readonly [(names: TypeNames) => string | undefined, string | undefined])[] = [];
  const noted = <Answer extends string | undefined>(question: (names: TypeNames) => Answer): Answer => {
    const answer = question(file);
    asked.push([question, answer]);
    return answer;
  };
  return {
    names: {
      named: (name) => noted((names) => names.named(name)),
      global: (name) => noted((names) => names.global(name)),
      brand: (name) => noted((names) => names.brand(name)),
      foreign: (module, name) => noted((names) => names.foreign(module, name)),
      shared: (schema) => noted((names) => names.shared(schema)),
      // A schema gets other words only where it has some.
      noteWords(schema) {
        if (schema.description === undefined) return;
        saying.push(schema);
        said.push(schema.description);
      },
    },
    textOf(schema, print) {
      const known = kept.get(schema);
      // The questions are asked in their order, since a file imports what is asked for, under the first name that is free.
      const isSaid = known?.saying.every(({ description }, index) => description === known.said[index]);
      if (isSaid === true && known?.asked.every(([question, answer]) => question(file) === answer) === true) return known.text;
      asked = [];
      saying = [];
      said = [];
      const text = print();
      kept.set(schema, { text, asked, saying, said });
      return text;
    },
  };
}
