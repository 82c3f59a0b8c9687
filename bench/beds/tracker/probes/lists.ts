// Probes of lists.
import { joined, of } from '../../probes.ts';
import { APP, type Callers, entries, type TrackerProbes } from './callers.ts';

/** Whether a list has these entries, by one of their members. */
const shows =
  (path: string, name: string, wanted: string) =>
  async ({ mira }: Callers): Promise<boolean> =>
    joined(entries(await mira('GET', path)), name) === wanted;

export const lists: TrackerProbes = {
  'projects-total-of-page': async ({ mira }) => of(await mira('GET', '/projects?count=1')).totalResults === 2,
  'archived-false-ignored': shows('/projects?archived=false', 'key', 'APP'),
  'states-first-only': shows(`${APP}/issues?state=open,inProgress`, 'number', '1,2'),
  'labels-any': shows(`${APP}/issues?label=ui&label=crash`, 'number', '1'),
  'due-before-with-day': shows(`${APP}/issues?dueBefore=2026-04-15`, 'number', '1,4'),
  'search-by-letter': shows(`${APP}/issues?q=FONTS`, 'number', '4'),
  'search-titles-only': shows(`${APP}/issues?q=crash`, 'number', '1,2'),
  'priority-by-name': shows(`${APP}/issues?sortBy=priority`, 'number', '2,4,5,3,1'),
  'undated-turned-round': shows(`${APP}/issues?sortBy=dueOn&sortOrder=descending`, 'number', '2,1,4,3,5'),
  'pinned-in-order': async ({ mira, gus }) => {
    await gus('PATCH', '/issues/APP-1/comments/5b0e7c52-94a1-4c59-8f0e-2d6a1b3c4d02', { body: { pinned: true } });
    return joined(entries(await mira('GET', '/issues/APP-1/comments')), 'author') === 'gus,mira';
  },
  'work-to-without-day': shows('/issues/APP-1/workLogs?from=2026-02-01&to=2026-02-03', 'minutes', '30,90'),
};
