// Splitting queries and Cookie headers into pairs: agrees with `URLSearchParams`, and pairs contain only input text.
import { cookiePairs, queryPairs } from '../../../runtime/wire/pairs.ts';
import { queryDecode } from '../../../runtime/wire/text.ts';
import { claim, claimEqual, type Fuzz, type Input } from '../support.ts';

function query(text: string): void {
  const pairs = queryPairs(text);
  if (pairs === undefined) return;
  const read = [...pairs].map(([name, values]) => [name, values.map(queryDecode)] as const);
  if (read.some(([, values]) => values.includes(undefined))) return;
  const grouped = new Map<string, string[]>();
  // `URLSearchParams` removes a leading `?`.
  for (const [name, value] of new URLSearchParams(`&${text}`)) {
    const values = grouped.get(name);
    if (values === undefined) grouped.set(name, [value]);
    else values.push(value);
  }
  claimEqual(read, [...grouped], 'the pairs differ from those of URLSearchParams');
}

function cookies(text: string): void {
  const pairs = cookiePairs(text);
  const values = [...pairs.values()].flat();
  claimEqual(values.length, text.split(';').filter((pair) => pair.includes('=')).length, 'there are other cookies than came');
  for (const value of values)
    claim(text.includes(value) && value.trim() === value, 'a cookie has a value that is not in the header', value);
}

export const fuzz: Fuzz = (input: Input) => {
  const split = input.pick([query, cookies]);
  split(input.text());
};
