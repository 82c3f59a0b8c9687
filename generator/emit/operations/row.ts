// A row of facts in `operations.ts`, and the constants that rows are made of. A constant is named by all that it holds, so that an edit of one operation
// changes no row of another.
import { safeIdentifier } from '../text/escape.ts';

/** What a row needs of the file that it is printed in. */
export interface RowPrinter {
  /** The name of a value of the runtime. */
  runtime(name: string): string;
  /** The name of a constant. */
  constant(constant: Constant): string;
}

export interface Row {
  print(printer: RowPrinter): string;
  /** The constants that it names. */
  readonly uses: readonly Constant[];
}

/** In the order in which a file declares them. */
export const KINDS = ['Parameter', 'readonly ResponseHeader[]', 'OperationResponse', "Operation['responses']"] as const;

export interface Constant extends Row {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
}

/** Turns a row into one that names a constant for it; where another constant has the name, the row stays as it is. */
export type Declare = (name: string, kind: Constant['kind'], row: Row) => Row;

/** A row that is text, whatever the file calls things. */
export function inline(text: string): Row {
  return { print: () => text, uses: [] };
}

/** As a file prints it in which nothing has another name: the same for rows that hold the same. */
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
