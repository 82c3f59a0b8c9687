// Who sends the requests of the probes, and what many of them send.
import { client, type Got, type Send } from '../../client.ts';
import type { Item, Probes as ProbesOf } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly harbour: Send;
  readonly hill: Send;
  readonly teacher: Send;
  readonly stranger: Send;
  /** The office of the first school, which names the other one. */
  readonly astray: Send;
}

export type Probes = ProbesOf<Callers>;

/** The callers of a service at this address. */
export function callers(url: string): Callers {
  const as = ({ school, key }: { readonly school: string; readonly key: string }): Send =>
    client(url, { 'x-school': school, 'x-school-key': key });
  const { harbour, hill, teacher } = credentials;
  return {
    harbour: as(harbour),
    hill: as(hill),
    teacher: as(teacher),
    stranger: client(url, {}),
    astray: as({ ...harbour, school: hill.school }),
  };
}

/** The id of a thing that is there at first. */
export const id = (end: string): string => `01JC00000000000000000000${end}`;

/** A body. */
export const body = (type: string, attributes: object): { readonly body: object } => ({ body: { data: { type, attributes } } });

/** The attributes of the thing of an answer. */
export const shown = ({ data }: Got): Item => (data.attributes ?? {}) as Item;
export const idOf = ({ data }: Got): string => String(data.id);

export const subject = { slug: 'pottery', title: 'Pottery' };
export const teacher = { name: 'Ines Aguilar', email: 'ines@school.example', subjects: ['spanish'] };
export const course = {
  title: 'Spanish for travellers',
  subject: 'spanish',
  teacherId: id('T1'),
  startsOn: '2040-03-05',
  endsOn: '2040-06-25',
  seats: 12,
  fee: { minor: 10_000, currency: 'EUR' },
  state: 'open',
  delivery: { mode: 'onsite', room: 'B12', wheelchairs: true },
};
export const learner = { givenName: 'Zoë', familyName: 'Kühn', email: 'zoe@home.example', bornOn: '1988-02-29' };
export const address = { lines: ['4 Canal Lane'], city: 'Dublin', country: 'IE' };
export const lesson = { topic: 'Shade', startsAt: '2040-02-13T17:00:00Z', minutes: 90 };
export const payment = { amount: { minor: 5000, currency: 'EUR' }, method: 'cash', paidOn: '2039-12-01' };
export const assignment = { title: 'Draw a window', points: 20, dueAt: '2040-02-27T22:00:00Z' };
export const work = { enrolmentId: id('E2'), files: [{ name: 'a.pdf', url: 'https://files.example/a.pdf' }] };

export const plan = (send: Send, others: object = {}): Promise<Got> => send('POST', '/courses', body('courses', { ...course, ...others }));
export const hire = (send: Send, others: object = {}): Promise<Got> =>
  send('POST', '/teachers', body('teachers', { ...teacher, ...others }));
export const join = (send: Send, others: object = {}): Promise<Got> =>
  send('POST', '/learners', body('learners', { ...learner, ...others }));
export const teach = (send: Send, others: object = {}, end = 'C1'): Promise<Got> =>
  send('POST', `/courses/${id(end)}/lessons`, body('lessons', { ...lesson, ...others }));
export const attend = (send: Send, entries: readonly object[], end = 'S1'): Promise<Got> =>
  send('PUT', `/lessons/${id(end)}/attendance`, body('attendances', { entries }));
export const enrol = (send: Send, courseId: string, end: string, others: object = {}): Promise<Got> =>
  send('POST', '/enrolments', body('enrolments', { courseId, learnerId: id(end), ...others }));
export const pay = (send: Send, enrolmentId: string, reference: string, others: object = {}): Promise<Got> =>
  send('PUT', `/enrolments/${enrolmentId}/payments/${reference}`, body('payments', { ...payment, ...others }));
export const withdraw = (send: Send, enrolmentId: string): Promise<Got> => send('POST', `/enrolments/${enrolmentId}/withdraw`);
export const change = (send: Send, courseId: string, attributes: object, headers: Record<string, string> = {}): Promise<Got> =>
  send('PATCH', `/courses/${courseId}`, { ...body('courses', attributes), headers });
export const cancel = (send: Send, courseId: string): Promise<Got> =>
  send('POST', `/courses/${courseId}/cancel`, body('cancellations', { reason: 'The teacher is ill.' }));
export const enrolment = async (send: Send, enrolmentId: string): Promise<Item> => shown(await send('GET', `/enrolments/${enrolmentId}`));

/** A course with one seat, which the first learner has, and one who waits for each other learner. */
export async function crowd(send: Send, ...waiting: readonly string[]): Promise<{ readonly courseId: string; readonly ids: string[] }> {
  const courseId = idOf(await plan(send, { seats: 1 }));
  const ids: string[] = [];
  for (const end of ['R1', ...waiting]) ids.push(idOf(await enrol(send, courseId, end)));
  return { courseId, ids };
}

/** Whether an answer has a status. */
export const gives = async (got: Promise<Got>, status = 422): Promise<boolean> => (await got).status === status;
