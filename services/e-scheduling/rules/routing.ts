// Decides where a submission of a routing form leads.

import type { RoutedToMessage, RoutedToUrl, SubmissionAnswer } from '@octavo/interfaces/e-scheduling';

/** Where a submission leads. An event type is kept by its identifier, since its URI depends on who reads it. */
export type Destination = { readonly type: 'event_type'; readonly id: string } | RoutedToUrl | RoutedToMessage;

/** A rule of a form: submissions with this answer lead there. A rule without a question holds for all. */
export interface RouteRule {
  /** Identifier of the question. */
  readonly question?: string;
  readonly answer?: string;
  readonly to: Destination;
}

const NOWHERE: Destination = { type: 'custom_message', value: { headline: 'Thank you!', body: 'We will be in touch.' } };

/** Follows the first rule that holds. */
export function destinationOf(rules: readonly RouteRule[], answers: readonly SubmissionAnswer[]): Destination {
  const holds = ({ question, answer }: RouteRule) =>
    question === undefined || answers.some((given) => given.question_uuid === question && given.answer === answer);
  return rules.find(holds)?.to ?? NOWHERE;
}
