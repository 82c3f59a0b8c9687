// Learners.
import { isSameText } from '../../texts.ts';
import type { Store } from '../store.ts';
import type { Learner, LearnerInput } from '../things.ts';
import { conflict } from '../wire.ts';
import { type Faults, found, type Handlers, type Resource, reply, resource } from './call.ts';

/** A learner as later answers show it: without the code. */
function look({ accessCode, ...learner }: Learner, faults: Faults): Resource {
  const { id: _, createdAt: __, updatedAt: ___, ...own } = learner;
  return resource('learners', learner, faults.has('access-code-shown-again') ? { ...own, accessCode } : own);
}

/** A name as a fault keeps it: accents as characters of their own. */
const nameOf = (name: string, faults: Faults): string => (faults.has('names-decomposed') ? name.normalize('NFD') : name);

export const learners = (store: Store, faults: Faults): Handlers => ({
  createLearner: ({ school, input }) => {
    const given = input<LearnerInput>();
    const isSame = (email: string): boolean =>
      faults.has('email-unique-by-case') ? email === given.email : isSameText(email, given.email);
    if ([...school.learners.values()].some(({ email }) => isSame(email))) throw conflict('Another learner has the email.');
    const learner = { ...store.thing(), ...given, givenName: nameOf(given.givenName, faults), accessCode: store.accessCode() };
    school.learners.set(learner.id, learner);
    const { attributes, ...shown } = look(learner, faults);
    const location = `/learners/${learner.id}`;
    return reply({ ...shown, attributes: { ...attributes, accessCode: learner.accessCode } }, 201, { location });
  },
  getLearner: ({ school, id }) => {
    const learner = school.learners.get(id('learnerId'));
    if (learner === undefined && faults.has('unknown-learner-breaks')) throw new TypeError('There is no learner.');
    return reply(look(found(school.learners, id('learnerId')), faults));
  },
});
