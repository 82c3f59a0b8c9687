// The part of re2js that `linear.ts` uses, so that the runtime compiles where this optional peer is not installed.
declare module 're2js' {
  export class RE2JS {
    /** Throws for an invalid pattern. */
    static compile(source: string): RE2JS;
    /** Whether any part of the text matches. */
    test(text: string): boolean;
  }
}
