// Reviewers and their reviews.
import { isSameText } from '../../texts.ts';
import type { Foundation } from '../store.ts';
import type { Application, Criterion, Review, Reviewer, ReviewInput } from '../things.ts';
import { round } from '../views.ts';
import { conflict, found, invalid } from '../wire.ts';
import type { Part } from './call.ts';

const criteriaOf = (foundation: Foundation, { roundId }: Application): readonly Criterion[] =>
  found(foundation.programmes, found(foundation.rounds, roundId).programmeId).criteria;

export const reviews: Part = (store, faults) => {
  function checkScores(criteria: readonly Criterion[], scores: ReviewInput['scores']): void {
    const isMissing = criteria.some(({ key }) => !Object.hasOwn(scores, key));
    const isUnknown = Object.keys(scores).some((name) => criteria.every(({ key }) => key !== name));
    if (isMissing || isUnknown) throw invalid('scores', 'must have a score for each criterion of the programme, and no other');
  }

  function weighted(criteria: readonly Criterion[], scores: ReviewInput['scores']): number {
    const given = criteria.filter(({ key }) => Object.hasOwn(scores, key));
    const weightOf = ({ weight }: Criterion): number => (faults.has('scores-without-weights') ? 1 : weight);
    const sum = given.reduce((total, one) => total + (scores[one.key] ?? 0) * weightOf(one), 0);
    return round(sum / given.reduce((total, one) => total + weightOf(one), 0));
  }

  function checkConflicts(foundation: Foundation, conflicts: readonly string[]): void {
    const known = faults.has('conflict-in-another-foundation') ? store.all() : [foundation];
    const unknown = conflicts.findIndex((id) => known.every(({ organisations }) => !organisations.has(id)));
    if (unknown >= 0) throw invalid(`conflicts.${unknown}`, 'must be an organisation');
  }

  return {
    createReviewer: ({ foundation, input }) => {
      const given = input<Omit<Reviewer, 'id'>>();
      checkConflicts(foundation, given.conflicts);
      if ([...foundation.reviewers.values()].some(({ email }) => isSameText(email, given.email)))
        throw conflict('email_taken', 'Another reviewer has the email address.');
      const reviewer: Reviewer = { id: store.id(), ...given };
      foundation.reviewers.set(reviewer.id, reviewer);
      return { status: 201, body: reviewer };
    },

    writeReview: ({ foundation, id, by, input }) => {
      const given = input<ReviewInput>();
      const application = found(foundation.applications, id('number'));
      const { id: reviewerId, conflicts } = found(foundation.reviewers, id('reviewerId'));
      if (application.state !== 'submitted' && application.state !== 'in-review')
        throw conflict('wrong_state', 'The application is neither submitted nor in review.');
      if (conflicts.includes(application.organisationId) && !faults.has('review-despite-conflict'))
        throw conflict('conflict_of_interest', 'The reviewer has a conflict of interest with the organisation.');
      const criteria = criteriaOf(foundation, application);
      checkScores(criteria, given.scores);
      const isInReview = application.state === 'in-review';
      const reviewed = isInReview ? application : store.move(foundation, application, 'in-review', by);
      const writtenAt = store.now();
      const review: Review = { reviewerId, ...given, weightedScore: weighted(criteria, given.scores), writtenAt };
      const isReplaced = application.reviews.some((one) => one.reviewerId === reviewerId);
      const others = application.reviews.filter((one) => one.reviewerId !== reviewerId || faults.has('replaced-review-stays'));
      foundation.applications.set(reviewed.number, { ...reviewed, reviews: [...others, review], updatedAt: writtenAt });
      return { status: isReplaced ? 200 : 201, body: review };
    },
  };
};
