// Checks of the values that requests bring, written by hand from the document.

/** What is wrong with a value, by the path of the member. An empty list is a good value. */
type Wrong = readonly [name: string, reason: string];
export type Check = (value: unknown, name: string) => readonly Wrong[];

export interface Member {
  readonly check: Check;
  readonly required?: boolean;
  /** What a member that is left out becomes. */
  readonly fallback?: unknown;
}
export type Members = Readonly<Record<string, Member>>;

const because =
  (reason: string, isGood: (value: unknown) => boolean): Check =>
  (value, name) =>
    isGood(value) ? [] : [[name, reason]];

/** The days of a month, with the Gregorian leap years. */
function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const EMAIL = new RegExp(`^(?:${ATOM}(?:\\.${ATOM})*|"(?:[ !#-[\\]-~]|\\\\[ -~])*")@(?:${LABEL}(?:\\.${LABEL})*|\\[[0-9A-Fa-f:.IPv]+\\])$`);
const PART = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
const AUTHORITY = `(?:${PART}*@)?(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(?::\\d*)?`;
const URI = new RegExp(`^https?://${AUTHORITY}(?:/${PART}*)*(?:\\?(?:${PART}|[/?])*)?(?:#(?:${PART}|[/?])*)?$`);

/** How the length of a text is counted. */
type Count = (text: string) => number;
export const inCharacters: Count = (text) => [...text].length;
export const inBytes: Count = (text) => Buffer.byteLength(text);
export const inCodeUnits: Count = (text) => text.length;

const isText = (value: unknown): value is string => typeof value === 'string';

export const text = (least: number, most: number, count: Count = inCharacters): Check =>
  because(`must be a text of ${least} to ${most} characters`, (value) => isText(value) && count(value) >= least && count(value) <= most);

export const matching = (pattern: RegExp): Check =>
  because(`must match ${pattern.source}`, (value) => isText(value) && pattern.test(value));

export const day = because('must be a day such as 1912-02-29', (value) => isText(value) && isDay(value));
/** The form of a day alone. */
export const dayForm = because('must be a day such as 1912-02-29', (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value));
export const email = because('must be an email address', (value) => isText(value) && EMAIL.test(value));
export const uri = because('must be the URI of a page', (value) => isText(value) && URI.test(value));
export const flag = because('must be true or false', (value) => typeof value === 'boolean');

export const oneOf = (...values: readonly string[]): Check =>
  because(`must be one of ${values.join(', ')}`, (value) => isText(value) && values.includes(value));

export const whole = (least: number, most: number, step = 1): Check =>
  because(
    `must be a whole number from ${least} to ${most}${step === 1 ? '' : ` in steps of ${step}`}`,
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most && Number(value) % step === 0,
  );

/** Numbers in steps of which so many make one, such as 100 for cents. */
export const inSteps = (least: number, most: number, steps: number): Check =>
  because(
    `must be a number from ${least} to ${most} in steps of ${1 / steps}`,
    (value) => typeof value === 'number' && value >= least && value <= most && Math.round(value * steps) / steps === value,
  );

export const all =
  (...checks: readonly Check[]): Check =>
  (value, name) =>
    checks.flatMap((check) => check(value, name)).slice(0, 1);

export const nullable =
  (check: Check): Check =>
  (value, name) =>
    value === null ? [] : check(value, name);

export const list =
  (least: number, most: number, entry: Check, isUnique = true): Check =>
  (value, name) => {
    if (!Array.isArray(value)) return [[name, 'must be a list']];
    if (value.length < least || value.length > most) return [[name, `must have ${least} to ${most} entries`]];
    if (isUnique && new Set(value).size < value.length) return [[name, 'must not have the same entry twice']];
    return value.flatMap((one: unknown, index) => entry(one, `${name}[${index}]`));
  };

export const object =
  (members: Members): Check =>
  (value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, 'must be an object']];
    const given = value as Readonly<Record<string, unknown>>;
    const pathOf = (member: string): string => (name === '' ? member : `${name}.${member}`);
    const unknown = Object.keys(given).filter((member) => !Object.hasOwn(members, member));
    return [
      ...unknown.map((member): Wrong => [pathOf(member), 'is not known']),
      ...Object.entries(members).flatMap(([member, { check, required }]): readonly Wrong[] => {
        if (Object.hasOwn(given, member)) return check(given[member], pathOf(member));
        return required === true ? [[pathOf(member), 'is missing']] : [];
      }),
    ];
  };

/** A body with what its left out members become. */
export const filled = (members: Members, body: unknown): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(members).flatMap(([name, { fallback }]) => (fallback === undefined ? [] : [[name, structuredClone(fallback)]])),
  ),
  ...(body as object),
});
