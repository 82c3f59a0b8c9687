// The statuses that a range of a document such as `4XX` stands for, as a type.

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text> = Text extends `${infer Code extends number}` ? Code : never;

/** The statuses of a class: `StatusOf<4>` has 400 to 499. Without a class, those of all final responses (RFC 9110 section 15), for `default`. */
export type StatusOf<Class extends 2 | 3 | 4 | 5 = 2 | 3 | 4 | 5> = NumberOf<`${Class}${Digit}${Digit}`>;
