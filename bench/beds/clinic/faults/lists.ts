// Faults of lists.
import type { Row } from '../../bed.ts';

export const lists: readonly Row[] = [
  ['offset-counts-pages', 'all lists', 'The offset skips as many pages.'],
  ['total-of-the-page', 'all lists', 'The total counts the things of the page.'],
  ['next-link-after-the-end', 'all lists', 'A full last page has a link to the next one.'],
  ['links-drop-filters', 'all lists', 'Links lack the filters and the order.'],
  ['ties-newest-first', 'all lists', 'Things that are equal in the order come by id from the highest on.'],
  ['search-minds-case', 'listPatients, listPractitioners', 'The search minds upper and lower case.'],
  ['search-has-wildcards', 'listPatients, listPractitioners', 'The search takes % and _ as wildcards.'],
  ['active-false-ignored', 'listPractitioners', 'The filter active=false is ignored.'],
  ['equipment-any-of', 'listRooms', 'Rooms with one of the wanted things are listed.'],
  ['born-to-excluded', 'listPatients', 'The last day of birth is left out.'],
  ['status-first-only', 'listAppointments', 'The filter minds its first status only.'],
  ['sort-birth-never-down', 'listPatients', 'The order -birthDate is that of birthDate.'],
];
