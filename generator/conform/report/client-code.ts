// Shows a case as a call of the generated client.
import { jsonText } from '../../exact.ts';
import type { Service } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';

/** `await client.readBook({ path: { id: '7' } });`; `undefined` where types cannot express the request. */
export function clientCodeOf({ operation, input, intent }: Case, _service: Service): string | undefined {
  if (input === undefined) return undefined;
  const text = Object.keys(input).length === 0 ? '' : jsonText(input).replace(/"([A-Za-z_$][\w$]*)":/g, '$1: ');
  const note = intent.kind === 'invalid' ? '// @ts-expect-error invalid on purpose\n' : '';
  return `${note}await client.${operation.name}(${text});`;
}
