// Reads and changes a user's own account: settings, profile, colours and pictures. Only what is given changes.

import type { ColorChange, ProfileChange, Settings, SettingsChange } from '@octavo/interfaces/b-microblog-v1';
import { ALPHANUMERIC } from '../../platform/ids.ts';
import { isWebAddress } from '../../platform/pages/web-address.ts';
import type { ContextV1, Deps, MicroblogPlatform, Tables } from '../deps.ts';
import { LANGUAGES } from '../help.ts';
import { writeInOrder } from '../posts/store.ts';
import { NotAllowed } from '../refusals.ts';
import { shortLinkOf } from '../rules/short-links.ts';
import { offsetOf, zoneOf } from '../rules/time.ts';
import { tellOfProfile } from '../streams/user-events.ts';
import { placeOf } from '../trends/locations.ts';
import { keepPicture, pictureOf, removePicture, useUploadedPicture } from './pictures.ts';
import { userAnswer } from './read-v1.ts';
import { findUser, indexWords, rows, settingsOf } from './store.ts';
import type { Colours, SettingsRow, UserRow } from './tables.ts';

export async function settingsAnswer({ store, clock }: Deps, { principal: { user } }: ContextV1) {
  const row = await settingsOf(store.read, user);
  return { status: 200 as const, body: showSettings(await ownRow(store.read, user), row, clock.now()) };
}

async function ownRow(tables: Tables, id: string): Promise<UserRow> {
  const row = await findUser(tables, id);
  if (row === undefined) throw new NotAllowed('no-user');
  return row;
}

function showSettings({ is_protected, username }: UserRow, row: SettingsRow, now: number): Settings {
  const zone = zoneOf(row.time_zone);
  const place = row.trend_woeid === null ? undefined : placeOf(row.trend_woeid);
  return {
    ...(zone !== undefined && { time_zone: { name: row.time_zone, utc_offset: offsetOf(zone, now), tzinfo_name: zone } }),
    protected: is_protected,
    screen_name: username,
    always_use_https: true,
    use_cookie_personalization: false,
    sleep_time: { enabled: row.sleep_enabled, start_time: row.sleep_start, end_time: row.sleep_end },
    geo_enabled: row.geo_enabled,
    language: row.language,
    discoverable_by_email: true,
    discoverable_by_mobile_phone: false,
    display_sensitive_media: false,
    show_all_inline_media: false,
    allow_contributor_request: 'following',
    allow_dms_from: row.accepts_messages,
    allow_dm_groups_from: 'following',
    translator_type: 'none',
    ...(place !== undefined && { trend_location: [place] }),
  };
}

/** @throws {NotAllowed} for a place, time zone or language that there is not */
export async function changeSettings(deps: Deps, context: ContextV1, change: SettingsChange) {
  const { trend_location_woeid: trend_woeid, time_zone, lang: language } = change;
  if (trend_woeid !== undefined && placeOf(trend_woeid) === undefined) throw new NotAllowed('no-place');
  if (time_zone !== undefined && zoneOf(time_zone) === undefined) throw new NotAllowed('no-time-zone');
  if (language !== undefined && !LANGUAGES.some(({ code }) => code === language)) throw new NotAllowed('no-language');
  await setSettings(deps, context, {
    trend_woeid,
    time_zone,
    language,
    sleep_enabled: change.sleep_time_enabled,
    sleep_start: change.start_sleep_time,
    sleep_end: change.end_sleep_time,
  });
  return settingsAnswer(deps, context);
}

type Changes<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };

/** What is given. */
function givenOf<Row extends object>(changes: Changes<Row>): Partial<Row> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Row>;
}

async function setSettings({ store }: Deps, { principal: { user } }: ContextV1, changes: Changes<SettingsRow>): Promise<void> {
  const set = givenOf<SettingsRow>(changes);
  if (Object.keys(set).length === 0) return;
  await store.write(async (tables) => {
    await rows.changeAll(tables, 'b_user_settings', { user_id: user }, set);
  });
}

interface Looks {
  readonly include_entities?: boolean | undefined;
}

export async function setDevice(deps: Deps, context: ContextV1, body: Looks & Pick<SettingsRow, 'device'>) {
  await setSettings(deps, context, { device: body.device });
  return ownAnswer(deps, context, body);
}

function ownAnswer(deps: Deps, context: ContextV1, looks: Looks) {
  return userAnswer(deps, context, { user_id: context.principal.user }, looks);
}

/** Changes the row of the caller by what it is now. */
async function changeUser(
  deps: Deps,
  { principal: { user } }: ContextV1,
  change: (row: UserRow, tables: Tables) => Changes<UserRow> | Promise<Changes<UserRow>>,
): Promise<void> {
  const now = deps.clock.now();
  await writeInOrder(deps, async (tables) => {
    const row = await ownRow(tables, user);
    const set = givenOf<UserRow>(await change(row, tables));
    if (Object.keys(set).length > 0) await rows.change(tables, 'b_users', user, set);
    await tellOfProfile(tables, row, set, now);
    await indexWords(tables, { ...row, ...set });
  });
}

/** An empty text removes what was there; a name cannot be removed. */
export async function changeProfile(deps: Deps, context: ContextV1, body: ProfileChange & Looks) {
  const { name, url, location, description, profile_link_color: link } = body;
  if (name?.trim() === '') throw new NotAllowed('no-name');
  if (url !== undefined && url !== '' && !isWebAddress(url)) throw new NotAllowed('no-address');
  await changeUser(deps, context, (row) => ({
    name,
    location: emptied(location),
    description: emptied(description),
    ...(url !== undefined && url !== row.url && { url: emptied(url), short_url: url === '' ? null : shortLinkOf(url) }),
    ...(link !== undefined && { colours: { ...row.colours, link: colourOf(link) } }),
  }));
  return ownAnswer(deps, context, body);
}

function emptied(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}

/** Six digits in upper case, without `#`. */
function colourOf(given: string): string {
  const digits = given.replace('#', '').toUpperCase();
  return digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
}

export async function changeColours(deps: Deps, context: ContextV1, body: ColorChange & Looks) {
  const given: Changes<Colours> = {
    background: body.profile_background_color,
    link: body.profile_link_color,
    sidebar_border: body.profile_sidebar_border_color,
    sidebar_fill: body.profile_sidebar_fill_color,
    text: body.profile_text_color,
  };
  const colours = Object.fromEntries(Object.entries(givenOf<Colours>(given)).map(([name, colour]) => [name, colourOf(colour)]));
  await changeUser(deps, context, (row) => ({ colours: { ...row.colours, ...colours } }));
  return ownAnswer(deps, context, body);
}

export async function changePicture(deps: PictureDeps, context: ContextV1, body: Looks & { readonly image: Blob | string }) {
  const picture = await pictureOf(body.image);
  const id = deps.ids.text(16, ALPHANUMERIC);
  await changeUser(deps, context, async (row, tables) => {
    await removePicture(deps, tables, row.image_url, deps.clock.now());
    return { image_url: await keepPicture(tables, id, picture) };
  });
  return ownAnswer(deps, context, body);
}

type PictureDeps = Deps & Pick<MicroblogPlatform, 'blobs'>;

interface Background extends Looks {
  readonly image?: Blob | string;
  readonly media_id?: string | undefined;
  readonly tile?: boolean | undefined;
  readonly use?: boolean | undefined;
}

/** The picture is sent, or uploaded before. @throws {NotAllowed} */
export async function changeBackground(deps: PictureDeps, context: ContextV1, { image, media_id, tile, use, ...looks }: Background) {
  if (image !== undefined && media_id !== undefined) throw new NotAllowed('two-pictures');
  const picture = image === undefined ? undefined : await pictureOf(image);
  const id = deps.ids.text(16, ALPHANUMERIC);
  const now = deps.clock.now();
  await changeUser(deps, context, async (row, tables) => {
    const settings = { is_tiled: tile, has_background: use };
    if (picture === undefined && media_id === undefined) return settings;
    const background_url =
      picture === undefined
        ? await useUploadedPicture(tables, context.principal.user, media_id ?? '', now)
        : await keepPicture(tables, id, picture);
    await removePicture(deps, tables, row.background_url, now);
    return { ...settings, background_url, has_background: use ?? true };
  });
  return ownAnswer(deps, context, looks);
}
