// Attachments of tickets, and exports.
import type { Account } from '../store.ts';
import type { Attachment, Ticket } from '../things.ts';
import { Invalid, notFound, preferred, Refusal } from '../wire.ts';
import type { Call, Handlers } from './call.ts';
import { conditional } from './desk.ts';
import type { Part } from './part.ts';

const MOST = 65_536;
const TYPES = ['image/png', 'text/plain', 'application/pdf'];

/** A file name as RFC 8187 has it. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

const attachments: Part = (store, faults, desk): Handlers => {
  function requireAttachment(call: Call, fault = ''): { value: Attachment; bytes: Buffer } {
    const accounts = faults.has(fault) ? [...store.accounts.values()] : [call.account];
    for (const account of accounts) {
      const found = account.attachments.get(call.path('attachment_id'));
      const ticket = account.tickets.get(found?.value.ticket_id ?? '')?.value;
      if (found === undefined || ticket === undefined) continue;
      if (ticket.deleted_at === null || faults.has('ticket-delete-leaves-attachments')) return found;
    }
    throw notFound('attachment');
  }

  return {
    attachFile: (call) => {
      const found = desk.requireOpen(call, 'attachment-on-closed');
      const parts = call.form();
      const file = parts.get('file');
      if (file === undefined) throw new Invalid([{ at: ['file'], reason: 'is missing' }]);
      if (file.bytes.length > MOST) throw new Refusal(413, 'too_large', `A file has at most ${MOST} bytes.`);
      if (!TYPES.includes(file.type) && !faults.has('attachment-type-any'))
        throw new Invalid([{ at: ['file'], reason: 'has a media type that is not allowed' }]);
      const bytes = faults.has('attachment-newlines')
        ? Buffer.from(file.bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
        : file.bytes;
      const value: Attachment = {
        id: store.id('att'),
        ticket_id: found.record.value.id,
        filename: faults.has('attachment-name-ascii') ? file.filename.replaceAll(/[^ -~]/gu, '_') : file.filename,
        content_type: file.type,
        size: faults.has('attachment-size-in-kilobytes') ? Math.ceil(bytes.length / 1024) : bytes.length,
        caption: parts.get('caption')?.bytes.toString() ?? null,
        created_at: store.now(),
      };
      call.account.attachments.set(value.id, { value, bytes });
      return { status: 201, body: value, headers: { location: `/attachments/${value.id}` } };
    },

    getAttachment: (call) => ({ status: 200, body: requireAttachment(call).value }),

    downloadAttachment: (call) => {
      const { value, bytes } = requireAttachment(call, 'attachment-content-of-other-account');
      const disposition = `attachment; filename*=UTF-8''${encoded(value.filename)}`;
      const type = faults.has('attachment-content-octets') ? 'application/octet-stream' : value.content_type;
      const reply = { status: 200, content: bytes, type, headers: { 'content-disposition': disposition } };
      const etag = `"${value.id}"`;
      if (faults.has('attachment-never-304')) return { ...reply, headers: { ...reply.headers, etag } };
      return conditional(call, etag, reply, faults);
    },
  };
};

function field(text: string | number, faults: ReadonlySet<string>): string {
  const plain = String(text);
  if (!/[",\r\n]/.test(plain)) return plain;
  return `"${faults.has('export-quotes') ? plain : plain.replaceAll('"', '""')}"`;
}

const COLUMNS = ['number', 'subject', 'status', 'priority', 'created_at'] as const;

function exported(all: readonly Ticket[], type: string, faults: ReadonlySet<string>): string {
  const rows = all.map((ticket) => COLUMNS.map((name) => [name, ticket[name]] as const));
  if (type === 'application/x-ndjson') return rows.map((row) => `${JSON.stringify(Object.fromEntries(row))}\n`).join('');
  const lines = rows.map((row) => row.map(([, value]) => field(value, faults)).join(','));
  const end = faults.has('export-line-feeds') ? '\n' : '\r\n';
  return [COLUMNS.join(','), ...lines].map((line) => `${line}${end}`).join('');
}

const exports: Part = (store, faults): Handlers => ({
  exportTickets: (call) => {
    const { status, from = '', to = '9999-12-31' } = call.query as { status?: string; from?: string; to?: string };
    if (from > to) throw new Refusal(400, 'invalid', 'The last day is before the first.', [{ at: ['to'], reason: 'is before `from`' }]);
    const accept = faults.has('export-accept-ignored') ? undefined : call.header('accept');
    const type = preferred(accept, ['text/csv', 'application/x-ndjson']);
    if (type === undefined) throw new Refusal(406, 'no_media_type', 'An export is text/csv or application/x-ndjson.');
    const accounts: Account[] = faults.has('export-all-accounts') ? [...store.accounts.values()] : [call.account];
    const all = accounts.flatMap(({ tickets }) => [...tickets.values()].map(({ value }) => value));
    const found = all.filter((ticket) => {
      const day = ticket.created_at.slice(0, 10);
      const isWithin = day >= from && (faults.has('export-to-exclusive') && call.query.to !== undefined ? day < to : day <= to);
      const isLive = ticket.deleted_at === null || faults.has('export-deleted');
      return isWithin && isLive && (status === undefined || ticket.status === status || faults.has('export-status-ignored'));
    });
    const disposition = { 'content-disposition': 'attachment; filename="tickets"' };
    return {
      status: 200,
      content: exported(found, type, faults),
      type: type === 'text/csv' ? 'text/csv; charset=utf-8' : type,
      ...(faults.has('export-without-disposition') ? {} : { headers: disposition }),
    };
  },
});

export const files: Part = (store, faults, desk) => ({ ...attachments(store, faults, desk), ...exports(store, faults, desk) });
