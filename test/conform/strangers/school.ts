// The service of school.yaml: a language school with levels, courses and waiting lists.
import { bearerOf, type Call, type Stranger } from './reading.ts';

interface Student {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone?: string | null;
  readonly level: string | null;
  readonly registered_at: string;
}
interface Course {
  readonly id: string;
  readonly title: string;
  readonly level: string;
  readonly starts_on: string;
  readonly seats: number;
}
interface Syllabus {
  readonly topics: readonly string[];
  readonly book?: string;
}
interface Enrolment {
  readonly id: string;
  readonly student_id: string;
  readonly course_id: string;
  readonly status: 'placed' | 'waiting' | 'left';
}

const LEVELS = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'];
const STEPS = [20, 40, 60, 80, 95];
const SCHOOLS: Readonly<Record<string, string>> = { 'lisbon-key': 'lisbon', 'oslo-key': 'oslo', 'lisbon-desk': 'lisbon' };

const error = (status: number, code: string, message = 'It cannot be done.'): Response => Response.json({ code, message }, { status });
const missing = (): Response => error(404, 'missing');

class School {
  readonly students = new Map<string, Student>();
  readonly tests = new Map<string, number>();
  readonly courses = new Map<string, Course>();
  readonly syllabi = new Map<string, Syllabus>();
  readonly enrolments = new Map<string, Enrolment>();

  of(course: Course, status: Enrolment['status']): readonly Enrolment[] {
    return [...this.enrolments.values()].filter((one) => one.course_id === course.id && one.status === status);
  }

  shown(course: Course): Course & { readonly free: number; readonly waiting: number } {
    return { ...course, free: course.seats - this.of(course, 'placed').length, waiting: this.of(course, 'waiting').length };
  }

  enrol(course: Course, student: Student | undefined, id: string): Response {
    if (student === undefined) return error(422, 'no-such-student');
    if (student.level === null || LEVELS.indexOf(student.level) < LEVELS.indexOf(course.level)) return error(422, 'level-too-low');
    const placed = this.of(course, 'placed');
    const waiting = this.of(course, 'waiting');
    if ([...placed, ...waiting].some(({ student_id }) => student_id === student.id)) return error(409, 'already-enrolled');
    const isFree = placed.length < course.seats;
    if (!isFree && waiting.length >= course.seats) return error(409, 'course-full');
    const made: Enrolment = { id, student_id: student.id, course_id: course.id, status: isFree ? 'placed' : 'waiting' };
    this.enrolments.set(id, made);
    return Response.json(made, { status: 201 });
  }

  leave(enrolment: Enrolment): Response {
    const left: Enrolment = { ...enrolment, status: 'left' };
    this.enrolments.set(left.id, left);
    const course = this.courses.get(left.course_id);
    const next = course === undefined ? undefined : this.of(course, 'waiting')[0];
    if (enrolment.status === 'placed' && next !== undefined) this.enrolments.set(next.id, { ...next, status: 'placed' });
    return Response.json(left);
  }
}

export const school: Stranger = {
  file: 'school.yaml',
  basePath: '/lingua',
  account: (request) => {
    const token = bearerOf(request);
    return token !== undefined && Object.hasOwn(SCHOOLS, token) ? token : undefined;
  },
  refusal: (status, text) => error(status, status === 404 ? 'missing' : 'invalid', text),
  make: () => {
    const schools = new Map<string, School>();
    let last = 0;
    const id = (prefix: string): string => `${prefix}_${(++last * 7919).toString(36)}`;
    const of = ({ account }: Call): School => {
      const name = SCHOOLS[account] ?? '';
      const known = schools.get(name) ?? new School();
      schools.set(name, known);
      return known;
    };
    /** Refuses what the reception may not do. */
    const writing =
      (act: (call: Call, school: School) => Response) =>
      (call: Call): Response =>
        call.account.endsWith('desk') ? error(403, 'read-only') : act(call, of(call));
    const withStudent = (act: (student: Student, call: Call, school: School) => Response) => (call: Call, at: School) => {
      const student = at.students.get(call.path.studentId ?? '');
      return student === undefined ? missing() : act(student, call, at);
    };
    const withCourse = (act: (course: Course, call: Call, school: School) => Response) => (call: Call, at: School) => {
      const course = at.courses.get(call.path.courseId ?? '');
      return course === undefined ? missing() : act(course, call, at);
    };
    const withEnrolment = (act: (enrolment: Enrolment, school: School) => Response) => (call: Call, at: School) => {
      const enrolment = at.enrolments.get(call.path.enrolmentId ?? '');
      return enrolment === undefined ? missing() : act(enrolment, at);
    };
    const reading = (act: (call: Call, school: School) => Response) => (call: Call) => act(call, of(call));

    return {
      registerStudent: writing(({ body }, { students }) => {
        const { name, email, ...rest } = body as { readonly name: string; readonly email: string };
        const before = [...students.values()].find((one) => one.email === email.toLowerCase());
        if (before !== undefined) return Response.json(before);
        const fields = { ...rest, name: name.trim(), email: email.toLowerCase() };
        const made: Student = { ...fields, id: id('stu'), level: null, registered_at: new Date().toISOString() };
        students.set(made.id, made);
        return Response.json(made, { status: 201, headers: { location: `/lingua/students/${made.id}` } });
      }),
      getStudent: reading(withStudent((student) => Response.json(student))),
      amendStudent: writing(
        withStudent((student, { body }, { students }) => {
          const { name = student.name, ...rest } = body as { readonly name?: string };
          const { phone, ...changed } = { ...student, ...rest, name: name.trim() };
          const kept: Student = phone === null || phone === undefined ? changed : { ...changed, phone };
          students.set(student.id, kept);
          return Response.json(kept);
        }),
      ),
      recordTest: writing(
        withStudent((student, { body }, { students, tests }) => {
          const points = Number(body.points);
          const level = LEVELS[STEPS.filter((step) => points >= step).length] ?? '';
          const attempt = (tests.get(student.id) ?? 0) + 1;
          tests.set(student.id, attempt);
          students.set(student.id, { ...student, level });
          return Response.json({ points, level, attempt }, { status: 201 });
        }),
      ),
      listCourses: reading(({ query }, at) => {
        const { limit = 25, after, level } = query as { readonly limit?: number; readonly after?: string; readonly level?: string };
        const all = [...at.courses.values()]
          .filter((one) => level === undefined || one.level === level)
          .sort((one, other) => (one.starts_on < other.starts_on ? -1 : Number(one.starts_on > other.starts_on)));
        const from = after === undefined ? 0 : all.findIndex((one) => one.id === after);
        if (from < 0) return error(400, 'invalid', 'There is no such page.');
        const next = all[from + limit];
        return Response.json({
          courses: all.slice(from, from + limit).map((one) => at.shown(one)),
          ...(next === undefined ? {} : { next: next.id }),
        });
      }),
      planCourse: writing(({ body }, at) => {
        const made = { seats: 12, ...body, id: id('crs') } as unknown as Course;
        if (made.starts_on < '2020-01-01') return error(422, 'too-early');
        at.courses.set(made.id, made);
        return Response.json(at.shown(made), { status: 201 });
      }),
      getCourse: reading(withCourse((course, _call, at) => Response.json(at.shown(course)))),
      getSyllabus: reading(
        withCourse((course, _call, { syllabi }) => {
          const syllabus = syllabi.get(course.id);
          return syllabus === undefined ? missing() : Response.json({ ...syllabus, lessons: syllabus.topics.length });
        }),
      ),
      writeSyllabus: writing(
        withCourse((course, { body }, { syllabi }) => {
          const status = syllabi.has(course.id) ? 200 : 201;
          const syllabus = body as unknown as Syllabus;
          syllabi.set(course.id, syllabus);
          return Response.json({ ...syllabus, lessons: syllabus.topics.length }, { status });
        }),
      ),
      enrol: writing(withCourse((course, { body }, at) => at.enrol(course, at.students.get(String(body.student_id)), id('enr')))),
      listEnrolments: reading(
        withCourse((course, _call, at) =>
          Response.json({ enrolments: [...at.of(course, 'placed'), ...at.of(course, 'waiting'), ...at.of(course, 'left')] }),
        ),
      ),
      getEnrolment: reading(withEnrolment((enrolment) => Response.json(enrolment))),
      leave: writing(withEnrolment((enrolment, at) => at.leave(enrolment))),
    };
  },
};
