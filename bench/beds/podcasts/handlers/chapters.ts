// The chapters of episodes.
import type { Store } from '../store.ts';
import type { Chapter, ChapterFields, Episode } from '../things.ts';
import { allow, check, notFound } from '../wire.ts';
import { type Call, type Faults, type Handlers, known } from './call.ts';
import { pageOf, sorted } from './lists.ts';

export function chapters(store: Store, faults: Faults): Handlers {
  const episodeOf = (call: Call): Episode => known(call.account.episodes, call.id('episode_id'));

  function chapterOf(call: Call, { chapters }: Episode): Chapter {
    const found = chapters.find(({ id }) => id === call.id('chapter_id'));
    if (found === undefined) throw notFound();
    return found;
  }

  function save({ account }: Call, episode: Episode, all: readonly Chapter[]): void {
    account.episodes.set(episode.id, { ...episode, chapters: all });
  }

  const requireEarly = (episode: Episode, start: number): void =>
    check(start < episode.duration_seconds, 'start_seconds', 'The episode is over then.');

  function requireAlone(start: number, others: readonly Chapter[]): void {
    allow(!others.some(({ start_seconds }) => start_seconds === start), 'Another chapter starts then.');
  }

  return {
    listChapters: (call) => {
      const { chapters } = episodeOf(call);
      return pageOf(call, faults.has('chapters-as-created') ? chapters : sorted(chapters, (one) => one.start_seconds, 'asc'), (one) => one);
    },
    createChapter: (call) => {
      const episode = episodeOf(call);
      const input = call.input<ChapterFields>();
      requireEarly(episode, input.start_seconds);
      if (!faults.has('chapters-start-together')) requireAlone(input.start_seconds, episode.chapters);
      const chapter = { id: store.id(), ...input, url: input.url ?? null };
      save(call, episode, [...episode.chapters, chapter]);
      return { status: 201, body: chapter, headers: { location: `/episodes/${episode.id}/chapters/${chapter.id}` } };
    },
    getChapter: (call) => ({ status: 200, body: chapterOf(call, episodeOf(call)) }),
    updateChapter: (call) => {
      const episode = episodeOf(call);
      const chapter = chapterOf(call, episode);
      const next = { ...chapter, ...call.input<Partial<ChapterFields>>() };
      const others = episode.chapters.filter(({ id }) => id !== chapter.id);
      if (!faults.has('chapter-moved-beyond-end')) requireEarly(episode, next.start_seconds);
      requireAlone(next.start_seconds, others);
      save(
        call,
        episode,
        episode.chapters.map((one) => (one.id === chapter.id ? next : one)),
      );
      return { status: 200, body: next };
    },
    deleteChapter: (call) => {
      const episode = episodeOf(call);
      const chapter = chapterOf(call, episode);
      save(
        call,
        episode,
        episode.chapters.filter(({ id }) => id !== chapter.id),
      );
      return { status: 204 };
    },
  };
}
