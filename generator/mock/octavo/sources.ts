// Documents as mocks get them: for Prism, and for the thread that judges and answers by their generated code.
import { rounded } from '../../base/exact.ts';
import { Problems } from '../../base/problem.ts';
import type { ThingNote } from '../../base/thing.ts';
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
type MockCode = JudgeOptions &
  Pick<ModelOptions, 'enums' | 'deepObjectLists' | 'queryNulls'> & {
    readonly things?: readonly ThingNote[];
    readonly mockHandlers?: string;
  };

/** A document as Prism gets it, and as the generated mock does. */
export function taken(source: MockSource): { readonly prepared: PreparedDocument; readonly known: EngineSource } {
  // Prism has no exact integers beyond 2^53.
  if ('document' in source) return { prepared: prepare(source.id, rounded(source.document)), known: { document: source.document } };
  const description = 'description' in source ? source.description : source;
  const code = 'description' in source ? mockCodeOf(source.code) : {};
  const bundled = bundle(description);
  const known = 'description' in source ? source.service : undefined;
  const things = 'description' in source ? source.code.things : undefined;
  const service = withThings(known ?? buildService(description, code, new Problems()), things);
  const prepared = prepare(description.id, rounded(bundled), service === undefined ? undefined : templatesOf(service));
  return { prepared, known: service === undefined ? { document: bundled } : { service, code } };
}

/** The service with what the configuration says of its things, which goes before what the document says. */
function withThings(service: Service | undefined, given: readonly ThingNote[] | undefined): Service | undefined {
  if (service === undefined || given === undefined) return service;
  const others = (service.things ?? []).filter(({ path }) => given.every((note) => note.path !== path));
  return { ...service, things: [...given, ...others] };
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

/** The module with handlers in front of a living mock. */
export function handlersOf(source: MockSource): string | undefined {
  return 'code' in source ? source.code.mockHandlers : undefined;
}
