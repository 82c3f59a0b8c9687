// The part of saxes that `parse.ts` uses, so that the runtime compiles where this optional peer is not installed.
declare module 'saxes' {
  interface Named {
    readonly local: string;
    /** `''` for no namespace. */
    readonly uri: string;
  }

  interface Events {
    readonly error: (error: Error) => void;
    readonly doctype: (doctype: string) => void;
    readonly opentagstart: () => void;
    readonly attribute: () => void;
    readonly opentag: (tag: Named & { readonly attributes: Readonly<Record<string, Named & { readonly value: string }>> }) => void;
    readonly closetag: () => void;
    readonly text: (text: string) => void;
    readonly cdata: (text: string) => void;
  }

  export class SaxesParser {
    constructor(options: {
      readonly xmlns: true;
      readonly position: boolean;
      readonly defaultXMLVersion: '1.0';
      readonly forceXMLVersion: true;
    });
    on<E extends keyof Events>(event: E, handler: Events[E]): void;
    write(text: string): this;
    close(): this;
  }
}
