// An input of an operation: the sections of a request, such as `path`, `query` and `body`, and the media type of the body. A type only.

export type Input = Readonly<Record<string, unknown>>;
