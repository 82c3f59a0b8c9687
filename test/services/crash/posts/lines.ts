// The lines that the process prints while its users publish, edit, like and delete posts.

export interface Line {
  /** `try` before a request is sent, `done` after it was acknowledged. */
  readonly step: 'try' | 'done';
  readonly verb: 'publish' | 'edit' | 'like' | 'delete';
  readonly user: string;
  /** Its identifier; of one that is not published yet, the text. */
  readonly post: string;
  /** What an edit has made of it. */
  readonly version?: string;
}

export function textOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

export function lineOf(text: string): Line {
  return JSON.parse(text) as Line;
}
