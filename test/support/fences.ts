// Reads the fenced code blocks of a Markdown page and the attributes in their info strings.

export interface Fence {
  readonly language: string;
  /** Attributes after the language: `file=server.ts serves` gives `file` → `server.ts` and `serves` → `''`. */
  readonly info: ReadonlyMap<string, string>;
  readonly text: string;
  /** First line of the block, from 1. */
  readonly line: number;
}

export function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\S+)([^\n]*)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: words = '', 3: text = '', index }) => ({
    language,
    info: new Map(words.split(' ').filter(Boolean).map(pairOf)),
    text,
    line: markdown.slice(0, index).split('\n').length,
  }));
}

function pairOf(word: string): [string, string] {
  const [name = '', value = ''] = word.split('=');
  return [name, value];
}
