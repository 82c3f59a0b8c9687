// What each school has at first.
import { type School, Store } from './store.ts';
import type { Course, Enrolment, Learner, Teacher, Thing } from './things.ts';

const idOf = (end: string): string => `01JC00000000000000000000${end}`;

/** Puts things into a map by their ids. */
function put<T extends Thing>(map: Map<string, T>, store: Store, end: string, own: Omit<T, keyof Thing>): void {
  const thing = { ...store.thing(idOf(end)), ...own } as T;
  map.set(thing.id, thing);
}

const teacher = (name: string, subjects: readonly string[], others: Partial<Teacher> = {}): Omit<Teacher, keyof Thing> => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@school.example`,
  subjects,
  hours: [],
  biography: null,
  homepage: null,
  active: true,
  ...others,
});

const course = (title: string, subject: string, teacherId: string, others: Partial<Course> = {}): Omit<Course, keyof Thing> => ({
  title,
  subject,
  level: 'beginner',
  description: null,
  teacherId: idOf(teacherId),
  startsOn: '2040-02-06',
  endsOn: '2040-04-30',
  seats: 12,
  minimumAge: 18,
  fee: { minor: 18_000, currency: 'EUR' },
  instalments: 2,
  state: 'open',
  tags: [],
  delivery: { mode: 'onsite', room: 'A7' },
  cancelReason: null,
  ...others,
});

const learner = (givenName: string, familyName: string, bornOn: string): Omit<Learner, keyof Thing> => ({
  givenName,
  familyName,
  email: `${givenName.toLowerCase()}@home.example`,
  bornOn,
  phone: null,
  accessCode: '40917532',
});

const enrolment = (courseEnd: string, learnerEnd: string): Omit<Enrolment, keyof Thing> => ({
  courseId: idOf(courseEnd),
  learnerId: idOf(learnerEnd),
  discountPercent: 0,
  fee: { minor: 18_000, currency: 'EUR' },
  hasWaited: false,
  payments: [],
  state: 'enrolled',
  refund: 0,
});

function subject(store: Store, school: School, slug: string, title: string): void {
  school.subjects.set(slug, { ...store.thing(), slug, title });
}

function fillHarbour(store: Store): void {
  const { harbour } = store;
  subject(store, harbour, 'drawing', 'Drawing');
  subject(store, harbour, 'spanish', 'Spanish');
  subject(store, harbour, 'photography', 'Photography');
  subject(store, harbour, 'chess', 'Chess');
  put(harbour.teachers, store, 'T1', teacher('Mateo Ruiz', ['spanish', 'photography'], { biography: 'From Cádiz.' }));
  put(harbour.teachers, store, 'T2', teacher('Hanna Vogt', ['drawing'], { hours: [{ weekday: 1, from: '16:00', until: '21:00' }] }));
  put(harbour.teachers, store, 'T3', teacher('Paul Ames', ['drawing'], { active: false }));
  const drawing = course('Drawing for all', 'drawing', 'T2', { description: 'Pencil and paper.', tags: ['evening'] });
  put(harbour.courses, store, 'C1', drawing);
  put(harbour.courses, store, 'C2', course('Spanish in spring', 'spanish', 'T1', { startsOn: '2040-03-01', seats: 2, tags: ['travel'] }));
  put(harbour.courses, store, 'C3', course('Night pictures', 'photography', 'T1', { state: 'draft', minimumAge: 16 }));
  put(harbour.learners, store, 'R1', learner('Ada', 'Stern', '1990-05-17'));
  put(harbour.learners, store, 'R2', learner('Bela', 'Nagy', '1984-11-02'));
  put(harbour.learners, store, 'R3', learner('Cara', 'Lindqvist', '2001-01-30'));
  put(harbour.enrolments, store, 'E1', enrolment('C1', 'R1'));
  put(harbour.enrolments, store, 'E2', enrolment('C1', 'R2'));
  const first = { topic: 'Lines', startsAt: '2040-02-06T17:00:00.000Z', minutes: 90, room: 'A7', courseId: idOf('C1'), attendance: [] };
  put(harbour.lessons, store, 'S1', first);
  put(harbour.lessons, store, 'S2', { ...first, topic: 'Planes', startsAt: '2040-02-20T17:00:00.000Z' });
  const own = { title: 'Draw a chair', instructions: 'In pencil.', points: 20, dueAt: '2040-02-18T20:00:00.000Z', allowsLate: false };
  put(harbour.assignments, store, 'A1', { ...own, courseId: idOf('C1'), version: 1 });
  const work = { files: [{ name: 'chair.pdf', url: 'https://files.example/c/1.pdf' }], late: false, grade: null, feedback: null };
  put(harbour.submissions, store, 'W1', { ...work, enrolmentId: idOf('E1'), assignmentId: idOf('A1') });
}

function fillHill(store: Store): void {
  const { hill } = store;
  subject(store, hill, 'cooking', 'Cooking');
  put(hill.teachers, store, 'T8', teacher('Olga Brandt', ['cooking']));
  put(hill.courses, store, 'C8', course('Soups', 'cooking', 'T8'));
  put(hill.learners, store, 'R8', learner('Dario', 'Conti', '1979-08-08'));
  put(hill.enrolments, store, 'E8', enrolment('C8', 'R8'));
}

export function createStore(): Store {
  const store = new Store();
  fillHarbour(store);
  fillHill(store);
  return store;
}
