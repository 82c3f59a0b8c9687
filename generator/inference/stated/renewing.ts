// Finds the operations that give another secret, `POST /hooks/{id}/rotate_secret`, and the member that has it.
import { isSecretName } from '@octavo/runtime/conformance';
import { conjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { plain } from '../names.ts';
import { wordsOf } from '../prose/index.ts';
import { shapesOf } from '../shapes.ts';

const RENEW = /^:?(?:rotate|regenerate|reissue|roll)(?:[^a-z]|$)|^:?(?:rotate|regenerate|reissue|roll)(?=[A-Z])/;

/** What may be said of other things too: a subscription is renewed, a page is refreshed, a password is reset. */
const MAY_RENEW = /^:?(?:renew|refresh|reset)(?:[^a-z]|$)|^:?(?:renew|refresh|reset)(?=[A-Z])/;

const SECRETS = /\b(?:secret|token|password|credential|passphrase|api key|key)s?\b/i;

/** Whether an action gives another secret. */
export function isRenewing({ summary = '', description = '' }: Operation, word: string, name: string): boolean {
  if (RENEW.test(word)) return true;
  return (
    MAY_RENEW.test(word) && [...[word, name].map((one) => wordsOf(one).join(' ')), summary, description].some((text) => SECRETS.test(text))
  );
}

/** The member of the answer with a secret: the one that the word names, such as `key` of `rotate_key`, before others. */
export function secretIn(operation: Operation, word: string): string | undefined {
  const members = shapesOf(operation).flatMap(({ properties }) => [...properties]);
  const named = members.find(([name, schemas]) => plain(word).endsWith(plain(name)) && conjuncts(schemas).some(isText));
  return named?.[0] ?? members.find(([name]) => isSecretName(name))?.[0];
}

function isText({ type }: Schema): boolean {
  return type?.includes('string') === true;
}
