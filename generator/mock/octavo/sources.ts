// Documents as mocks get them: for Prism, and for the thread that judges and answers by their generated code.
import { rounded } from '../../base/exact.ts';
import { Problems } from '../../base/problem.ts';
import type { JudgeOptions } from '../../conform/judge/compile.ts';
import { bundle } from '../../load/bundle.ts';
import type { Description, JsonObject } from '../../load/description.ts';
import { buildService, type ModelOptions } from '../../model/index.ts';
import type { Service } from '../../model/service.ts';
import { templatesOf } from '../error-templates.ts';
import { type PreparedDocument, prepare } from '../prepare.ts';
import type { EngineSource } from './protocol.ts';

/**
 * A loaded description, with what the configuration says of its generated code, or a document without references to other files.
 * `service`: the model by these options, of all operations, where the caller has it.
 */
export type MockSource =
  | Description
  | { readonly description: Description; readonly code: MockCode; readonly service?: Service }
  | { readonly id: string; readonly document: JsonObject };

/** The options of generated code that change what it accepts of requests and responses. */
type MockCode = JudgeOptions & Pick<ModelOptions, 'enums' | 'deepObjectLists' | 'queryNulls'>;

/** A document as Prism gets it, and as the generated mock does. */
export function taken(source: MockSource): { readonly prepared: PreparedDocument; readonly known: EngineSource } {
  // Prism has no exact integers beyond 2^53.
  if ('document' in source) return { prepared: prepare(source.id, rounded(source.document)), known: { document: source.document } };
  const description = 'description' in source ? source.description : source;
  const code = 'description' in source ? mockCodeOf(source.code) : {};
  const bundled = bundle(description);
  const known = 'description' in source ? source.service : undefined;
  const service = known ?? buildService(description, code, new Problems());
  const prepared = prepare(description.id, rounded(bundled), service === undefined ? undefined : templatesOf(service));
  return { prepared, known: service === undefined ? { document: bundled } : { service, code } };
}

/** Picks the settings of a document that the judge reads. The others stay behind, since a thread cannot be sent all of them. */
function mockCodeOf({ formats, patterns, enums, deepObjectLists, queryNulls }: MockCode): MockCode {
  return {
    ...(formats === undefined ? {} : { formats }),
    ...(patterns === undefined ? {} : { patterns }),
    ...(enums === undefined ? {} : { enums }),
    ...(deepObjectLists === undefined ? {} : { deepObjectLists }),
    ...(queryNulls === undefined ? {} : { queryNulls }),
  };
}

export function idOf(source: MockSource): string {
  return 'description' in source ? source.description.id : source.id;
}
