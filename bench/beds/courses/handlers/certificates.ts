// Certificates of learners who attended and paid.
import type { Reply } from '../../http.ts';
import type { School, Store } from '../store.ts';
import { type Certificate, type Enrolment, isPresent } from '../things.ts';
import { conflict } from '../wire.ts';
import { type Faults, found, type Handlers, reply, resource } from './call.ts';
import { balanceOf } from './money.ts';

function answer(school: School, { courseId, learnerId }: Enrolment, certificate: Certificate, status: number): Reply {
  const { language, number, lessonsAttended } = certificate;
  const { givenName, familyName } = found(school.learners, learnerId);
  const learnerName = `${givenName} ${familyName}`;
  const courseTitle = found(school.courses, courseId).title;
  return reply(resource('certificates', certificate, { language, number, learnerName, courseTitle, lessonsAttended }), status);
}

/** In how many lessons a learner was, of those whose attendance was taken. */
function attendanceOf(school: School, { id, courseId }: Enrolment): { readonly attended: number; readonly taken: number } {
  const taken = school.lessonsOf(courseId).filter(({ attendance }) => attendance.length > 0);
  const was = taken.filter(({ attendance }) => attendance.some((entry) => entry.enrolmentId === id && isPresent(entry)));
  return { attended: was.length, taken: taken.length };
}

/** Refuses a learner who has not earned a certificate, and gives the lessons of one who has. */
function earned(school: School, enrolment: Enrolment, faults: Faults): number {
  if (enrolment.state !== 'enrolled') throw conflict('The learner is not enrolled.');
  if (balanceOf(enrolment) > 0 && !faults.has('certificate-without-payment')) throw conflict('The fee is not paid.');
  const { attended, taken } = attendanceOf(school, enrolment);
  if (taken === 0 || attended * 100 < taken * 80) throw conflict('The learner was in too few lessons.');
  return attended;
}

export const certificates = (store: Store, faults: Faults): Handlers => ({
  issueCertificate: ({ school, id, input }) => {
    const enrolment = found(school.enrolments, id('enrolmentId'));
    const { language } = input<{ readonly language: string }>();
    const known = enrolment.certificate;
    if (known !== undefined) return answer(school, enrolment, known, 200);
    const certificate = {
      ...store.thing(),
      language,
      number: store.certificateNumber(),
      lessonsAttended: earned(school, enrolment, faults),
    };
    enrolment.certificate = certificate;
    enrolment.updatedAt = certificate.createdAt;
    return answer(school, enrolment, certificate, 201);
  },
});
