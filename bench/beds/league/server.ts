// The service: seasons of amateur football, as its document describes them, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listenerOf, type Reply } from '../http.ts';
import { contractsOf, member } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { type Asked, type Contract, contractOf, read, routed, Unreadable } from '../small.ts';
import { type Has, League, Refusal } from './rules.ts';
import {
  createStore,
  type Fixture,
  type NewPlayer,
  type NewSeason,
  type NewTeam,
  type Phase,
  type Player,
  type Result,
  type Season,
  type Store,
  type Team,
} from './store.ts';
import { standingsOf } from './table.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The tokens of the service. The third one is that of a scorer. */
export const credentials = {
  director: { token: 'lg-valley-d41c7e90ab' },
  neighbour: { token: 'lg-coast-77f02b6e13' },
  scorer: { token: 'lg-valley-s09be3d5f2' },
} as const;

const CALLERS: Readonly<Record<string, { association: string; isScorer: boolean }>> = {
  [credentials.director.token]: { association: 'valley', isScorer: false },
  [credentials.neighbour.token]: { association: 'coast', isScorer: false },
  [credentials.scorer.token]: { association: 'valley', isScorer: true },
};

const contracts = contractsOf(documentPath, contractOf, {
  'twenty-four-teams': member('NewSeason', 'max_teams', { maximum: 23 }),
});

function shownSeason(league: League, season: Season): object {
  const { association: _, ...about } = season;
  const open = league.fixturesOf(season).filter(({ result }) => result === null);
  return { ...about, team_count: league.teamsOf(season).length, open_fixtures: open.length };
}

function shownTeam(league: League, team: Team): object {
  const squad = league.squadOf(team).map(({ id }) => id);
  const { season, ...about } = team;
  return { ...about, season_id: season.id, squad_size: squad.length, squad };
}

function shownPlayer(league: League, player: Player): object {
  const { association: _, moved: __, ...about } = player;
  return { ...about, goals: league.goalsOf(player) };
}

const shownFixture = ({ season, ...fixture }: Fixture): object => ({
  ...fixture,
  season_id: season.id,
  status: fixture.result === null ? 'scheduled' : 'played',
});

type Handler = (league: League, asked: Asked, has: Has) => Reply | Promise<Reply>;

const ok = (body: unknown): Reply => ({ status: 200, body });
const created = (location: string, body: unknown): Reply => ({ status: 201, body, headers: { location } });

function found<V>(value: V | undefined): V {
  if (value === undefined) throw new Refusal(404, 'There is no such thing.');
  return value;
}

function pieceOf(all: readonly object[], { limit, offset }: Asked['query'], has: Has): Reply {
  const items = all.slice(Number(offset), Number(offset) + Number(limit));
  return ok({ items, total: has('total-of-piece') ? items.length : all.length, limit, offset });
}

const before = <V>(a: V, b: V): number => (a < b ? -1 : Number(a > b));

function isAsked(fixture: Fixture, query: Asked['query'], has: Has): boolean {
  const day = fixture.kicks_off_at.slice(0, 10);
  const teams = has('home-games-only') ? [fixture.home_team_id] : [fixture.home_team_id, fixture.away_team_id];
  const { season_id = fixture.season.id, team_id, status, from = day, until = day } = query;
  return (
    season_id === fixture.season.id &&
    (team_id === undefined || teams.includes(Number(team_id))) &&
    (status === undefined || (status === 'played') === (fixture.result !== null)) &&
    day >= String(from) &&
    day <= String(until)
  );
}

const handlers: Readonly<Record<string, Handler>> = {
  listSeasons: (league, { query }, has) => {
    const some = league.seasons().filter(({ phase }) => phase === (query.phase ?? phase));
    const sorted = some.toSorted((a, b) => before(a.starts_on, b.starts_on) || a.id - b.id);
    return pieceOf(
      sorted.map((season) => shownSeason(league, season)),
      query,
      has,
    );
  },
  createSeason: (league, { body }) => {
    const season = league.plan(body as NewSeason);
    return created(`/seasons/${season.id}`, shownSeason(league, season));
  },
  getSeason: (league, { path }) => ok(shownSeason(league, found(league.season(path.season_id)))),
  setSeasonPhase: (league, { path, body }) =>
    ok(shownSeason(league, league.move(found(league.season(path.season_id)), (body as { phase: Phase }).phase))),
  getStandings: (league, { path }, has) => {
    const season = found(league.season(path.season_id));
    return ok({ season_id: season.id, rows: standingsOf(season, league.teamsOf(season), league.fixturesOf(season), has) });
  },
  enterTeam: async (league, { path, body }) => {
    const team = await league.enter(found(league.season(path.season_id)), body as NewTeam);
    return created(`/teams/${team.id}`, shownTeam(league, team));
  },
  getTeam: (league, { path }) => ok(shownTeam(league, found(league.team(path.team_id)))),
  withdrawTeam: (league, { path }) => {
    league.withdraw(found(league.team(path.team_id)));
    return { status: 204 };
  },
  registerPlayer: (league, { body }) => {
    const player = league.register(body as NewPlayer);
    return created(`/players/${player.id}`, shownPlayer(league, player));
  },
  getPlayer: (league, { path }) => ok(shownPlayer(league, found(league.player(path.player_id)))),
  transferPlayer: (league, { path, body }) => {
    const player = found(league.player(path.player_id));
    return { status: 201, body: shownPlayer(league, league.transfer(player, body as Parameters<League['transfer']>[1])) };
  },
  listFixtures: (league, { query }, has) => {
    const some = league.fixtures().filter((fixture) => isAsked(fixture, query, has));
    const way = query.order === 'desc' ? -1 : 1;
    const sorted = some.toSorted((a, b) => way * before(a.kicks_off_at, b.kicks_off_at) || a.id - b.id);
    return pieceOf(sorted.map(shownFixture), query, has);
  },
  scheduleFixture: (league, { body }) => {
    const fixture = league.schedule(body as Parameters<League['schedule']>[0]);
    return created(`/fixtures/${fixture.id}`, shownFixture(fixture));
  },
  getFixture: (league, { path }) => ok(shownFixture(found(league.fixture(path.fixture_id)))),
  recordResult: (league, { path, body }) => ok(shownFixture(league.record(found(league.fixture(path.fixture_id)), body as Result))),
};

const isOpenToScorers = (method: string, operation: string): boolean =>
  method === 'GET' || method === 'HEAD' || operation === 'recordResult';

async function answer(contract: Contract, store: Store, has: Has, request: IncomingMessage): Promise<Reply> {
  const caller = CALLERS[String(request.headers['league-token'])];
  if (caller === undefined) throw new Refusal(401, 'The token is missing or unknown.');
  const target = routed(contract, request);
  const { operationId } = target.operation;
  if (caller.isScorer && !isOpenToScorers(request.method ?? '', operationId)) throw new Refusal(403, 'Scorers may not do this.');
  const asked = await read(contract, request, target);
  return found(handlers[operationId])(new League(store, caller.association, has), asked, has);
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
};
const STATUSES = { path: 404, method: 405, parameter: 400, 'media type': 415, size: 413, json: 400, body: 400 } as const;

function refusal(error: unknown): Reply {
  const status = error instanceof Refusal ? error.status : error instanceof Unreadable ? STATUSES[error.trouble] : 500;
  const detail = error instanceof Error ? error.message : String(error);
  const headers = error instanceof Unreadable && error.trouble === 'method' ? { allow: error.place } : {};
  const body = { type: 'about:blank', title: TITLES[status] ?? 'Internal error', status, detail };
  return { status, content: JSON.stringify(body), type: 'application/problem+json', headers };
}

/** A service of its own, with the faults of these ids. */
export function createLeague(faults: ReadonlySet<string>): RequestListener {
  const contract = contracts(faults);
  const store = createStore();
  return listenerOf({ answer: (request) => answer(contract, store, (fault) => faults.has(fault), request), refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createLeague(faults));

await serveByHand(import.meta.url, createLeague, 4034);
