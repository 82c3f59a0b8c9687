// Says which patterns of a document are slow, with what texts, what validators do about them, and what to write instead.

import type { Problem } from '../base/problem.ts';
import { count } from '../base/words.ts';
import type { SlowPattern } from '../model/schema/patterns.ts';
import type { Service } from '../model/service.ts';
import { keyOf, verdictsOn } from './verdicts.ts';
import type { Verdict } from './worker.ts';

export async function patternProblems(service: Service, { root }: { root: string }): Promise<Problem[]> {
  const slow = service.slowPatterns;
  const [first] = slow;
  if (first === undefined) return [];
  const problems: Problem[] = [];
  const verdicts = await verdictsOn(slow, root);
  if (verdicts === undefined) {
    problems.push({
      code: 'pattern-unchecked',
      severity: 'note',
      message: `The time to match ${count(new Set(slow.map(keyOf)).size, 'pattern')} may grow faster than the text.`,
      fix: 'Run `npm i -D recheck`: `octavo lint` then says which ones, and for what texts.',
      location: first.location,
    });
  }
  for (const one of slow) {
    const problem = problemOf(one, verdicts?.get(keyOf(one)), verdicts !== undefined);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/** Undefined where there is nothing to say: recheck finds the pattern safe, or nothing but the screen knows of it. */
function problemOf(
  { pattern, growth, engine, location }: SlowPattern,
  verdict: Verdict | undefined,
  isChecked: boolean,
): Problem | undefined {
  const isVulnerable = verdict?.status === 'vulnerable';
  // Where the text is bounded, verdicts are not those of the document, whatever recheck says.
  if (!isVulnerable && engine.kind !== 'bounded' && (!isChecked || verdict?.status === 'safe')) return undefined;
  const grows = growth.kind === 'exponential' ? 'may double with each character' : 'grows as a power of the length of the text';
  const known = verdict?.degree === undefined ? grows : `grows with the length of the text to the power of ${verdict.degree}`;
  const texts = verdict?.attack === undefined ? '' : `, for texts such as \`${verdict.attack}\``;
  const certainty = isVulnerable ? '' : ' recheck did not decide.';
  return {
    code: 'pattern-slow',
    severity: isVulnerable || engine.kind === 'bounded' ? 'warning' : 'note',
    message: `The time to match the pattern \`${pattern}\` ${isVulnerable ? known : `may grow faster than the text`}${texts}.${isChecked ? certainty : ''} ${whatHappens(engine)}`,
    fix: fixOf(growth, location.at === 'key'),
    location,
  };
}

function whatHappens(engine: SlowPattern['engine']): string {
  switch (engine.kind) {
    case 'linear':
      return 'Validators match it in linear time.';
    case 'bounded':
      return `It has look-around, references to groups or large counts, so validators refuse texts of more than ${engine.longest} UTF-16 units.`;
    default:
      return 'Validators match it all the same, as the configuration has it.';
  }
}

function fixOf({ kind, longest }: SlowPattern['growth'], isName: boolean): string {
  const bound = isName ? '' : `Give the schema a \`maxLength\` of ${longest} or less, or write `;
  const write = isName ? 'Write ' : bound;
  return kind === 'exponential'
    ? `${write}the pattern so that no repetition holds another that matches the same text, as \`a+\` for \`(a+)+\`.`
    : `${write}the pattern with \`^\` at its beginning, and with no two repetitions beside each other that match the same text.`;
}
