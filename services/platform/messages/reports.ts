// Reads the messages of all services for the operator, as one list.

import type { MessageEvent, MessageFilter, MessagePlace, MessageSource, SentMessage } from './sources.ts';

/** A message of a service. */
export interface MessageReport extends SentMessage {
  readonly id: string;
  readonly service: string;
  /** What kind of thing it is about, such as `contact`. */
  readonly kind: string;
}

interface ListRequest extends MessageFilter {
  /** Only messages of this service. */
  readonly service?: string | undefined;
  /** Only messages after the one with this identifier, in the order of the list. */
  readonly before?: string | undefined;
  readonly most: number;
}

export interface Messages {
  /** The newest first; `undefined` where `before` is no identifier. */
  list(asked: ListRequest): Promise<readonly MessageReport[] | undefined>;
  /** One message, with what happened to it, the oldest first. */
  one(id: string): Promise<(MessageReport & { readonly history: readonly MessageEvent[] }) | undefined>;
}

interface Sending {
  readonly name: string;
  readonly messages: readonly MessageSource[];
}

/** @param platformOf gives the platform of a service, by its name */
export function createMessages(services: readonly Sending[], platformOf: (service: string) => unknown): Messages {
  const sources = services.flatMap(({ name, messages }) => messages.map((source) => ({ service: name, source })));
  type Source = (typeof sources)[number];
  const read = async ({ service, source }: Source, filter: MessageFilter, before: MessagePlace | undefined, most: number) => {
    const page = { most, ...(before && { before }) };
    const { table, kind } = source;
    return (await source.list(platformOf(service), filter, page)).map((one) => ({ ...one, id: idOf(table, one), service, kind, table }));
  };
  return {
    async list({ service, before, most, ...filter }) {
      const place = before === undefined ? undefined : placeOf(before);
      if (before !== undefined && place === undefined) return undefined;
      const asked = sources.filter((one) => service === undefined || one.service === service);
      const lists = await Promise.all(asked.map((one) => read(one, filter, place && placeIn(one.source.table, place), most)));
      return lists.flat().sort(byPlace).slice(0, most);
    },

    async one(id) {
      const place = placeOf(id);
      const source = sources.find((one) => one.source.table === place?.table);
      if (place === undefined || source === undefined) return undefined;
      const found = (await read(source, {}, { position: place.position + 1, key: '' }, MOST_OF_ONE_POSITION)).find((one) => one.id === id);
      return found && { ...found, history: await source.source.history(platformOf(source.service), found.key) };
    },
  };
}

/** Rows of one position come from several processes, each of which gives it once. */
const MOST_OF_ONE_POSITION = 100;

interface TablePlace extends MessagePlace {
  readonly table: string;
}

/** By position, downwards; those of one position by their tables. A table has its own order within a position. */
function byPlace(one: Omit<TablePlace, 'key'>, other: Omit<TablePlace, 'key'>): number {
  if (one.position !== other.position) return other.position - one.position;
  return one.table === other.table ? 0 : one.table < other.table ? -1 : 1;
}

/** Where a table goes on after a place of the list. */
function placeIn(table: string, place: TablePlace): MessagePlace {
  if (table === place.table) return place;
  // A table that comes later still has what is at the same position.
  return { position: table > place.table ? place.position + 1 : place.position, key: '' };
}

function idOf(table: string, { position, key }: MessagePlace): string {
  return `${position}.${table}${key === '' ? '' : `.${key}`}`;
}

/** The place that an identifier stands for. */
function placeOf(id: string): TablePlace | undefined {
  const [, position, table, key = ''] = /^(\d{1,16})\.([a-z_]+)(?:\.(.+))?$/s.exec(id) ?? [];
  return table === undefined ? undefined : { position: Number(position), table, key };
}
