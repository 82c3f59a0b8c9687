// One rule in the words of a team.

/** What is read of a sentence. `subject`: the member that it describes. `status`: that of the response which it describes. */
export type Wording = readonly [text: string, read: readonly string[], subject?: string | undefined, status?: string];

export type Wordings<Kind extends string> = Readonly<Record<Kind, readonly Wording[]>>;
