// What the league allows, and what it shows.
import { gap, instant } from '../clock.ts';
import type { Fixture, NewPlayer, NewSeason, NewTeam, Phase, Player, Result, Season, Store, Team } from './store.ts';

/** A refusal with its status. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

const conflict = (detail: string): Refusal => new Refusal(409, detail);
const wrong = (detail: string): Refusal => new Refusal(422, detail);

/** A day as a number such as 20260905, so that years can be added. */
const digitsOf = (day: string): number => Number(day.replaceAll('-', ''));

export type Has = (fault: string) => boolean;

export class League {
  readonly #store: Store;
  readonly #association: string;
  readonly #has: Has;

  constructor(store: Store, association: string, has: Has) {
    this.#store = store;
    this.#association = association;
    this.#has = has;
  }

  season(id: unknown): Season | undefined {
    const found = this.#store.seasons.get(Number(id));
    return found?.association === this.#association ? found : undefined;
  }

  team(id: unknown): Team | undefined {
    const found = this.#store.teams.get(Number(id));
    return found?.season.association === this.#association ? found : undefined;
  }

  player(id: unknown): Player | undefined {
    const found = this.#store.players.get(Number(id));
    return found?.association === this.#association || this.#has('player-of-all') ? found : undefined;
  }

  fixture(id: unknown): Fixture | undefined {
    const found = this.#store.fixtures.get(Number(id));
    return found?.season.association === this.#association ? found : undefined;
  }

  seasons(): Season[] {
    return [...this.#store.seasons.values()].filter(({ association }) => association === this.#association);
  }

  teamsOf(season: Season): Team[] {
    return [...this.#store.teams.values()].filter((team) => team.season === season);
  }

  fixtures(): Fixture[] {
    return [...this.#store.fixtures.values()].filter(({ season }) => season.association === this.#association);
  }

  fixturesOf(season: Season): Fixture[] {
    return this.fixtures().filter((fixture) => fixture.season === season);
  }

  squadOf({ id }: Team): Player[] {
    return [...this.#store.players.values()].filter(({ team_id }) => team_id === id);
  }

  plan(body: NewSeason): Season {
    const { name, starts_on, ends_on, transfer_deadline } = body;
    if (ends_on <= starts_on) throw wrong('A season must end after the day on which it starts.');
    if (transfer_deadline !== null && (transfer_deadline < starts_on || transfer_deadline > ends_on))
      throw wrong('The transfer deadline must be a day of the season.');
    if (this.seasons().some((season) => season.name.toLowerCase() === name.toLowerCase()))
      throw conflict('There is a season of this name.');
    const season: Season = { ...body, id: this.#store.nextId('season'), association: this.#association, phase: 'planned' };
    this.#store.seasons.set(season.id, season);
    return season;
  }

  move(season: Season, to: Phase): Season {
    if (season.phase === to) return season;
    if (season.phase === 'planned' && to === 'running') {
      if (this.teamsOf(season).length < 2) throw conflict('A season needs two teams to start.');
    } else if (season.phase === 'running' && to === 'finished') {
      const isOpen = this.fixturesOf(season).some(({ result }) => result === null);
      if (isOpen && !this.#has('finished-with-open-fixtures')) throw conflict('There are fixtures without a result.');
      for (const player of this.teamsOf(season).flatMap((team) => this.squadOf(team))) this.#release(player);
    } else throw conflict(`A ${season.phase} season cannot become ${to}.`);
    season.phase = to;
    return season;
  }

  async enter(season: Season, body: NewTeam): Promise<Team> {
    if (season.phase !== 'planned') throw conflict('Entries are closed.');
    const teams = this.teamsOf(season);
    if (teams.some(({ code }) => code === body.code)) throw conflict('The code is taken.');
    if (teams.length >= season.max_teams) throw conflict('The season is full.');
    if (this.#has('entries-at-once')) await gap();
    const team = { ...body, id: this.#store.nextId('team'), season };
    this.#store.teams.set(team.id, team);
    return team;
  }

  withdraw(team: Team): void {
    if (team.season.phase !== 'planned') throw conflict('The season has started.');
    for (const player of this.squadOf(team)) this.#release(player);
    for (const { id, home_team_id, away_team_id } of this.fixturesOf(team.season)) {
      const isAway = away_team_id === team.id && !this.#has('away-fixtures-left');
      if (home_team_id === team.id || isAway) this.#store.fixtures.delete(id);
    }
    this.#store.teams.delete(team.id);
  }

  #release(player: Player): void {
    player.team_id = null;
    player.shirt_number = null;
  }

  /** Refuses a player whom a squad cannot take. */
  #requirePlace(team: Team, { born_on }: { born_on: string }, shirt: number | null, isMove: boolean): void {
    const { season } = team;
    if (season.phase === 'finished') throw conflict('The season is finished.');
    if (digitsOf(born_on) + 16_00_00 > digitsOf(season.starts_on)) throw wrong('The player is too young for this season.');
    const squad = this.squadOf(team);
    if (squad.length >= season.squad_limit && !(isMove && this.#has('squad-limit-of-moves'))) throw conflict('The squad is full.');
    const isKept = this.#has('number-kept') && this.#numbersLeft.get(team.id)?.has(shirt ?? 0);
    if (shirt !== null && (isKept || squad.some(({ shirt_number }) => shirt_number === shirt)))
      throw conflict('The shirt number is taken.');
  }

  get #numbersLeft(): Map<number, Set<number>> {
    const found = numbersLeft.get(this.#store) ?? new Map<number, Set<number>>();
    numbersLeft.set(this.#store, found);
    return found;
  }

  register(body: NewPlayer): Player {
    if (body.team_id === null) {
      if (body.shirt_number !== null) throw wrong('A free agent has no shirt number.');
    } else {
      const team = this.team(body.team_id);
      if (team === undefined) throw wrong('There is no such team.');
      this.#requirePlace(team, body, body.shirt_number, false);
    }
    const { nextId, clock, players } = this.#store;
    const about = {
      id: nextId('player'),
      association: this.#association,
      registered_at: clock.now(),
      transfers: [],
      moved: new Set<number>(),
    };
    const player: Player = { ...body, ...about };
    players.set(player.id, player);
    return player;
  }

  transfer(player: Player, { to_team_id, on, shirt_number }: { to_team_id: number; on: string; shirt_number: number | null }): Player {
    const to = this.team(to_team_id);
    if (to === undefined) throw wrong('There is no such team.');
    const from = player.team_id === null ? undefined : this.team(player.team_id);
    const { season } = to;
    if (from === to) throw conflict('The player is in this team already.');
    if (from !== undefined && from.season !== season) throw wrong('The team plays in another season.');
    if (on < season.starts_on || on > season.ends_on) throw wrong('The day is not in the season.');
    if (from !== undefined && player.moved.has(season.id) && !this.#has('transferred-twice'))
      throw conflict('The player has been transferred in this season.');
    const deadline = season.transfer_deadline;
    if (deadline !== null && (on > deadline || (on === deadline && this.#has('deadline-day-late'))))
      throw conflict('The deadline has passed.');
    this.#requirePlace(to, player, shirt_number, true);
    if (from !== undefined) {
      player.moved.add(season.id);
      const left = this.#numbersLeft.get(from.id) ?? new Set<number>();
      this.#numbersLeft.set(from.id, left.add(player.shirt_number ?? 0));
    }
    player.transfers.push({ from_team_id: from?.id ?? null, to_team_id, on });
    player.team_id = to_team_id;
    player.shirt_number = shirt_number;
    return player;
  }

  schedule(body: { season_id: number; home_team_id: number; away_team_id: number; kicks_off_at: string; venue?: string }): Fixture {
    const season = this.season(body.season_id);
    if (season === undefined) throw wrong('There is no such season.');
    const [home, away] = [this.team(body.home_team_id), this.team(body.away_team_id)];
    if (home === undefined || home.season !== season || away?.season !== season) throw wrong('Both teams must play in the season.');
    if (home === away) throw wrong('A team cannot play against itself.');
    const kicks_off_at = instant(body.kicks_off_at);
    const day = kicks_off_at.slice(0, 10);
    if (day < season.starts_on || day > season.ends_on) throw wrong('The day is not in the season.');
    if (season.phase === 'finished') throw conflict('The season is finished.');
    const others = this.fixturesOf(season);
    const onDay = others.filter((other) => other.kicks_off_at.startsWith(day));
    const isBusy = (team: Team, other: Fixture): boolean =>
      this.#has('second-match-on-other-side')
        ? (team === home ? other.home_team_id : other.away_team_id) === team.id
        : [other.home_team_id, other.away_team_id].includes(team.id);
    if (onDay.some((other) => isBusy(home, other) || isBusy(away, other))) throw conflict('A team plays on this day already.');
    if (others.some((other) => other.home_team_id === home.id && other.away_team_id === away.id))
      throw conflict('The two teams have their fixture at this ground.');
    const { venue = home.home_ground, home_team_id, away_team_id } = body;
    const fixture = { id: this.#store.nextId('fixture'), season, home_team_id, away_team_id, kicks_off_at, venue, result: null };
    this.#store.fixtures.set(fixture.id, fixture);
    return fixture;
  }

  record(fixture: Fixture, result: Result): Fixture {
    if (fixture.season.phase !== 'running') throw conflict('The season is not running.');
    if (result.scorers.length > result.home_goals + result.away_goals) throw wrong('There are more scorers than goals.');
    const teams = [fixture.home_team_id, fixture.away_team_id];
    if (result.scorers.some((id) => !teams.includes(this.player(id)?.team_id ?? 0))) throw wrong('A scorer plays for neither team.');
    const earlier = this.#has('corrected-goals-added') ? (fixture.result?.scorers ?? []) : [];
    overcounted.set(fixture, [...(overcounted.get(fixture) ?? []), ...earlier]);
    fixture.result = result;
    return fixture;
  }

  goalsOf({ id }: Player): number {
    const named = this.fixtures().flatMap((fixture) => [...(fixture.result?.scorers ?? []), ...(overcounted.get(fixture) ?? [])]);
    return named.filter((scorer) => scorer === id).length;
  }
}

/** What faults remember: numbers of players who left, and scorers of results that were corrected. */
const numbersLeft = new WeakMap<Store, Map<number, Set<number>>>();
const overcounted = new WeakMap<Fixture, number[]>();
