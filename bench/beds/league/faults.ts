// The faults of the league.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['finished-with-open-fixtures', 'setSeasonPhase', 'A season is finished although fixtures have no result.'],
  ['entries-at-once', 'enterTeam', 'Teams that enter at once are more than the season may have.'],
  ['away-fixtures-left', 'withdrawTeam', 'The away fixtures of a team that is withdrawn stay.'],
  ['squad-limit-of-moves', 'transferPlayer', 'A full squad still takes players by transfer.'],
  ['number-kept', 'transferPlayer, registerPlayer', 'The number of a player who was transferred stays taken in the old team.'],
  ['transferred-twice', 'transferPlayer', 'A player can be transferred twice in a season.'],
  ['deadline-day-late', 'transferPlayer', 'Transfers on the day of the deadline are refused.'],
  ['corrected-goals-added', 'recordResult, getPlayer', 'The scorers of a result that was corrected still count.'],
  ['second-match-on-other-side', 'scheduleFixture', 'A team can play at home and away on the same day.'],
];

const lists: readonly Row[] = [
  ['home-games-only', 'listFixtures', 'The filter by team finds its home matches only.'],
  ['total-of-piece', 'listSeasons, listFixtures', 'The total is the number of entries in the piece.'],
];

export const faults: readonly Fault[] = faultsOf({
  values: [['twenty-four-teams', 'createSeason', 'A season of 24 teams is refused.']],
  sequences,
  'rich values': [],
  responses: [['difference-unsigned', 'getStandings', 'The goal difference is never negative.']],
  conditions: [],
  lists,
  accounts: [['player-of-all', 'getPlayer, transferPlayer', 'Players of other associations can be read.']],
  secrets: [],
});
