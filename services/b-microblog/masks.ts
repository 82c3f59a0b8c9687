// Shows of an object what a query asks for: its fields become functions once, and then show one row after another.

/** How each field is shown. Fields that every object of the kind has are not among them. */
export type Fields<Name extends string, Row, View = undefined> = Readonly<Partial<Record<Name, (row: Row, view: View) => unknown>>>;

/** What a query asks for. */
export type Mask<Row, View = undefined> = readonly (readonly [field: string, show: (row: Row, view: View) => unknown])[];

export function maskOf<Name extends string, Row, View>(fields: Fields<Name, Row, View>, asked: Iterable<Name>): Mask<Row, View> {
  return [...new Set(asked)].flatMap((field) => {
    const show = fields[field];
    return show === undefined ? [] : [[field, show] as const];
  });
}

/** Adds fields to an object that has those of every object of the kind. Fields without a value are left out. */
export function withFields<Row, View, Shown extends object>(shown: Shown, mask: Mask<Row, View>, row: Row, view: View): Shown {
  const all = shown as Record<string, unknown>;
  for (const [field, show] of mask) {
    const value = show(row, view);
    if (value !== undefined && value !== null) all[field] = value;
  }
  return shown;
}

/** Without members that are null, `undefined` or empty lists; `undefined` where none is left. */
export function filled<T extends object>(all: { readonly [Name in keyof T]: T[Name] | null | undefined }): T | undefined {
  const entries = Object.entries(all).filter(([, value]) => value !== null && value !== undefined && !isEmpty(value));
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}

export function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
