// Statements of generated functions as small trees, and their printing: what composes well (else-if chains, early returns) is decided here once.

export type Statement = string | If | Block | Switch;

interface If {
  readonly test: string;
  readonly yes: readonly Statement[];
  readonly otherwise?: readonly Statement[];
  /** Whether it reports where the value is `undefined`: then `report` says that it is missing, and no test for that is needed. */
  readonly rejects?: boolean;
}

/** `for (…) { … }`. */
interface Block {
  readonly head: string;
  readonly body: readonly Statement[];
}

interface Switch {
  readonly on: string;
  readonly cases: readonly { readonly labels: readonly string[]; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
}

export function branch(test: string, yes: readonly Statement[], otherwise: readonly Statement[] = []): Statement[] {
  if (yes.length === 0 && otherwise.length === 0) return [];
  if (yes.length === 0) return [{ test: negate(test), yes: otherwise }];
  if (otherwise.length > 0) return [{ test, yes, otherwise }];
  const [only] = yes;
  // `if (a) { if (b) … }` is `if (a && b) …`.
  if (yes.length === 1 && only !== undefined && typeof only !== 'string' && 'test' in only && only.otherwise === undefined) {
    return [{ test: `${operand(test)} && ${operand(only.test)}`, yes: only.yes }];
  }
  return [{ test, yes }];
}

/** Marks checks of a type or constant: `undefined` has no JSON type, so it fails them. */
export function rejecting(statements: Statement[]): Statement[] {
  const [only] = statements;
  if (statements.length !== 1 || only === undefined || typeof only === 'string' || !('test' in only)) return statements;
  return [{ ...only, rejects: true }];
}

/** Whether checks, of one value only, report it where it is `undefined`. */
export function rejectsUndefined(statements: readonly Statement[]): boolean {
  const first = statements.find((statement) => statement !== 'before = issues.length;');
  return first !== undefined && typeof first !== 'string' && 'test' in first && first.rejects === true;
}

/** A test as one side of `&&`. */
function operand(test: string): string {
  return test.includes(' || ') ? `(${test})` : test;
}

/** The opposite of a test that this emitter wrote. */
export function negate(test: string): string {
  const simple = /^!([\w$.]+\([^()&|]*\))$/.exec(test);
  if (simple?.[1] !== undefined) return simple[1];
  const comparison = /^([^&|!=<>]+) (===|!==) ([^&|=<>]+)$/.exec(test);
  if (comparison !== null) return `${comparison[1]} ${comparison[2] === '===' ? '!==' : '==='} ${comparison[3]}`;
  return /^[\w$.]+$|^[\w$.]+\([^()&|]*\)$/.test(test) ? `!${test}` : `!(${test})`;
}

const WIDTH = 140;

export function print(statements: readonly Statement[], indent: string, out: string[]): void {
  for (const statement of statements) printOne(statement, indent, '', out);
}

function printOne(statement: Statement, indent: string, lead: string, out: string[]): void {
  if (typeof statement === 'string') {
    out.push(`${indent}${lead}${statement}`);
  } else if ('test' in statement) {
    printIf(statement, indent, lead, out);
  } else if ('head' in statement) {
    out.push(`${indent}${statement.head} {`);
    print(statement.body, `${indent}  `, out);
    out.push(`${indent}}`);
  } else {
    out.push(`${indent}switch (${statement.on}) {`);
    for (const { labels, body } of statement.cases) {
      for (const label of labels.slice(0, -1)) out.push(`${indent}  case ${label}:`);
      out.push(`${indent}  case ${labels.at(-1)}: {`);
      print(body, `${indent}    `, out);
      out.push(`${indent}    break;`, `${indent}  }`);
    }
    out.push(`${indent}  default:`);
    print(statement.otherwise, `${indent}    `, out);
    out.push(`${indent}}`);
  }
}

function printIf(statement: If, indent: string, lead: string, out: string[]): void {
  const head = `${lead}if (${statement.test})`;
  const single = onLine(statement.yes);
  const otherwise = statement.otherwise ?? [];
  const chained = otherwise.length === 1 ? otherwise[0] : undefined;
  const rest = chained !== undefined && typeof chained !== 'string' && 'test' in chained ? chained : undefined;
  let closing = indent;
  if (single !== undefined && indent.length + head.length + 1 + single.length <= WIDTH) {
    out.push(`${indent}${head} ${single}`);
  } else {
    pushHead(lead, statement.test, indent, out);
    print(statement.yes, `${indent}  `, out);
    if (otherwise.length === 0) out.push(`${indent}}`);
    else closing = `${indent}} `;
  }
  if (otherwise.length === 0) return;
  if (rest !== undefined) {
    printChained(rest, indent, closing, out);
    return;
  }
  const last = closing === indent ? onLine(otherwise) : undefined;
  if (last !== undefined) {
    out.push(`${indent}else ${last}`);
    return;
  }
  out.push(`${closing}else {`);
  print(otherwise, `${indent}  `, out);
  out.push(`${indent}}`);
}

/** `if (…) {`, broken at the operators of the outermost level where it is too long for a line. */
function pushHead(lead: string, test: string, indent: string, out: string[]): void {
  const line = `${indent}${lead}if (${test}) {`;
  const parts = line.length <= WIDTH ? [test] : operands(test);
  if (parts.length === 1) {
    out.push(line);
    return;
  }
  out.push(`${indent}${lead}if (`, ...parts.map((part) => `${indent}  ${part}`), `${indent}) {`);
}

/** A test split after each `&&`, or each `||`, that is in no parentheses and in no string. */
function operands(test: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < test.length; index++) {
    const character = test[index];
    if (character === "'") {
      for (index++; index < test.length && test[index] !== "'"; index++) if (test[index] === '\\') index++;
    } else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (depth === 0 && (test.startsWith(' && ', index) || test.startsWith(' || ', index))) {
      parts.push(test.slice(start, index + 3));
      start = index + 4;
    }
  }
  return [...parts, test.slice(start)];
}

/** `else if`, on the line of the brace that ends the branch before, if there is one. */
function printChained(rest: If, indent: string, closing: string, out: string[]): void {
  printIf(rest, indent, closing === indent ? 'else ' : '} else ', out);
}

function onLine(statements: readonly Statement[]): string | undefined {
  const [first] = statements;
  return statements.length === 1 && typeof first === 'string' ? first : undefined;
}

/** Whether a name is used in statements: decides which helpers a function declares. */
export function mentions(lines: readonly string[], name: string): boolean {
  let word: RegExp | undefined;
  return lines.some((line) => {
    // Most lines do not have it at all, and that is sooner seen.
    if (!line.includes(name)) return false;
    word ??= new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`);
    return word.test(line);
  });
}
