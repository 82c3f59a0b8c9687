// Shows exchanges as calls of the generated client, in which later calls use values of earlier results.
import { getOwn, pointerToken, tokenName } from '@octavo/runtime/conformance';
import { jsonText } from '../../base/exact.ts';
import type { Bound, Exchange } from '../contract/exchange.ts';

/**
 * For each exchange its code: `const a = unwrap(await client.createBook({ … }));`, then `await client.readBook({ path: { id: a.id } });`. The client
 * with the credential of the second account is `other`. `undefined` where types cannot express the request.
 */
export function clientCodeOf(exchanges: readonly Exchange[]): readonly (string | undefined)[] {
  const used = new Set(exchanges.flatMap(({ bound = [] }) => bound.filter(isOfBody).map(({ of }) => of)));
  const names = new Map<Exchange, string>();
  return exchanges.map((exchange) => {
    const { operation, input, intent, credential } = exchange.case;
    if (input === undefined) return undefined;
    const bound = (exchange.bound ?? []).filter(({ of }) => names.has(of));
    const call = `await ${credential === 'other' || credential === 'limited' ? credential : 'client'}.${operation.name}(${argument(input, bound, names)})`;
    const note = intent.kind === 'invalid' ? '// @ts-expect-error invalid on purpose\n' : '';
    if (!used.has(exchange)) return `${note}${call};`;
    const name = nameOf(names.size);
    names.set(exchange, name);
    return `${note}const ${name} = unwrap(${call});`;
  });
}

function isOfBody({ from }: Bound): boolean {
  return from.startsWith('/body/');
}

/** `a` to `z`, then `a1`. */
function nameOf(index: number): string {
  return String.fromCharCode(97 + (index % 26)) + (index < 26 ? '' : Math.floor(index / 26));
}

function argument(input: Readonly<Record<string, unknown>>, bound: readonly Bound[], names: ReadonlyMap<Exchange, string>): string {
  if (Object.keys(input).length === 0) return '';
  const expressions = new Map(bound.filter(isOfBody).map((one) => [one.to, expressionOf(one, names)]));
  return literal('', input, expressions);
}

function literal(at: string, value: unknown, expressions: ReadonlyMap<string, string>): string {
  const expression = expressions.get(at);
  if (expression !== undefined) return expression;
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map((item, index) => literal(`${at}/${index}`, item, expressions)).join(', ')}]`;
  if (typeof value !== 'object' || value === null || value instanceof Blob) return jsonText(value);
  const members = Object.entries(value).map(([name, one]) => `${key(name)}: ${literal(`${at}/${pointerToken(name)}`, one, expressions)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** `a.data.id`, as the type that the input has: an identifier may be a number in a body, and text in a path. */
function expressionOf({ of, from, value }: Bound, names: ReadonlyMap<Exchange, string>): string {
  const [, ...tokens] = from.split('/').slice(1).map(tokenName);
  const access = tokens.map((name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join('');
  const expression = `${names.get(of)}${access}`;
  const given = tokens.reduce<unknown>(getOwn, of.reading?.body);
  if (typeof given === typeof value) return expression;
  return typeof value === 'string' ? `String(${expression})` : `Number(${expression})`;
}
