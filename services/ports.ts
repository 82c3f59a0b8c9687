// Gives each document a port of its own, which does not depend on which services run.

/** All documents, in the order of their ports; control comes last. */
const ORDER: readonly string[] = [
  'a-identity',
  'b-microblog',
  'b-microblog-v1',
  'c-controller',
  'd-events',
  'e-scheduling',
  'f-instalments',
  'g-messaging',
  'g-messaging-marketing',
  'h-email',
  'control',
];

export const MOST_PORTS = ORDER.length;

/** The documents of all services. */
export const DOCUMENTS = ORDER.filter((name) => name !== 'control');

/** @param first the port of the first document; 0: any free port for each */
export function portsFrom(first: number): (name: string) => number {
  return (name) => (first === 0 ? 0 : first + ORDER.indexOf(name));
}
