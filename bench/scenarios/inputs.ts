// Inputs for clients, as a user would write them, of the scenarios whose requests the generated server refuses or does not read.

import type { MockApi } from './packages.ts';
import { contentOf } from './replay.ts';

export type Given = (api: MockApi) => object;

const body =
  (value: unknown): Given =>
  () => ({ body: value });

export const inputs: Readonly<Record<string, Given>> = {
  // The server answers 401 itself.
  Authentication_OAuth2_invalid: () => ({}),
  // The server refuses a value that the enumeration does not have.
  Type_Enum_Fixed_String_putUnknownValue: (api) => ({ body: JSON.parse(textOf(api)) }),
  // The mock expects no body; the document requires one, whose fields are all read-only.
  Type_Model_Visibility_putReadOnlyModel: body({}),
  // A merge patch removes what is null (RFC 7396); the document says that the fields are texts, so a cast is needed.
  Payload_JsonMergePatch_updateResource: (api) => ({ body: JSON.parse(textOf(api)) }),
  Payload_JsonMergePatch_updateOptionalResource: (api) => ({ body: JSON.parse(textOf(api)) }),
  Parameters_Path_optional: ({ uri }) => (uri.endsWith('/foo') ? { path: { name: '/foo' } } : {}),
  Payload_MultiPart_FormData_HttpParts_jsonArrayAndFileArray: ({ request }) => {
    const form = request?.body;
    if (form === undefined || !('kind' in form)) return {};
    const files = (name: string): File[] =>
      (form.files ?? [])
        .filter(({ fieldname }) => fieldname === name)
        .map(({ originalname, mimetype, buffer }) => new File([new Uint8Array(buffer)], originalname, { type: mimetype }));
    return { body: { ...form.parts, profileImage: files('profileImage')[0], pictures: files('pictures') } };
  },
};

function textOf({ request }: MockApi): string {
  const content = request?.body;
  return content === undefined || 'kind' in content ? '' : contentOf(content, '').toString();
}
