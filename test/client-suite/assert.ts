// The assertions of the client suite, which run on every platform of the client.

/** @throws {Error} unless both are equal by value; the message shows them. */
export function equal(found: unknown, wanted: unknown): void {
  const [left, right] = [text(found), text(wanted)];
  if (left !== right) throw new Error(`found ${left}, wanted ${right}`);
}

/** JSON with sorted keys, which is enough for the values in the suite. */
function text(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? 'undefined'
  );
}

/** @throws {Error} unless the promise rejects with an error of that name, whose message matches. Gives the error. */
export async function rejects(work: Promise<unknown>, name: string, message = /(?:)/): Promise<Error> {
  const outcome: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(outcome instanceof Error)) throw new Error(`wanted a ${name}, found ${outcome === undefined ? 'no error' : String(outcome)}`);
  if (outcome.name !== name) throw new Error(`wanted a ${name}, found ${outcome.name}: ${outcome.message}`);
  if (!message.test(outcome.message)) throw new Error(`wanted a message like ${message}, found ${outcome.message}`);
  return outcome;
}
