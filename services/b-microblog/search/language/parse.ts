// Reads queries and the rules of streams. Words that stand side by side must all be in a post; OR binds less than that, and `-` more.

import type { Level } from '../../access/levels.ts';
import { mayUse, type Operator, operatorNamed, type Use } from './operators.ts';
import { type Query, QueryFault } from './query.ts';
import { requireStanding } from './standing.ts';
import { valueFault } from './values.ts';
import { isEmoji, wordsIn } from './words.ts';

export interface Reading {
  readonly use: Use;
  readonly level: Level;
  /** How many characters (Unicode code points) the text may have. */
  readonly most: number;
}

const DEEPEST = 50;

const RUN = /[^\s()"]+/uy;
const NAMED = /^(is|has):([A-Za-z_]*)$|^([A-Za-z_]+):/i;
const SPACE = /\s*/uy;
const OR = /OR(?![^\s()"])/uy;
/** What a query cannot have: no text of a post has it either. */
const FORBIDDEN = /[\0\p{Surrogate}]/u;

/** @throws {QueryFault} */
export function parseQuery(text: string, { use, level, most }: Reading): Query {
  let place = 0;
  let depth = 0;

  const fault = (reason: string, at: number) => new QueryFault(reason, text, at);

  function read(pattern: RegExp): string | undefined {
    pattern.lastIndex = place;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) place += found.length;
    return found;
  }

  function isEnd(): boolean {
    read(SPACE);
    return place >= text.length || text[place] === ')';
  }

  function either(): Query {
    const at = place;
    const parts = [all()];
    while (!isEnd() && read(OR) !== undefined) parts.push(all());
    return joined('or', parts, at);
  }

  function all(): Query {
    read(SPACE);
    const at = place;
    const parts: Query[] = [];
    while (!isEnd() && !isOr()) parts.push(unit());
    if (parts.length === 0) throw fault(isOr() ? 'A term is missing before `OR`.' : 'A term is missing here.', place);
    return joined('and', parts, at);
  }

  function isOr(): boolean {
    OR.lastIndex = place;
    return OR.test(text);
  }

  function unit(): Query {
    const at = place;
    if (text[place] !== '-') return positive(false);
    place += 1;
    if (place >= text.length || /[-\s)]/.test(text[place] ?? '')) throw fault('`-` must stand right before what it excludes.', at);
    return { kind: 'not', part: positive(true), at };
  }

  function positive(isNegated: boolean): Query {
    if (text[place] === '(') return group();
    return match(isNegated);
  }

  function group(): Query {
    const at = place;
    place += 1;
    depth += 1;
    if (depth > DEEPEST) throw fault(`Parentheses are nested more than ${DEEPEST} deep.`, at);
    const inner = either();
    if (text[place] !== ')') throw fault('This parenthesis is not closed.', at);
    place += 1;
    depth -= 1;
    return inner;
  }

  function match(isNegated: boolean): Query {
    const at = place;
    const { name, value } = text[place] === '"' ? { name: 'phrase', value: quoted() } : plain(at);
    const operator = operatorNamed(name, use);
    if (operator === undefined) throw fault(`There is no operator \`${name}\`.`, at);
    requireUse(operator, isNegated, at);
    const isWord = name === 'keyword' || name === 'phrase';
    const reason = isWord && wordsIn(value, use).length === 0 ? 'There is no word to look for here.' : valueFault(operator, value);
    if (reason !== undefined) throw fault(reason, at);
    return { kind: 'match', operator, value, at };
  }

  function requireUse(operator: Operator, isNegated: boolean, at: number): void {
    const { name, negated } = operator;
    if (!mayUse(level, operator, use)) throw fault(`The operator \`${name}\` is not available at the access level of the app.`, at);
    if (negated === 'always' && !isNegated) throw fault(`\`${name}\` can only be excluded: \`-${name}\`.`, at);
    if (negated === 'never' && isNegated) throw fault(`\`${name}\` cannot be excluded.`, at);
  }

  function quoted(): string {
    const at = place;
    place += 1;
    let value = '';
    for (; place < text.length; place += 1) {
      if (text[place] === '"') {
        place += 1;
        return value;
      }
      if (text[place] === '\\' && /["\\]/.test(text[place + 1] ?? '')) place += 1;
      value += text[place];
    }
    throw fault('This quotation mark is not closed.', at);
  }

  /** A term without quotes before it: an operator by its sign or name, or a keyword. */
  function plain(at: number): { readonly name: string; readonly value: string } {
    const run = read(RUN) ?? '';
    const [, family, member = '', named] = NAMED.exec(run) ?? [];
    if (family !== undefined) return { name: `${family}:${member}`.toLowerCase(), value: '' };
    if (named !== undefined) return { name: `${named.toLowerCase()}:`, value: valueAfter(at, named.length + 1) };
    const sign = run[0] ?? '';
    if ('#@$'.includes(sign) && run.length > 1) return { name: sign, value: run.slice(1) };
    return { name: isEmoji(run) ? 'emoji' : 'keyword', value: run };
  }

  /** @param length of the name of the operator that stands before the value */
  function valueAfter(at: number, length: number): string {
    const start = at + length;
    const name = text.slice(at, start);
    if (text[start] === '[') {
      const end = text.indexOf(']', start);
      if (end < 0) throw fault('This bracket is not closed.', start);
      place = end + 1;
      return text.slice(start, place).replace(/\s+/gu, ' ');
    }
    if (text[start] === '"') {
      place = start;
      return quoted();
    }
    if (place === start && text[place] === '(') throw fault(`\`${name}\` takes one value; join several with OR.`, at);
    if (place === start) throw fault(`The value of \`${name}\` is missing.`, at);
    return text.slice(start, place);
  }

  const length = [...text].length;
  if (length > most) throw fault(`The text has ${length} characters; ${most} are allowed.`, text.length);
  const forbidden = text.search(FORBIDDEN);
  if (forbidden >= 0) throw fault('This character cannot be searched for.', forbidden);
  if (isEnd() && place >= text.length) throw fault('The text is empty.', 0);
  const query = either();
  if (place < text.length) throw fault('This parenthesis closes none.', place);
  requireStanding(query, text);
  return query;
}

function joined(kind: 'and' | 'or', parts: readonly Query[], at: number): Query {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : { kind, parts, at };
}
