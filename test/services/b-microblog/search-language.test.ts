// Tests the language of queries and rules: each operator accepted and refused, what binds what, and where a fault is.

import { describe, expect, test } from 'vitest';
import { OPERATORS, type Operator, operatorNamed, type Use } from '../../../services/b-microblog/search/language/operators.ts';
import { parseQuery } from '../../../services/b-microblog/search/language/parse.ts';
import { type Query, QueryFault } from '../../../services/b-microblog/search/language/query.ts';
import { wordsIn } from '../../../services/b-microblog/search/language/words.ts';

const PRO = { use: 'search', level: 'pro', most: 1024 } as const;
const RULES = { use: 'rules', level: 'pro', most: 1024 } as const;

/** Writes what was read with all of its parentheses. */
function shapeOf(query: Query): string {
  if (query.kind === 'match') return `${query.operator.name}${query.value === '' ? '' : `<${query.value}>`}`;
  if (query.kind === 'not') return `not ${shapeOf(query.part)}`;
  return `(${query.parts.map(shapeOf).join(` ${query.kind} `)})`;
}

const shape = (text: string) => shapeOf(parseQuery(text, PRO));

/** The place of the fault, and its message. */
function faultOf(text: string, reading: Parameters<typeof parseQuery>[1] = PRO): readonly [number, string] {
  try {
    parseQuery(text, reading);
  } catch (error) {
    if (error instanceof QueryFault) return [error.character, error.message];
    throw error;
  }
  throw new Error(`${text} was not refused.`);
}

/** Values that each kind of operator takes, and one that it does not. */
const VALUES: Readonly<Record<Operator['value'], { readonly good: readonly string[]; readonly bad?: string }>> = {
  none: { good: [''] },
  words: { good: ['storm', '"north quay"'], bad: '!!' },
  user: { good: ['tidewatch', '@tidewatch', '1500042000000000001'], bad: 'one,two' },
  id: { good: ['1990000000000000102'], bad: '12a' },
  address: { good: ['tidewatch.example', '"https://tidewatch.example/now"'], bad: '::' },
  context: { good: ['10.799022225751871488', '*.12', '45.*'], bad: 'boats' },
  country: { good: ['DK', 'dk'], bad: 'DNK' },
  language: { good: ['en', 'zh-TW', 'und'], bad: 'english' },
  circle: { good: ['[8.28 56.45 20km]', '[-8.28 56.45 1.5mi]'], bad: '[8.28 56.45 26mi]' },
  box: { good: ['[8.2 56.4 8.3 56.5]'], bad: '[8.3 56.4 8.2 56.5]' },
  range: { good: ['10', '10..20'], bad: '20..10' },
  percent: { good: ['1', '100'], bad: '101' },
};

const UNNAMED: Readonly<Record<string, string>> = {
  keyword: 'storm',
  emoji: '🌊',
  phrase: '"north quay"',
  '#': '#storm',
  '@': '@tidewatch',
  $: '$TIDE',
};

/** An operator as it is written, in a query that may have it. */
function written({ name, stands, negated }: Operator, value: string): string {
  const term = `${negated === 'always' ? '-' : ''}${UNNAMED[name] ?? name + value}`;
  return stands ? term : `boats ${term}`;
}

describe.each([
  ['search', 35],
  ['rules', 45],
] as const)('the operators of %s', (use: Use, count) => {
  const own = OPERATORS.filter(({ access }) => access[use] !== undefined);
  const reading = { use, level: 'pro', most: 1024 } as const;

  test(`there are ${count}`, () => expect(own).toHaveLength(count));

  test.each(own.map((operator) => [operator.name, operator] as const))('%s', (name, operator) => {
    const { good, bad } = VALUES[operator.value];
    for (const value of good) expect(shapeOf(parseQuery(written(operator, value), reading))).toContain(name);
    for (const alias of operator.aliases) expect(operatorNamed(alias, use)).toBe(operator);
    const isNamed = UNNAMED[name] === undefined;
    if (bad !== undefined && isNamed) {
      const [character, message] = faultOf(`boats ${name}${bad}`, reading);
      expect(character).toBe(7);
      expect(message).toContain(`\`${name}\``);
    }
    if (bad !== undefined && isNamed)
      expect(faultOf(`boats ${name}`, reading)).toEqual([7, `Character 7: The value of \`${name}\` is missing.`]);
    if (!operator.stands && operator.negated === undefined)
      expect(faultOf(name + (good[0] ?? ''), reading)).toEqual([
        1,
        `Character 1: \`${name}\` cannot stand alone: add a word or another operator to it.`,
      ]);
    const isAdvanced = operator.access[use] === 'advanced';
    const atBasic = () => parseQuery(written(operator, good[0] ?? ''), { ...reading, level: 'basic' });
    if (isAdvanced) expect(atBasic).toThrow('is not available at the access level of the app.');
    else expect(atBasic).not.toThrow();
  });
});

test('an operator of rules is none of search, and the other way round', () => {
  expect(faultOf('bio:boats')).toEqual([1, 'Character 1: There is no operator `bio:`.']);
  expect(faultOf('list:12', RULES)).toEqual([1, 'Character 1: There is no operator `list:`.']);
});

test('words side by side bind more than OR, and `-` more than both', () => {
  expect(shape('storm quay OR ferry -boat')).toBe('((keyword<storm> and keyword<quay>) or (keyword<ferry> and not keyword<boat>))');
  expect(shape('storm (quay OR ferry)')).toBe('(keyword<storm> and (keyword<quay> or keyword<ferry>))');
  expect(shape('storm -(quay OR "low water")')).toBe('(keyword<storm> and not (keyword<quay> or phrase<low water>))');
  expect(shape('a OR b OR c')).toBe('(keyword<a> or keyword<b> or keyword<c>)');
  // OR is one only in capitals and by itself.
  expect(shape('storm or ORder')).toBe('(keyword<storm> and keyword<or> and keyword<ORder>)');
  expect(shape('a ORDER')).toBe('(keyword<a> and keyword<ORDER>)');
  expect(shape('"say \\"go\\""')).toBe('phrase<say "go">');
  expect(shape('at 12:30')).toBe('(keyword<at> and keyword<12:30>)');
  expect(shape('From:TideWatch IS:Reply')).toBe('(from:<TideWatch> and is:reply)');
});

test.each([
  ['', 1, 'The text is empty.'],
  ['   ', 1, 'The text is empty.'],
  ['storm (quay', 7, 'This parenthesis is not closed.'],
  ['storm quay)', 11, 'This parenthesis closes none.'],
  ['()', 2, 'A term is missing here.'],
  ['storm OR', 9, 'A term is missing here.'],
  ['OR storm', 1, 'A term is missing before `OR`.'],
  ['storm OR OR quay', 10, 'A term is missing before `OR`.'],
  ['say "go', 5, 'This quotation mark is not closed.'],
  ['near point_radius:[1 2', 19, 'This bracket is not closed.'],
  ['storm - quay', 7, '`-` must stand right before what it excludes.'],
  ['storm --quay', 7, '`-` must stand right before what it excludes.'],
  ['storm speed:12', 7, 'There is no operator `speed:`.'],
  ['storm is:wet', 7, 'There is no operator `is:wet`.'],
  ['see https://tidewatch.example', 5, 'There is no operator `https:`.'],
  ['from:a,b', 1, '`from:` takes one value; join several with OR.'],
  ['from:(a OR b)', 1, '`from:` takes one value; join several with OR.'],
  ['storm is:nullcast', 7, '`is:nullcast` can only be excluded: `-is:nullcast`.'],
  ['-storm -quay', 1, 'Something must be looked for; a query cannot only exclude.'],
  ['storm OR -quay', 10, 'Something must be looked for; a query cannot only exclude.'],
  ['storm OR (has:media lang:en)', 11, '`has:media` cannot stand alone: add a word or another operator to it.'],
  ['storm …', 7, 'There is no word to look for here.'],
  ['🌊🌊 !', 4, 'There is no word to look for here.'],
  ['storm \ud800', 7, 'This character cannot be searched for.'],
  ['storm \0', 7, 'This character cannot be searched for.'],
])('%j is refused at character %i', (text, character, reason) => {
  expect(faultOf(text)).toEqual([character, `Character ${character}: ${reason}`]);
});

test('a sample of all posts is not excluded', () => {
  expect(faultOf('storm -sample:10', RULES)).toEqual([8, 'Character 8: `sample:` cannot be excluded.']);
});

test('the longest and the deepest query', () => {
  const longest = 'é'.repeat(512);
  expect(() => parseQuery(longest, { ...PRO, most: 512 })).not.toThrow();
  expect(faultOf(`${longest}é`, { ...PRO, most: 512 })[1]).toContain('The text has 513 characters; 512 are allowed.');
  const nested = (depth: number) => `${'('.repeat(depth)}storm${')'.repeat(depth)}`;
  expect(shape(nested(50))).toBe('keyword<storm>');
  expect(faultOf(nested(51))).toEqual([51, 'Character 51: Parentheses are nested more than 50 deep.']);
});

test('words of searches have no case and no diacritics, those of rules no case', () => {
  expect(wordsIn('Café CAFÉ e\u0301té Straße ΟΔΟΣ', 'search')).toEqual(['cafe', 'cafe', 'ete', 'strasse', 'οδοσ']);
  expect(wordsIn('Café e\u0301té Straße', 'rules')).toEqual(['café', 'été', 'strasse']);
  expect(wordsIn('東京の海 ガ half-tide snake_case', 'search')).toEqual(['東', '京', 'の', '海', 'ガ', 'half', 'tide', 'snake_case']);
  expect(wordsIn('go🌊❤️👩‍🚀!', 'search')).toEqual(['go', '🌊', '❤', '👩‍🚀']);
});
