// Turns the key of a response into the type of its statuses: a literal, or for `4XX` and `default` all statuses that no other key names.
import type { Operation, Response } from '../../model/service.ts';

/** The registered statuses of successes that a final response can have, as `scaffold` tries them. */
const SUCCESSES: readonly string[] = ['200', '201', '202', '203', '204', '205', '206', '207', '208', '226'];

/** Statuses whose responses never have a body, even if the document declares one (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export const BODILESS: readonly string[] = ['204', '205', '304'];

/** The status of a success that a response's key covers: a literal, or for `2XX` the first registered code that no other key names. */
export function successOf({ status, contents }: Response, responses: readonly Response[]): string | undefined {
  if (/^2\d\d$/.test(status)) return status;
  if (status.toUpperCase() !== '2XX') return undefined;
  const others = new Set([...responses.map((other) => other.status), ...(contents.length === 0 ? [] : BODILESS)]);
  return SUCCESSES.find((code) => !others.has(code));
}

/** The names that the type is printed with. */
interface StatusNames {
  /** The name of a type of the runtime. */
  type(file: 'runtime', name: string): string;
  /** The name of a type of TypeScript. */
  global(name: string): string;
}

/** The type of `status` in a result. A range or `default` with a body excludes the statuses that never have a body. */
export function statusType(response: Response, { method, responses }: Pick<Operation, 'method' | 'responses'>, names: StatusNames): string {
  const { status } = response;
  const key = status === 'default' ? status : status.toUpperCase();
  if (/^\d{3}$/.test(key)) return key;
  const all = (range: string): string => {
    const name = names.type('runtime', 'StatusOf');
    return range === 'default' ? name : `${name}<${range.charAt(0)}>`;
  };
  const other = responses.map((one) => one.status.toUpperCase()).filter((code) => /^\d/.test(code) && code !== key);
  const covered = other.filter((code) => key === 'default' || (code[0] === key[0] && !code.endsWith('XX')));
  const empty = response.contents.length === 0 || method === 'HEAD' ? [] : BODILESS;
  covered.push(...empty.filter((code) => !covered.includes(code) && (key === 'default' || code[0] === key[0])));
  const excluded = covered.map((code) => (code.endsWith('XX') ? all(code) : code));
  return excluded.length === 0 ? all(key) : `${names.global('Exclude')}<${all(key)}, ${excluded.join(' | ')}>`;
}
