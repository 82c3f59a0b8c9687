// The probes of all faults of the league.
import type { Send } from '../client.ts';
import { type Item, itemsOf, joined, of, type Probes, times } from '../probes.ts';
import { credentials } from './server.ts';

type Callers = Readonly<Record<keyof typeof credentials, Send>>;

/** The headers of each caller. */
export const headers: Readonly<Record<keyof typeof credentials, Record<string, string>>> = {
  director: { 'league-token': credentials.director.token },
  neighbour: { 'league-token': credentials.neighbour.token },
  scorer: { 'league-token': credentials.scorer.token },
};

type Body = Readonly<Record<string, unknown>>;

const made = async (send: Send, path: string, body: Body): Promise<Item> => of(await send('POST', path, { body }));

const season = (send: Send, body: Body = {}): Promise<Item> =>
  made(send, '/seasons', { name: 'Autumn cup', starts_on: '2028-08-01', ends_on: '2028-12-01', ...body });

const team = (send: Send, { id }: Item, code: string): Promise<Item> => made(send, `/seasons/${id}/teams`, { name: `Team ${code}`, code });

const player = (send: Send, { id }: Item, body: Body = {}): Promise<Item> =>
  made(send, '/players', { name: 'A player', born_on: '2000-01-01', position: 'forward', team_id: id, ...body });

const move = async (send: Send, { id }: Item, to: Item, body: Body = {}): Promise<number> =>
  (await send('POST', `/players/${id}/transfers`, { body: { to_team_id: to.id, on: '2028-08-02', ...body } })).status;

const fixture = (send: Send, of: Item, home: Item, away: Item, kicks_off_at = '2028-09-01T12:00:00Z'): Promise<Item> =>
  made(send, '/fixtures', { season_id: of.id, home_team_id: home.id, away_team_id: away.id, kicks_off_at });

/** A new season with three teams. */
async function cup(send: Send, body: Body = {}): Promise<[season: Item, a: Item, b: Item, c: Item]> {
  const made = await season(send, body);
  return [made, await team(send, made, 'AAA'), await team(send, made, 'BBB'), await team(send, made, 'CCC')];
}

const phase = (send: Send, { id }: Item, to: string): ReturnType<Send> => send('PUT', `/seasons/${id}/phase`, { body: { phase: to } });

export const probes: Probes<Callers> = {
  'finished-with-open-fixtures': async ({ director }) => {
    const refused = await phase(director, { id: 101 }, 'finished');
    for (const id of [402, 403]) await director('PUT', `/fixtures/${id}/result`, { body: { home_goals: 1, away_goals: 1 } });
    return refused.status === 409 && (await phase(director, { id: 101 }, 'finished')).status === 200;
  },
  'entries-at-once': async ({ director }) => {
    const small = await season(director, { max_teams: 2 });
    await team(director, small, 'AAA');
    await Promise.all([team(director, small, 'BBB'), team(director, small, 'CCC')]);
    return of(await director('GET', `/seasons/${small.id}`)).team_count === 2;
  },
  'away-fixtures-left': async ({ director }) => {
    const [now, a, b, c] = await cup(director);
    await fixture(director, now, a, b);
    await fixture(director, now, b, c, '2028-09-02T12:00:00Z');
    const kept = await fixture(director, now, a, c, '2028-09-03T12:00:00Z');
    await director('DELETE', `/teams/${b.id}`);
    return joined(itemsOf(await director('GET', `/fixtures?season_id=${now.id}`)), 'id') === String(kept.id);
  },
  'squad-limit-of-moves': async ({ director }) => {
    const [, a, b] = await cup(director, { squad_limit: 1 });
    const one = await player(director, a);
    await player(director, b);
    return (await move(director, one, b)) === 409;
  },
  'number-kept': async ({ director }) => {
    const [, a, b] = await cup(director);
    const one = await player(director, a, { shirt_number: 7 });
    const moved = await move(director, one, b, { shirt_number: 7 });
    return moved === 201 && (await player(director, a, { shirt_number: 7 })).shirt_number === 7;
  },
  'transferred-twice': async ({ director }) => {
    const [, a, b, c] = await cup(director);
    const one = await player(director, a);
    return (await move(director, one, b)) === 201 && (await move(director, one, c)) === 409;
  },
  'deadline-day-late': async ({ director }) => {
    const [, a, b] = await cup(director, { transfer_deadline: '2028-09-30' });
    const one = await player(director, a);
    const late = await move(director, one, b, { on: '2028-10-01' });
    return late === 409 && (await move(director, one, b, { on: '2028-09-30' })) === 201;
  },
  'corrected-goals-added': async ({ director }) => {
    for (const scorers of [[301, 301], [301]])
      await director('PUT', '/fixtures/403/result', { body: { home_goals: 1, away_goals: 2, scorers } });
    return of(await director('GET', '/players/301')).goals === 2;
  },
  'second-match-on-other-side': async ({ director }) => {
    const [now, a, b, c] = await cup(director);
    await fixture(director, now, a, b);
    return (await fixture(director, now, c, a, '2028-09-01T20:00:00Z')).status === 409;
  },
  'home-games-only': async ({ director }) => joined(itemsOf(await director('GET', '/fixtures?team_id=201')), 'id') === '401,403',
  'total-of-piece': async ({ director }) => of(await director('GET', '/fixtures?limit=2')).total === 3,
  'twenty-four-teams': async ({ director }) => (await season(director, { max_teams: 24 })).max_teams === 24,
  'difference-unsigned': async ({ director }) => {
    const { rows } = of(await director('GET', '/seasons/101/standings')) as { rows: Item[] };
    return (
      joined(rows, 'goal_difference') === '2,0,-2' &&
      joined(
        times(3, (index) => rows[index] ?? {}),
        'rank',
      ) === '1,2,3'
    );
  },
  'player-of-all': async ({ director, neighbour }) =>
    (await neighbour('GET', '/players/301')).status === 404 && (await director('GET', '/players/301')).status === 200,
};
