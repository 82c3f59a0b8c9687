// Makes errors that stand in other bodies, such as the results of several things, in the form that `x-errors` is inferred for whole bodies.
import { ownBody } from '@octavo/runtime/conformance';
import { rowReader } from '../../model/error-bodies/rows.ts';
import { schemaFacts } from '../../model/error-bodies/schema-facts.ts';
import type { Service } from '../../model/service.ts';
import type { Tools } from '../living/setting.ts';
import { faultOf } from '../refusal.ts';

export function errorsOf({ schemas }: Service): Tools['errorOf'] {
  const reader = rowReader(schemaFacts(schemas));
  return (schema, status, detail) => {
    const rows = reader.rowsOf({
      status: String(status),
      contents: [{ contentType: 'application/json', kind: 'json', schema, examples: [] }],
    });
    const found = rows === undefined || 'unchanged' in rows ? [] : [...rows.values()].flat();
    return ownBody({ ...faultOf(status, []), detail }, [found.map((row) => ({ status: String(status), ...row }))])?.body;
  };
}
