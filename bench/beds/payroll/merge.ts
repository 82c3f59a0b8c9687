// Merge patches, and the rules of an employee that they could break.
import { sameDayAfter } from './days.ts';
import type { Faults } from './handlers/call.ts';
import type { Account, Employee } from './store.ts';
import { invalid } from './wire.ts';

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON merge patch (RFC 7396). */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const found = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) found.delete(name);
    else found.set(name, merged(found.get(name), value));
  }
  return Object.fromEntries(found);
}

/** What a member is after null has taken it away. */
const DEFAULTS = { email: null, birthday: null, taxRate: 20, languages: [], address: null, labels: {}, notes: null };

export const patched = (employee: Employee, patch: Members): Employee => {
  const { account, ...others } = employee;
  return {
    ...DEFAULTS,
    ...(merged(others, patch) as Omit<Employee, 'account'>),
    leavesOn: employee.leavesOn,
    account: account as Account | null,
  };
};

/** The day of the 15th birthday. */
function birthdayOf(birthday: string, faults: Faults): string {
  const isLeapDay = birthday.endsWith('-02-29');
  if (faults.has('leap-birthday-in-february') && isLeapDay) return sameDayAfter(birthday, 180, false);
  return sameDayAfter(birthday, 180, isLeapDay);
}

/** Refuses an employee that the rules do not allow. */
export function requireSound({ birthday, hiredOn, firstName, lastName, address, labels }: Employee, faults: Faults): void {
  const isOld = (day: string): boolean =>
    day <= '9984-12-31' &&
    (faults.has('age-by-years') ? Number(hiredOn.slice(0, 4)) - Number(day.slice(0, 4)) >= 15 : birthdayOf(day, faults) <= hiredOn);
  if (birthday !== null && !isOld(birthday)) throw invalid('/birthday', 'is less than 15 years before the day of hiring');
  const missing = ['street', 'city', 'country'].find((name) => address !== null && !Object.hasOwn(address, name));
  if (missing !== undefined) throw invalid(`/address/${missing}`, 'is missing');
  const most = faults.has('patch-adds-any-labels') ? Number.POSITIVE_INFINITY : 8;
  if (Object.keys(labels).length > most) throw invalid('/labels', 'has more than eight members');
  const isLong = faults.has('names-count-in-code-units') && (firstName.length > 60 || lastName.length > 60);
  if (isLong) throw invalid('/lastName', 'is too long');
}
