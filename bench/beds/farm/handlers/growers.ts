// Growers.
import { gap } from '../../clock.ts';
import type { Handlers } from '../call.ts';
import { pageOf } from '../pages.ts';
import type { Grower, NewGrower } from '../things.ts';
import { conflict, notFound } from '../wire.ts';

export const growers: Handlers = {
  listGrowers(call) {
    const { practice } = call.query;
    const found = [...call.hub.growers.values()].filter(({ practices }) => practice === undefined || practices.includes(String(practice)));
    const sorted = found.toSorted((a, b) => (a.code < b.code ? -1 : 1));
    return pageOf(call, sorted, (grower) => grower);
  },

  async createGrower({ store, hub, body, has }) {
    const sent = body as NewGrower;
    if ([...hub.growers.values()].some(({ code }) => code === sent.code)) throw conflict('Another grower has this code.');
    if (has('grower-code-at-once')) await gap();
    const practices = sent.practices.length === 0 && has('no-practices-replaced') ? ['conventional'] : sent.practices;
    const grower: Grower = { id: store.next('grower'), ...sent, practices, created_at: store.clock.now() };
    hub.growers.set(grower.id, grower);
    return { status: 201, body: grower, headers: { location: `/growers/${grower.id}` } };
  },

  getGrower({ hub, id }) {
    const grower = hub.growers.get(id('grower_id'));
    if (grower === undefined) throw notFound('grower');
    return { status: 200, body: grower };
  },
};
