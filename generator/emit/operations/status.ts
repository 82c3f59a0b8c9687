// Turns the key of a response into statuses: a literal, or for `4XX` and `default` the registered codes that no other key names.
import type { Operation, Response } from '../../model/service.ts';

export interface Statuses {
  /** The type of `status` in a result. A range or `default` with a body excludes the statuses that never have a body. */
  of(response: Response, operation: Pick<Operation, 'method' | 'responses'>): string;
  /** The declarations of the types that were used, ended by a newline; `''` if there are none. */
  declarations(): string;
}

/** Codes of the IANA registry of HTTP status codes that a final response can have, by class. */
const REGISTERED: Readonly<Record<string, readonly number[]>> = {
  2: [200, 201, 202, 203, 204, 205, 206, 207, 208, 226],
  3: [300, 301, 302, 303, 304, 305, 307, 308],
  4: [
    400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 423, 424, 425, 426, 428, 429, 431,
    451,
  ],
  5: [500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511],
};

/** Statuses whose responses never have a body, even if the document declares one (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export const BODILESS: readonly string[] = ['204', '205', '304'];

/** The status of a success that a response's key covers: a literal, or for `2XX` the first registered code that no other key names. */
export function successOf({ status, contents }: Response, responses: readonly Response[]): string | undefined {
  if (/^2\d\d$/.test(status)) return status;
  if (status.toUpperCase() !== '2XX') return undefined;
  const others = new Set([...responses.map((other) => other.status), ...(contents.length === 0 ? [] : BODILESS)]);
  return REGISTERED[2]?.map(String).find((code) => !others.has(code));
}

export function createStatuses(taken: ReadonlySet<string>, exclude: (name: string) => string): Statuses {
  const used = new Set<string>();
  const nameOf = (key: string): string => {
    const name = key === 'default' ? 'AnyStatus' : `Status${key}`;
    return taken.has(name) ? `${name}_` : name;
  };
  const use = (key: string): string => {
    used.add(key);
    return nameOf(key);
  };

  return {
    of(response, { method, responses }) {
      const { status } = response;
      const key = status === 'default' ? status : status.toUpperCase();
      if (/^\d{3}$/.test(key)) return key;
      const other = responses.map((one) => one.status.toUpperCase()).filter((code) => /^\d/.test(code) && code !== key);
      const covered = other.filter((code) => key === 'default' || (code[0] === key[0] && !code.endsWith('XX')));
      const empty = response.contents.length === 0 || method === 'HEAD' ? [] : BODILESS;
      covered.push(...empty.filter((code) => !covered.includes(code) && (key === 'default' || code[0] === key[0])));
      const names = covered.map((code) => (code.endsWith('XX') ? use(code) : code));
      return names.length === 0 ? use(key) : `${exclude('Exclude')}<${use(key)}, ${names.join(' | ')}>`;
    },
    declarations() {
      if (used.has('default')) for (const digit of Object.keys(REGISTERED)) used.add(`${digit}XX`);
      return [...used]
        .sort()
        .map((key) => declaration(key, nameOf))
        .join('');
    },
  };
}

function declaration(key: string, nameOf: (key: string) => string): string {
  if (key === 'default') {
    const classes = Object.keys(REGISTERED).map((digit) => nameOf(`${digit}XX`));
    return `/** All registered statuses. */\ntype ${nameOf(key)} = ${classes.join(' | ')};\n`;
  }
  const codes = REGISTERED[key.charAt(0)] ?? [];
  return `/** Registered statuses of \`${key}\`. */\ntype ${nameOf(key)} = ${codes.length === 0 ? 'never' : codes.join(' | ')};\n`;
}
