// Translates messages to the app.

import type { MobilePushTranslation } from '@octavo/interfaces/g-messaging';
import type { Unit } from '../deps.ts';
import { replacePrepared, requirePrepared } from './prepared.ts';
import type { ContentOf } from './tables.ts';

async function changeTranslations(
  unit: Unit,
  account: number,
  id: number,
  change: (translations: readonly MobilePushTranslation[]) => MobilePushTranslation[],
): Promise<void> {
  const row = await requirePrepared(unit.tables, account, 'mobilepush', id);
  const content = row.content as ContentOf<'mobilepush'>;
  await replacePrepared(unit, account, 'mobilepush', id, { ...content, translations: change(content.translations ?? []) });
}

const isIn = (language: string) => (translation: MobilePushTranslation) =>
  translation.languageCode.toLowerCase() === language.toLowerCase();

/** Adds a translation, or replaces the one in its language. */
export async function translate(unit: Unit, account: number, id: number, translation: MobilePushTranslation): Promise<void> {
  const isOther = (one: MobilePushTranslation) => !isIn(translation.languageCode)(one);
  await changeTranslations(unit, account, id, (known) => [...known.filter(isOther), translation]);
}

/** @param language absent: all translations are deleted */
export async function deleteTranslations(unit: Unit, account: number, id: number, language: string | undefined): Promise<void> {
  await changeTranslations(unit, account, id, (known) => (language === undefined ? [] : known.filter((one) => !isIn(language)(one))));
}
