// Probes of lists.
import type { Send } from '../../client.ts';
import { joined, of } from '../../probes.ts';
import { CLASSES, elementsOf, type SchoolProbes } from './callers.ts';

const found = async (send: Send, path: string, name: string): Promise<string> => joined(elementsOf(await send('GET', path)), name);

/** Whether a list has these values of a member, in their order. */
const has =
  (path: string, name: string, values: string): SchoolProbes[string] =>
  async ({ office }) =>
    (await found(office, path, name)) === values;

export const listProbes: SchoolProbes = {
  'pupils-pages-overlap': has('/pupils?skip=2&limit=2', 'lastName', 'Ostrow,Voss'),
  'absences-total-of-page': async ({ office }) => of(await office('GET', '/absences?limit=1')).total === 3,
  'trips-full-last-page': async ({ office }) => of(await office('GET', '/trips?limit=2')).isLastPage === true,
  'classes-beyond-end': async ({ office }) => (await office('GET', '/classes?skip=50')).status === 200,
  'pupils-born-desc': has('/pupils?sort=bornOn:desc', 'firstName', 'Mia,Tom,Lena,Emil'),
  'pupils-q-case': has('/pupils?q=mI', 'firstName', 'Mia,Emil'),
  'born-to-before': has('/pupils?bornTo=2010-12-24', 'firstName', 'Emil'),
  'absences-first-status': has('/absences?status=open,excused', 'status', 'excused,open'),
  'absences-last-day': has('/absences?onDay=2040-01-12', 'status', 'open'),
  'departs-before-or-at': has('/trips?departsBefore=2040-05-02T06:00:00Z', 'id', ''),
  'departs-from-offset': has('/trips?departsFrom=2040-06-10T08:00:00%2B02:00', 'id', 'triplake2222'),
  'classes-filters-either': has('/classes?year=2038-39&grade=7', 'id', ''),
  'lessons-days-by-name': async ({ office }) => {
    const path = `/classes/${CLASSES.seven}/lessons`;
    const lesson = { weekday: 'friday', period: 1, subject: 'MAT', teacher: 'KRE' };
    await office('POST', path, { body: lesson });
    return (await found(office, path, 'weekday')) === 'monday,tuesday,friday';
  },
};
