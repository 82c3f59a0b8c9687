// Films.
import { compare, contains, type Key } from '../../texts.ts';
import { type Group, newId, screeningsOf } from '../store.ts';
import type { Faults, Film, NewFilm } from '../things.ts';
import { filmView } from '../views.ts';
import { conflict, deleted, tagOf, unfit } from '../wire.ts';
import { answerRead, answerWith, found, type Order, type Part, pageOf, requireMatch } from './call.ts';

interface Query {
  readonly q?: string;
  readonly genre?: string;
  readonly max_age_rating?: number;
  readonly released_from?: string;
  readonly released_to?: string;
  readonly sort: 'title' | 'released_on' | 'runtime_minutes' | 'created_at';
  readonly order: Order;
}

function fits(film: Film, { q, genre, max_age_rating, released_from, released_to }: Query, faults: Faults): boolean {
  const original = faults.has('search-in-title-alone') ? null : film.original_title;
  if (q !== undefined && !contains(film.title, q) && !contains(original, q)) return false;
  if (genre !== undefined && !film.genres.includes(genre)) return false;
  if (max_age_rating !== undefined && film.age_rating > max_age_rating) return false;
  const day = film.released_on;
  if (released_from !== undefined && (day === null || day < released_from)) return false;
  return released_to === undefined || (day !== null && day <= released_to);
}

/** Films in the order of a list: those without a release date are last, whatever the order. */
function inOrder(films: readonly Film[], { sort, order }: Query, faults: Faults): Film[] {
  const sign = order === 'asc' ? 1 : -1;
  const keyOf = (film: Film): Key => (faults.has('runtimes-sorted-as-texts') ? String(film[sort]) : (film[sort] ?? ''));
  const dated = films.filter((film) => film[sort] !== null).toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)));
  const undated = films.filter((film) => film[sort] === null);
  return faults.has('undated-first-from-the-end') && order === 'desc' ? [...undated, ...dated] : [...dated, ...undated];
}

function requireOwnCode({ films }: Group, code: string | null, id?: string): void {
  const isTaken = code !== null && [...films.values()].some((one) => one.distributor_code === code && one.id !== id);
  if (isTaken) throw conflict(`Another film has the code ${code}.`);
}

/** What a body becomes when it is kept. */
function keptFilm(input: NewFilm, faults: Faults): NewFilm {
  const { title, synopsis } = input;
  if (faults.has('title-counted-in-units') && title.length > 150) throw unfit('title', 'is too long');
  return {
    ...input,
    title: faults.has('title-normalized') ? title.normalize('NFC') : title,
    synopsis: faults.has('synopsis-trimmed') ? (synopsis?.trim() ?? null) : synopsis,
  };
}

export const films: Part = (_, faults) => ({
  listFilms: ({ group, query }) => {
    const asked = query<Query>();
    const fitting = [...group.films.values()].filter((film) => fits(film, asked, faults));
    const slips = { isTotalOfPage: faults.has('total-of-the-page') };
    return pageOf('films', inOrder(fitting, asked, faults), asked, (film) => filmView(group, film), slips);
  },
  createFilm: ({ group, input }) => {
    const given = keptFilm(input<NewFilm>(), faults);
    requireOwnCode(group, given.distributor_code);
    const now = group.clock.now();
    const film: Film = { id: newId(), ...given, created_at: now, updated_at: now };
    group.films.set(film.id, film);
    return answerWith(filmView(group, film), faults.has('film-location-without-id') ? '/films' : `/films/${film.id}`);
  },
  getFilm: (call) => answerRead(call, filmView(call.group, found(call.group.films, call.path('film_id'))), faults),
  replaceFilm: (call) => {
    const { group } = call;
    const film = found(group.films, call.path('film_id'));
    requireMatch(call, tagOf(filmView(group, film)), faults);
    const given = keptFilm(call.input<NewFilm>(), faults);
    const isPlanned = screeningsOf(group, 'film_id', film.id).some(({ status }) => status === 'scheduled');
    if (isPlanned && given.runtime_minutes !== film.runtime_minutes && !faults.has('runtime-changes-anyway')) {
      throw conflict('The film has scheduled screenings, so its runtime cannot change.');
    }
    if (!faults.has('codes-shared-after-replacement')) requireOwnCode(group, given.distributor_code, film.id);
    const replaced: Film = { ...film, ...given, updated_at: group.clock.now() };
    group.films.set(film.id, replaced);
    return answerWith(filmView(group, replaced));
  },
  deleteFilm: (call) => {
    const { group } = call;
    const film = found(group.films, call.path('film_id'));
    if (!faults.has('film-deleted-without-match')) requireMatch(call, tagOf(filmView(group, film)), faults);
    const screenings = screeningsOf(group, 'film_id', film.id);
    const isLoose = faults.has('cancelled-screenings-do-not-count');
    if (screenings.some(({ status }) => status === 'scheduled' || !isLoose)) throw conflict('The film has screenings.');
    group.films.delete(film.id);
    return deleted;
  },
});
