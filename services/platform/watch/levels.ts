// The levels of the log. They are apart from the log, so that a process without one does not load it.

/** From which level on lines are written. `silent`: none, and what the operator should know is written for people. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
