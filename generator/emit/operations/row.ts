// Declares a row of facts in `operations.ts` and the constants that rows are made of. The name of a constant describes all of its content, so that
// an edit of one operation changes no row of another.
import { safeIdentifier } from '../text/escape.ts';

/** The names that a row uses in the file that it is printed in. */
export interface RowPrinter {
  /** The name of a value of the runtime. */
  runtime(name: string): string;
  /** The name of a constant. */
  constant(constant: Constant): string;
}

export interface Row {
  print(printer: RowPrinter): string;
  /** The constants that it refers to. */
  readonly uses: readonly Constant[];
}

/** The types of constants, in the order in which a file declares them. */
export const KINDS = ['XmlShape', 'Parameter', 'readonly ResponseHeader[]', 'OperationResponse'] as const;

export interface Constant extends Row {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
}

/** Declares a constant for a row and returns a row that refers to it; if another constant has the name, returns the row itself. */
export type Declare = (name: string, kind: Constant['kind'], row: Row) => Row;

/** A row of fixed text, which needs no names of the file. */
export function inline(text: string): Row {
  return { print: () => text, uses: [] };
}

/** Prints a row without renamed imports, so that rows with the same content have the same text. */
const PLAIN: RowPrinter = { runtime: (name) => name, constant: ({ name }) => name };

function plainText(row: Row): string {
  return row.print(PLAIN);
}

/** `taken`: names that no constant may have. */
export function declarer(taken: ReadonlySet<string>): Declare {
  const known = new Map<string, { readonly text: string; readonly constant: Constant }>();
  return (wanted, kind, row) => {
    let name = safeIdentifier(wanted);
    while (taken.has(name)) name += '_';
    const text = `${kind} ${plainText(row)}`;
    const found = known.get(name) ?? { text, constant: { ...row, name, kind } };
    known.set(name, found);
    const { constant } = found;
    return found.text === text ? { print: (printer) => printer.constant(constant), uses: [constant] } : row;
  };
}
