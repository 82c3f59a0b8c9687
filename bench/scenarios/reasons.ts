// Why scenarios do not pass, by the beginning of their names. A scenario that fails without a reason here fails the run.

const LOST_EXPANSION =
  'the compiler writes `{/param}` and `{+param}` as `{param}`: the document does not say that the path goes on with a slash';
const QUERY_IN_PATH = 'the path has a query (`?fixed=true`), which OpenAPI does not allow: the compiler leaves the operation out';
const ITEM_BY_ITEM =
  'the mock wants a list as one part of JSON. In OpenAPI, each item of a list is a part, and the document says nothing else';

export interface Reason {
  /** Absent: the same for both. */
  readonly end?: 'client' | 'server';
  readonly reason: string;
}

export const reasons: Readonly<Record<string, Reason>> = {
  Authentication_OAuth2_invalid: { end: 'server', reason: 'without a credential, the server answers 401 itself; the mock answers 403' },
  Parameters_Path_optional: {
    reason:
      'the document has `/optional{name}` with `required: false`, which OpenAPI does not allow. Octavo requires the parameter, with a warning',
  },
  Payload_JsonMergePatch_update: {
    end: 'server',
    reason: 'the patch has null for fields that the document describes as texts and numbers only, so the server refuses it',
  },
  Payload_MultiPart_FormData_HttpParts_jsonArrayAndFileArray: { reason: ITEM_BY_ITEM },
  Routes_PathParameters_ReservedExpansion: { reason: LOST_EXPANSION },
  Routes_PathParameters_PathExpansion: { reason: LOST_EXPANSION },
  Routes_QueryParameters_QueryContinuation: { reason: QUERY_IN_PATH },
  SpecialWords_Parameters_constructor: {
    reason: 'the compiler fails on a query parameter named `constructor`, so the operation is taken out',
  },
  SpecialWords_Parameters_withConstructor: {
    reason: 'the compiler fails on a query parameter named `constructor`, so the operation is taken out',
  },
  Streaming_Sse_Unnamed_receive: {
    reason:
      'the events have no name, but the document requires one. Octavo leaves the operation out: it cannot tell which event has which data',
  },
  Streaming_Sse_Protocol_invalid: { end: 'server', reason: 'the mock sends a malformed `id` or `retry`, which no server of Octavo writes' },
  Type_Enum_Fixed_String_putUnknownValue: { end: 'server', reason: 'the server refuses the unknown value with 400; the mock answers 500' },
  Type_Model_Visibility_putReadOnlyModel: {
    end: 'server',
    reason: 'the mock expects no body, and the document requires one: the server answers 400',
  },
};

export function reasonFor(scenario: string, end: 'client' | 'server'): string | undefined {
  return Object.entries(reasons).find(([name, one]) => scenario.startsWith(name) && (one.end ?? end) === end)?.[1].reason;
}
