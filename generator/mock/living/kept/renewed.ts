// Answers without state of operations that give another secret: each time with another one.
import { changedAt, pointerTo } from '../../../inference/pointers.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { isRenewing, secretIn } from '../../../inference/stated/renewing.ts';
import { segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import { freshSecret } from '../making.ts';
import type { Living, Setting } from '../setting.ts';
import { inBody } from '../showing.ts';

/** The example of the answer with a secret that no answer had; `undefined` where the operation gives none. */
export function renewedExample(setting: Setting, operation: Operation): Living | undefined {
  const [word = '', name = ''] = segmentsOf(operation.path).toReversed();
  // `POST /hooks/{id}/key/rotate` rotates a key.
  const member = operation.method === 'GET' || !isRenewing(operation, word, name) ? undefined : secretIn(operation, `${word}_${name}`);
  const shape = member === undefined ? undefined : shapesOf(operation).find(({ properties }) => properties.has(member));
  if (member === undefined || shape === undefined) return undefined;
  const example = setting.tools.example(operation, undefined);
  const place = inBody(`${shape.at}${pointerTo(member)}`);
  const result = { ...example, body: changedAt(example.body, place, freshSecret(setting, operation, member, undefined)) };
  return setting.tools.judge(operation, result).length === 0 ? { result, isWithoutState: true } : undefined;
}
