// The probes of lists: pages, filters and orders.
import type { Got, Send } from '../../client.ts';
import type { Item } from '../../probes.ts';
import * as c from './callers.ts';

const texts = ({ items }: Got, name: string): string => items.map(({ attributes }) => (attributes as Item)[name]).join();
const ids = ({ items }: Got): string => items.map((item) => String(item.id).slice(-2)).join();
const linksOf = ({ json }: Got): Item => (json as { links: Item }).links;
const courseIds = async (send: Send, query: string): Promise<string> => ids(await send('GET', `/courses?${query}`));

export const lists: c.Probes = {
  'total-of-page': async ({ harbour }) => (await harbour('GET', '/teachers?page[size]=2')).meta.total === 3,
  'next-on-last-page': async ({ harbour }) => linksOf(await harbour('GET', '/teachers')).next === null,
  'links-lose-filters': async ({ harbour }) => {
    const { next } = linksOf(await harbour('GET', '/courses?page[size]=1&filter[state]=open'));
    return ids(await harbour('GET', String(next))) === 'C2' && String(next).includes('open');
  },
  'pages-overlap': async ({ harbour }) => ids(await harbour('GET', '/teachers?page[size]=2&page[number]=2')) === 'T3',
  'pages-rounded-down': async ({ harbour }) => (await harbour('GET', '/teachers?page[size]=2')).meta.pages === 2,
  'sort-by-first-name-only': async ({ harbour }) => (await courseIds(harbour, 'sort=startsOn,-title')) === 'C3,C1,C2',
  'sort-never-descending': async ({ harbour }) => (await courseIds(harbour, 'sort=-title')) === 'C2,C3,C1',
  'starts-until-excludes-day': async ({ harbour }) => (await courseIds(harbour, 'filter[startsUntil]=2040-02-06')) === 'C1,C3',
  'title-by-case': async ({ harbour }) => (await courseIds(harbour, 'filter[title]=DRAW')) === 'C1',
  'first-state-only': async ({ harbour }) => {
    await c.withdraw(harbour, c.id('E1'));
    return ids(await harbour('GET', '/enrolments?filter[state]=enrolled,withdrawn')) === 'E1,E2';
  },
  'not-free-ignored': async ({ harbour }) => (await courseIds(harbour, 'filter[free]=false')) === '',
  'lessons-by-creation': async ({ harbour }) => {
    await c.teach(harbour);
    return texts(await harbour('GET', `/courses/${c.id('C1')}/lessons`), 'topic') === 'Lines,Shade,Planes';
  },
};
