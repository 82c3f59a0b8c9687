// Tests that octavo conform finds values that are taken although they have another form than the texts of their members say, in a small service of
// parcels.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { lookingFor, SOME_CASES, serviceFrom, verdictOn } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Parcels, version: '1' }
paths:
  /parcels:
    post:
      operationId: addParcel
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewParcel' }, example: { country: DE, currency: EUR, value: 12.5, minutes: 30, code: ABC, pin: '1234', slug: a_b, note: note } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }, '422': { description: Invalid. } }
components:
  schemas:
    NewParcel:
      type: object
      required: [country, currency, value, minutes, code, pin, slug, note]
      properties: &members
        country: { type: string, minLength: 2, maxLength: 2, description: 'The country, as an ISO 3166-1 alpha-2 code.' }
        currency: { type: string, maxLength: 8, description: Three-letter ISO 4217 code. }
        value: { type: number, minimum: 0, maximum: 9999, description: 'The value, in whole cents.' }
        minutes: { type: integer, minimum: 0, maximum: 480, description: Must be a multiple of 15. }
        code: { type: string, minLength: 1, maxLength: 8, description: Must be in upper case. }
        pin: { type: string, minLength: 1, maxLength: 8, description: Exactly 4 digits. }
        slug: { type: string, minLength: 1, maxLength: 20, description: 'Can only contain letters, numbers, and underscores.' }
        note: { type: string, minLength: 1, maxLength: 20, description: 'The text, in lower case if you like.' }
    Parcel: { type: object, required: [id], properties: { id: { type: integer }, <<: *members } }
`);
const judge = await createJudge(service);

const FORMS: Readonly<Record<string, (value: unknown) => boolean>> = {
  country: (value) => /^[A-Z]{2}$/i.test(String(value)),
  currency: (value) => /^[A-Z]{3}$/i.test(String(value)),
  value: (value) => Number.isInteger(Math.round(Number(value) * 1e6) / 1e4),
  minutes: (value) => Number(value) % 15 === 0,
  code: (value) => !/[a-z]/.test(String(value)),
  pin: (value) => /^\d{4}$/.test(String(value)),
  slug: (value) => /^\w+$/.test(String(value)),
};

/** `open`: the members whose form is not looked at. */
function depot(open: ReadonlySet<string>): (request: Request) => Promise<Response> {
  let last = 0;
  return async (request) => {
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return new Response(null, { status: verdict.status === 400 ? 422 : verdict.status });
    const body: Readonly<Record<string, unknown>> = JSON.parse(text);
    if (Object.entries(FORMS).some(([name, fits]) => !open.has(name) && !fits(body[name]))) return new Response(null, { status: 422 });
    return Response.json({ id: ++last, ...body }, { status: 201 });
  };
}

test.each<readonly [open: readonly string[], found: readonly RegExp[]]>([
  [[], []],
  ...Object.keys(FORMS).map((name): [string[], RegExp[]] => [
    [name],
    [
      new RegExp(
        `^A request with a \`${name}\` of another form than its text says, which is .*, is accepted with 201, and the document says: “`,
      ),
    ],
  ]),
])('%s', async (open, expected) => {
  const report = await conformService(service, { target: depot(new Set(open)), random: 0, ...SOME_CASES, ...lookingFor('stated-rules') });
  const shown = report.findings.flatMap(({ check, message }) => (check === 'stated-rules' ? [message] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  expect(report.operations.flatMap(({ cells }) => [...cells.keys()])).toContain('stated-rules');
});
