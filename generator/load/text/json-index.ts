// JSON text → where each of its values and keys stands.
import { type Member, memberFinder, skipSpace, valueEnd } from './json-text.ts';
import type { TextIndex } from './span.ts';

export function jsonIndex(text: string): TextIndex {
  /** By the offset of an object or array. */
  const finders = new Map<number, (name: string) => Member | undefined>();
  const memberOf = (container: number, token: string): Member | undefined => {
    let find = finders.get(container);
    if (find === undefined) {
      find = memberFinder(text, container);
      finders.set(container, find);
    }
    return find(token);
  };
  return {
    span(tokens, at) {
      const root = skipSpace(text, 0);
      let member: Member = { key: root, value: root };
      for (const token of tokens) {
        const next = memberOf(member.value, token);
        if (next === undefined) break;
        member = next;
      }
      const start = at === 'key' ? member.key : member.value;
      const isContainer = text.charAt(start) === '{' || text.charAt(start) === '[';
      return { start, end: isContainer ? start + 1 : valueEnd(text, start) };
    },
  };
}
