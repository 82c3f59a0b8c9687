// Answers HEAD with what GET would answer: the sender leaves the body out, and tells its length (RFC 9110 section 8.6).
import type { EngineAsk, EngineOutcome } from './protocol.ts';

/** The outcome of a request; that of HEAD with the body of GET, where both have the same status. `answered` answers one request. */
export async function withBodyOfGet(ask: EngineAsk, answered: (ask: EngineAsk) => Promise<EngineOutcome>): Promise<EngineOutcome> {
  const outcome = await answered(ask);
  if (ask.request.method !== 'HEAD' || ask.given !== undefined || outcome.kind !== 'answer' || outcome.answer.status !== 200)
    return outcome;
  if ((outcome.answer.body?.length ?? 0) > 0) return outcome;
  const whole = await answered({ ...ask, request: { ...ask.request, method: 'GET' } });
  if (whole.kind !== 'answer' || whole.answer.status !== 200 || whole.answer.body === undefined) return outcome;
  return { ...outcome, answer: { ...outcome.answer, body: whole.answer.body } };
}
