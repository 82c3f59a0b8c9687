// The table of a season.
import type { Has } from './rules.ts';
import type { Fixture, Season, Team } from './store.ts';

interface Row {
  rank: number;
  readonly team_id: number;
  readonly team_code: string;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly goals_for: number;
  readonly goals_against: number;
  readonly goal_difference: number;
  readonly points: number;
}

function rowOf(season: Season, { id, code }: Team, fixtures: readonly Fixture[], has: Has): Row {
  const scores = fixtures.flatMap(({ home_team_id, away_team_id, result }) => {
    if (result === null) return [];
    if (home_team_id === id) return [[result.home_goals, result.away_goals] as const];
    return away_team_id === id ? [[result.away_goals, result.home_goals] as const] : [];
  });
  const won = scores.filter(([own, other]) => own > other).length;
  const drawn = scores.filter(([own, other]) => own === other).length;
  const goals_for = scores.reduce((sum, [own]) => sum + own, 0);
  const goals_against = scores.reduce((sum, [, other]) => sum + other, 0);
  const difference = goals_for - goals_against;
  return {
    rank: 0,
    team_id: id,
    team_code: code,
    played: scores.length,
    won,
    drawn,
    lost: scores.length - won - drawn,
    goals_for,
    goals_against,
    goal_difference: has('difference-unsigned') ? Math.abs(difference) : difference,
    points: won * season.points_for_win + drawn,
  };
}

const better = (a: Row, b: Row): number =>
  b.points - a.points || b.goals_for - b.goals_against - (a.goals_for - a.goals_against) || b.goals_for - a.goals_for;

export function standingsOf(season: Season, teams: readonly Team[], fixtures: readonly Fixture[], has: Has): Row[] {
  const rows = teams.map((team) => rowOf(season, team, fixtures, has));
  const sorted = rows.toSorted((a, b) => better(a, b) || (a.team_code < b.team_code ? -1 : 1));
  for (const row of sorted) row.rank = 1 + sorted.filter((other) => better(other, row) < 0).length;
  return sorted;
}
