// Lays JSON text out in lines, digit for digit, and says on which line each value stands: faults of a body are marked there.

export interface JsonLines {
  readonly lines: readonly string[];
  /** The line of each value, from 0, by its JSON pointer (RFC 6901). */
  readonly lineOf: ReadonlyMap<string, number>;
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy;

/** Lists and objects this short stand on one line. */
const SHORT = 72;

interface Node {
  readonly pointer: string;
  /** A scalar as written, or `{` or `[`. */
  readonly text: string;
  readonly members: (readonly [name: string | undefined, node: Node])[];
}

/** `undefined` for text that is not JSON. */
export function jsonLines(text: string): JsonLines | undefined {
  const lines: string[] = [];
  const lineOf = new Map<string, number>();
  try {
    JSON.parse(text);
    const tokens = [...text.matchAll(TOKEN)].map(([, token = '']) => token);
    print(parse(tokens), '', '', '', lines, lineOf);
  } catch {
    // Not JSON, or nested so deeply that the stack ends.
    return undefined;
  }
  return { lines, lineOf };
}

/** The text is valid JSON, so each token is where the grammar has it. */
function parse(tokens: readonly string[]): Node {
  let at = 0;
  const value = (pointer: string): Node => {
    const text = tokens[at++] ?? '';
    const node: Node = { pointer, text, members: [] };
    if (text === '{' || text === '[') {
      while (tokens[at] !== '}' && tokens[at] !== ']') {
        if (tokens[at] === ',') at++;
        const name = text === '{' ? tokens[at++] : undefined;
        if (name !== undefined) at++;
        const key = name === undefined ? String(node.members.length) : (JSON.parse(name) as string);
        node.members.push([name, value(`${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)]);
      }
      at++;
    }
    return node;
  };
  return value('');
}

function print(node: Node, indent: string, before: string, after: string, lines: string[], lineOf: Map<string, number>): void {
  lineOf.set(node.pointer, lines.length);
  const close = node.text === '{' ? '}' : ']';
  if (node.members.length === 0) {
    lines.push(`${indent}${before}${node.text}${node.text === '{' || node.text === '[' ? close : ''}${after}`);
    return;
  }
  const flat = inOneLine(node);
  if (flat !== undefined && indent.length + before.length + flat.length <= SHORT) {
    markAll(node, lines.length, lineOf);
    lines.push(`${indent}${before}${flat}${after}`);
    return;
  }
  lines.push(`${indent}${before}${node.text}`);
  for (const [index, [name, member]] of node.members.entries()) {
    print(member, `${indent}  `, name === undefined ? '' : `${name}: `, index === node.members.length - 1 ? '' : ',', lines, lineOf);
  }
  lines.push(`${indent}${close}${after}`);
}

/** Lists of scalars fit on a line; objects keep a line for each member, so that faults have lines of their own. */
function inOneLine({ text, members }: Node): string | undefined {
  if (text !== '[' || members.some(([, { text: inner }]) => inner === '{' || inner === '[')) return undefined;
  return `[${members.map(([, member]) => member.text).join(', ')}]`;
}

function markAll(node: Node, line: number, lineOf: Map<string, number>): void {
  lineOf.set(node.pointer, line);
  for (const [, member] of node.members) markAll(member, line, lineOf);
}

/** The line of a pointer, or of the nearest value around it: a member that is missing has no line of its own. */
export function lineAt({ lineOf }: JsonLines, pointer: string): number {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const line = lineOf.get(place);
    if (line !== undefined) return line;
    if (place === '') return 0;
  }
}
