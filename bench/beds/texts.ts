// How texts are compared and searched.

/** Compares texts by code point, which is the order of their UTF-8 bytes. */
export const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What things are sorted by. */
export type Key = string | number;

/** Compares numbers as numbers, and anything else as texts. */
export const compare = (a: Key, b: Key): number => (typeof a === 'number' && typeof b === 'number' ? a - b : byText(String(a), String(b)));

/** Whether a text has a part, in upper or lower case. */
export const contains = (text: string | null | undefined, part: string): boolean => (text ?? '').toLowerCase().includes(part.toLowerCase());

/** Whether two texts are the same in upper or lower case. */
export const isSameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
