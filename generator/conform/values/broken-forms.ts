// Makes bodies with a value of another form than the text of its member says, where no keyword of the schema says so.
import { statedForms } from '../../inference/request-body.ts';
import type { Broken, Members } from './broken.ts';

/** The forms of a member beyond its schema, each with values that do not have it. */
export function brokenForms(text: string, member: string, members: Members): readonly Broken[] {
  return statedForms(text, member, members.get(member) ?? []).map(({ says, wrong }) => ({
    says: `with a \`${member}\` of another form than its text says, which is ${says},`,
    member,
    bodies: (body, spare) => wrong(String(body[member] ?? spare[member] ?? '')).map((value) => ({ ...body, [member]: value })),
  }));
}
