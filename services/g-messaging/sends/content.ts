// Fills prepared messages with what is known of the contacts that get them.

import type { Tables } from '../deps.ts';
import type { ContentOf, PreparedRow } from '../messages/tables.ts';
import { styleOf } from '../messages/view.ts';
import { UNMADE_LINKS } from './links.ts';
import { render, type Values } from './render.ts';
import type { SentContent } from './tables.ts';

type Prepared = Pick<PreparedRow, 'channel' | 'content'>;

/** What templates know of some contacts, by their identifiers. */
export async function valuesOf(tables: Tables, contacts: readonly number[]): Promise<ReadonlyMap<number, Values>> {
  if (contacts.length === 0) return new Map();
  const rows = await tables
    .selectFrom('g_contacts')
    .select(['id', 'first_name', 'last_name', 'language'])
    .where('id', 'in', contacts)
    .execute();
  const fields = await tables
    .selectFrom('g_field_values')
    .innerJoin('g_fields', 'g_fields.id', 'g_field_values.field')
    .select(['contact', 'field_key', 'value'])
    .where('contact', 'in', contacts)
    .execute();
  const emails = await tables
    .selectFrom('g_channels')
    .select(['contact', 'value'])
    .where('contact', 'in', contacts)
    .where('type', '=', 'email')
    .orderBy('position', 'desc')
    .execute();
  // The first address of a contact comes last, and stays.
  const email = new Map(emails.map(({ contact, value }) => [contact, value]));
  const own = Map.groupBy(fields, ({ contact }) => contact);
  return new Map(
    rows.map(({ id, first_name, last_name, language }) => [
      id,
      {
        firstName: first_name ?? '',
        lastName: last_name ?? '',
        email: email.get(id) ?? '',
        language: language ?? '',
        fields: Object.fromEntries((own.get(id) ?? []).map(({ field_key, value }) => [field_key, value])),
      },
    ]),
  );
}

/** A prepared message as a contact gets it. @throws the refusal 400 for a template that cannot be filled */
export function contentFor({ channel, content }: Prepared, known: Values, fromName?: string): SentContent {
  const values = channel === 'email' ? { ...UNMADE_LINKS, ...known } : known;
  const filled = (field: string, text: string) => render({ field, text }, values, 'text');
  if (channel === 'email') {
    const { from, subject, htmlText, cssText } = content as ContentOf<'email'>;
    return {
      from: named(from, fromName),
      subject: filled('subject', subject),
      html: styleOf(cssText) + render({ field: 'htmlText', text: htmlText }, values, 'html'),
    };
  }
  const shown = content as ShownContent;
  const { from, title, text: body, translations = [] } = shown;
  const own = translations.find(({ languageCode }) => languageCode.toLowerCase() === String(values.language).toLowerCase());
  const subject = own?.title ?? title;
  return {
    ...(from === undefined ? {} : { from }),
    ...(subject === undefined ? {} : { subject: filled('title', subject) }),
    text: filled('text', own?.text ?? body ?? ''),
    ...extrasOf(shown),
  };
}

/** What the messages of the channels other than email have. */
type ShownContent = Partial<ContentOf<'sms'> & ContentOf<'mobilepush'> & ContentOf<'viber'> & ContentOf<'appinbox'>>;

/** The picture of a message, and where it leads. */
export function extrasOf({
  imageUrl: image,
  link,
  linkUrl,
  buttonUrl,
  buttonName: button,
}: Pick<ShownContent, 'imageUrl' | 'link' | 'linkUrl' | 'buttonUrl' | 'buttonName'>): SentContent {
  const target = link ?? linkUrl ?? buttonUrl;
  return {
    ...(image === undefined ? {} : { image }),
    ...(target === undefined ? {} : { link: target }),
    ...(button === undefined ? {} : { button }),
  };
}

/** A sender with another name. */
function named(from: string, name: string | undefined): string {
  return name === undefined ? from : `"${name.replaceAll('"', '')}" <${/<([^<>]*)>/.exec(from)?.[1] ?? from}>`;
}
