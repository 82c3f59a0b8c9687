// The faults of the ballots.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['late-votes', 'castVote, withdrawVote', 'Votes are taken and withdrawn after the closing time.'],
  ['changed-vote-counted-again', 'castVote, readResult', 'A vote that was replaced is still counted.'],
  ['final-vote-changed', 'castVote', 'A vote can be changed although the ballot does not allow changes.'],
  ['roll-not-frozen', 'castVote', 'Voters who were registered after the opening can vote.'],
  ['own-vote-and-delegate', 'readResult', 'A voter with a delegate who votes as well is counted twice.'],
  ['delegate-delegates', 'setDelegate', 'A voter who is a delegate of others can name a delegate.'],
  ['withdrawn-vote-in-turnout', 'withdrawVote, readResult', 'A voter whose vote was withdrawn stays in the turnout.'],
  ['positions-with-gaps', 'removeOption', 'The options behind one that is removed keep their positions.'],
  ['label-twice-at-once', 'addOption', 'Two options with the same label are taken at once.'],
];

const lists: readonly Row[] = [
  ['closed-by-time-not-listed', 'listBallots', 'The filter takes ballots that have closed by themselves for open ones.'],
  ['undated-first', 'listBallots', 'Ballots without a closing time come first in the order of closing times.'],
];

const rich: readonly Row[] = [['label-trimmed', 'addOption', 'Spaces at the ends of a label are removed.']];

const conditions: readonly Row[] = [['match-ignored', 'amendBallot', 'The value of If-Match is ignored.']];

const accounts: readonly Row[] = [['voter-of-others', 'readVoter', 'Voters of other associations can be read.']];

export const faults: readonly Fault[] = faultsOf({
  values: [],
  sequences,
  'rich values': rich,
  responses: [],
  conditions,
  lists,
  accounts,
  secrets: [],
});
