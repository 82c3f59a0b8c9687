// Clients.
import { contains, isSameText } from '../../texts.ts';
import type { Client } from '../things.ts';
import { clientView } from '../views.ts';
import { created, invalid, need, ok, tagOf } from '../wire.ts';
import { type Call, checkMatch, fresh, type Handlers, pageOf, sorted, thing } from './call.ts';

type Input = Omit<Client, 'id' | 'createdAt'>;

function checkName({ lab, faults }: Call, name: string, own?: Client): void {
  const isSame = faults.has('names-by-case') ? (a: string, b: string) => a === b : isSameText;
  const isTaken = [...lab.clients.values()].some((other) => other !== own && isSame(other.name, name));
  need(!isTaken, 'name_taken', 'Another client has this name.');
}

const find = ({ lab, path }: Call): Client => thing(lab.clients, path('clientId'), 'client');

function listed(call: Call): Client[] {
  const { lab, query, faults } = call;
  const q = query.get('q') as string | undefined;
  const has = faults.has('search-by-case') ? (text: string, part: string) => text.includes(part) : contains;
  return [...lab.clients.values()].filter(
    ({ name, kind, active, tags }) =>
      (q === undefined || has(name, q)) &&
      (query.get('kind') ?? kind) === kind &&
      ((faults.has('active-false-ignored') ? query.get('active') || undefined : query.get('active')) ?? active) === active &&
      (query.get('tag') === undefined || tags.includes(query.get('tag') as string)),
  );
}

export const clients: Handlers = {
  listClients: (call) =>
    pageOf(call, sorted(call, listed(call), { name: ({ name }) => name }), (one) => clientView(call.lab, one, call.faults)),

  createClient: (call) => {
    const { store, lab, faults } = call;
    const input = call.input<Input>();
    if (faults.has('name-in-units') && input.name.length > 80) throw invalid('name', 'must be shorter');
    checkName(call, input.name);
    const tags = faults.has('tags-sorted') ? input.tags.toSorted() : input.tags;
    const client: Client = { id: store.clientId(), ...input, tags, createdAt: store.clock.now() };
    lab.clients.set(client.id, client);
    const shown = clientView(lab, client, faults);
    const location = faults.has('client-without-location') ? {} : { location: `/clients/${client.id}` };
    return created(shown, { ...location, etag: tagOf(shown) });
  },

  getClient: (call) => {
    const { lab, other, path, faults } = call;
    const foreign = faults.has('clients-of-others') ? other.clients.get(path('clientId')) : undefined;
    return fresh(call, clientView(lab, foreign ?? find(call), faults));
  },

  updateClient: (call) => {
    const { lab, faults } = call;
    const client = find(call);
    const input = call.input<Partial<Input>>();
    checkMatch(call, clientView(lab, client, faults));
    if (input.name !== undefined && !faults.has('renamed-to-taken')) checkName(call, input.name, client);
    const ignored = faults.has('tags-not-emptied') && input.tags?.length === 0;
    Object.assign(client, input, ignored ? { tags: client.tags } : {});
    const shown = clientView(lab, client, faults);
    return ok(shown, { etag: tagOf(shown) });
  },

  deleteClient: (call) => {
    const { lab, faults } = call;
    const client = find(call);
    checkMatch(call, clientView(lab, client, faults));
    const hasOrders = [...lab.orders.values()].some(({ clientId, cancelled }) => {
      return clientId === client.id && !(faults.has('cancelled-orders-forgotten') && cancelled);
    });
    need(!hasOrders, 'has_orders', 'The client has ordered.');
    lab.clients.delete(client.id);
    return { status: 204 };
  },
};
