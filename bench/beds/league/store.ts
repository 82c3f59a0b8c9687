// What the league keeps: its things, and a few of each at the start.
import { Clock } from '../clock.ts';

export type Phase = 'planned' | 'running' | 'finished';

export interface NewSeason {
  name: string;
  starts_on: string;
  ends_on: string;
  transfer_deadline: string | null;
  max_teams: number;
  squad_limit: number;
  points_for_win: number;
}

export interface Season extends NewSeason {
  readonly id: number;
  readonly association: string;
  phase: Phase;
}

export interface NewTeam {
  name: string;
  code: string;
  home_ground: string | null;
}

export interface Team extends NewTeam {
  readonly id: number;
  readonly season: Season;
}

export interface NewPlayer {
  name: string;
  born_on: string;
  position: string;
  team_id: number | null;
  shirt_number: number | null;
}

interface Move {
  from_team_id: number | null;
  to_team_id: number;
  on: string;
}

export interface Player extends NewPlayer {
  readonly id: number;
  readonly association: string;
  readonly registered_at: string;
  readonly transfers: Move[];
  /** The seasons in which the player was transferred. */
  readonly moved: Set<number>;
}

export interface Result {
  home_goals: number;
  away_goals: number;
  scorers: number[];
}

export interface Fixture {
  readonly id: number;
  readonly season: Season;
  readonly home_team_id: number;
  readonly away_team_id: number;
  readonly kicks_off_at: string;
  readonly venue: string | null;
  result: Result | null;
}

export interface Store {
  readonly clock: Clock;
  readonly seasons: Map<number, Season>;
  readonly teams: Map<number, Team>;
  readonly players: Map<number, Player>;
  readonly fixtures: Map<number, Fixture>;
  readonly nextId: (kind: 'season' | 'team' | 'player' | 'fixture') => number;
}

const put = <V extends { readonly id: number }>(map: Map<number, V>, value: V): V => {
  map.set(value.id, value);
  return value;
};

const USUAL = { transfer_deadline: null, max_teams: 12, squad_limit: 18, points_for_win: 3 };

export function createStore(): Store {
  const last = { season: 100, team: 200, player: 300, fixture: 400 };
  const store: Store = {
    clock: new Clock(),
    seasons: new Map(),
    teams: new Map(),
    players: new Map(),
    fixtures: new Map(),
    nextId: (kind) => {
      last[kind] += 1;
      return last[kind];
    },
  };
  const { nextId } = store;
  const season = (association: string, phase: Phase, about: Omit<NewSeason, keyof typeof USUAL> & Partial<NewSeason>): Season =>
    put(store.seasons, { ...USUAL, ...about, id: nextId('season'), association, phase });
  const team = (of: Season, code: string, name: string, home_ground: string | null): Team =>
    put(store.teams, { id: nextId('team'), season: of, code, name, home_ground });
  const player = (of: Team | undefined, association: string, name: string, position: string, shirt_number: number | null): Player =>
    put(store.players, {
      id: nextId('player'),
      association,
      name,
      born_on: '2001-04-17',
      position,
      team_id: of?.id ?? null,
      shirt_number,
      registered_at: store.clock.now(),
      transfers: [],
      moved: new Set<number>(),
    });
  const fixture = (home: Team, away: Team, kicks_off_at: string, result: Result | null = null): Fixture =>
    put(store.fixtures, {
      id: nextId('fixture'),
      season: home.season,
      home_team_id: home.id,
      away_team_id: away.id,
      kicks_off_at,
      venue: home.home_ground,
      result,
    });

  const league = season('valley', 'running', {
    name: 'Valley league 2026/27',
    starts_on: '2026-09-01',
    ends_on: '2027-05-31',
    transfer_deadline: '2027-01-31',
  });
  season('valley', 'planned', {
    name: 'Summer sevens 2027',
    starts_on: '2027-06-05',
    ends_on: '2027-07-18',
    max_teams: 6,
    squad_limit: 10,
  });
  const coast = season('coast', 'running', { name: 'Coast league', starts_on: '2026-08-15', ends_on: '2027-04-30' });
  const mill = team(league, 'MIL', 'Millbrook Rovers', 'The Weir');
  const hart = team(league, 'HAR', 'Hartley Town', 'Church Field');
  const oaks = team(league, 'OAK', 'Oaks United', null);
  const pier = team(coast, 'PIE', 'Pier Athletic', 'Promenade');
  const sand = team(coast, 'SAN', 'Sandgate', null);
  const ana = player(mill, 'valley', 'Ana Duarte', 'midfielder', 8);
  player(mill, 'valley', 'Lee Okafor', 'goalkeeper', 1);
  player(hart, 'valley', 'Jo Winter', 'forward', 9);
  player(oaks, 'valley', 'Sam Petty', 'defender', null);
  player(undefined, 'valley', 'Kim Rask', 'forward', null);
  player(pier, 'coast', 'Noor Haddad', 'forward', 10);
  fixture(mill, hart, '2026-09-12T13:00:00.000Z', { home_goals: 2, away_goals: 0, scorers: [ana.id] });
  fixture(hart, oaks, '2026-09-19T13:00:00.000Z');
  fixture(oaks, mill, '2026-10-03T14:30:00.000Z');
  fixture(pier, sand, '2026-09-12T13:00:00.000Z');
  return store;
}
