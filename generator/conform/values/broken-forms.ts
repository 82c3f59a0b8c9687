// Makes bodies with a value of another form than the text of its member says, where no keyword of the schema says so.
import { type Form, formsIn, type Measured } from '../../inference/prose/index.ts';
import { measuredIn } from '../../inference/request-body.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Broken, Members } from './broken.ts';

/** The keywords by which a schema says the form itself: other checks try what it says. */
const OWN: Readonly<Record<Measured, readonly (keyof Schema)[]>> = {
  text: ['pattern', 'format', 'enum', 'const'],
  number: ['multipleOf', 'enum', 'const'],
  list: [],
};

/** The forms of a member beyond its schema, each with values that do not have it. */
export function brokenForms(text: string, member: string, members: Members): readonly Broken[] {
  const schemas = members.get(member) ?? [];
  const kind = measuredIn(schemas);
  if (kind === undefined) return [];
  const own = OWN[kind].filter((keyword) => schemas.some((schema) => schema[keyword] !== undefined));
  const isOpen = ({ isBesideFormat }: Form): boolean => own.every((keyword) => isBesideFormat === true && keyword === 'format');
  return formsIn(text, { kind, name: member })
    .filter(isOpen)
    .map(({ says, wrong }) => ({
      says: `with a \`${member}\` of another form than its text says, which is ${says},`,
      member,
      bodies: (body, spare) => wrong(String(body[member] ?? spare[member] ?? '')).map((value) => ({ ...body, [member]: value })),
    }));
}
