// Checks of values that services make themselves, without reading their documents.

export type At = readonly (string | number)[];

/** What is wrong with a value, and where it is. */
export interface Problem {
  readonly at: At;
  readonly text: string;
}

/** What is wrong with a value at a place. */
export type Check = (value: unknown, at: At) => readonly Problem[];

type Members = Readonly<Record<string, unknown>>;

const wrong = (at: At, text: string): readonly Problem[] => [{ at, text }];
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The length of a text as JSON Schema counts it: in code points. */
const lengthOf = (text: string): number => [...text].length;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Whether a text is a day that a calendar has, as RFC 3339 writes it. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const days = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/i;

/** Whether a text is an instant with its offset, as RFC 3339 writes it. A leap second is the last one of a day in UTC. */
export function isInstant(text: string): boolean {
  const [, day = '', hour = '', minute = '', second = '', sign, offsetHour = '0', offsetMinute = '0'] = INSTANT.exec(text) ?? [];
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false;
  if (Number(second) < 60) return true;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const inUtc = (Number(hour) * 60 + Number(minute) - offset + 2880) % 1440;
  return Number(second) === 60 && inUtc === 1439;
}

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** A test that the format of the text has, and its name. */
  readonly is?: readonly [(text: string) => boolean, string];
}

export const text =
  ({ min = 0, max = Number.POSITIVE_INFINITY, pattern, is }: TextLimits): Check =>
  (value, at) => {
    if (typeof value !== 'string') return wrong(at, 'must be a string');
    const length = lengthOf(value);
    if (length < min) return wrong(at, `must have at least ${min} characters`);
    if (length > max) return wrong(at, `must have at most ${max} characters`);
    if (pattern !== undefined && !pattern.test(value)) return wrong(at, `must match ${pattern.source}`);
    return is === undefined || is[0](value) ? [] : wrong(at, `must be a ${is[1]}`);
  };

export const day: Check = text({ is: [isDay, 'date'] });
export const moment: Check = text({ is: [isInstant, 'date and time with an offset'] });

export const whole =
  (min: number, max: number): Check =>
  (value, at) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return wrong(at, 'must be an integer');
    return value < min || value > max ? wrong(at, `must be from ${min} to ${max}`) : [];
  };

export const flag: Check = (value, at) => (typeof value === 'boolean' ? [] : wrong(at, 'must be true or false'));

export const among =
  (...values: readonly string[]): Check =>
  (value, at) =>
    typeof value === 'string' && values.includes(value) ? [] : wrong(at, `must be one of ${values.join(', ')}`);

export const orNull =
  (check: Check): Check =>
  (value, at) =>
    value === null ? [] : check(value, at);

interface ListLimits {
  readonly min?: number;
  readonly max: number;
  /** Texts of a list that must differ. */
  readonly unique?: boolean;
}

export const listOf =
  (check: Check, { min = 0, max, unique = false }: ListLimits): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return wrong(at, 'must be an array');
    if (value.length < min || value.length > max) return wrong(at, `must have ${min} to ${max} items`);
    const problems = value.flatMap((item, index) => check(item, [...at, index]));
    if (problems.length > 0 || !unique || new Set(value).size === value.length) return problems;
    return wrong(at, 'must not repeat an item');
  };

interface ShapeLimits {
  /** Whether members that the shape does not have are taken. */
  readonly open?: boolean;
  /** How many members there must be at least. */
  readonly least?: number;
}

export const shape =
  (needed: Readonly<Record<string, Check>>, other: Readonly<Record<string, Check>> = {}, limits: ShapeLimits = {}): Check =>
  (value, at) => {
    if (!isMembers(value)) return wrong(at, 'must be an object');
    const names = Object.keys(value);
    if (names.length < (limits.least ?? 0)) return wrong(at, `must have at least ${limits.least} member`);
    const all = { ...needed, ...other };
    const missing = Object.keys(needed).filter((name) => !Object.hasOwn(value, name));
    return [
      ...missing.flatMap((name) => wrong([...at, name], 'is missing')),
      ...names.flatMap((name) => {
        const check = Object.hasOwn(all, name) ? all[name] : undefined;
        if (check !== undefined) return check(value[name], [...at, name]);
        return limits.open === true ? [] : wrong([...at, name], 'is not known');
      }),
    ];
  };

/** A value whose shape depends on one of its members. */
export const byMember =
  (name: string, shapes: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    if (!isMembers(value)) return wrong(at, 'must be an object');
    const key = Object.hasOwn(value, name) ? value[name] : undefined;
    const check = typeof key === 'string' && Object.hasOwn(shapes, key) ? shapes[key] : undefined;
    return check === undefined ? wrong([...at, name], `must be one of ${Object.keys(shapes).join(', ')}`) : check(value, at);
  };
