// Finds by their names the members with the time of creation and of the last change.
import { plain } from './names.ts';

const MADE = /^(?:created?|creation|inserted|added|date(?:created|added)|timecreated)(?:at|on|date|time|datetime|timestamp)?$/;
const CHANGED =
  /^(?:(?:last)?(?:updated?|modified|changed|modification)(?:at|on|date|time|datetime|timestamp)?|date(?:updated|modified|changed))$/;

export function isTimeOfCreation(member: string): boolean {
  return MADE.test(plain(member));
}

export function isTimeOfChange(member: string): boolean {
  return CHANGED.test(plain(member));
}
