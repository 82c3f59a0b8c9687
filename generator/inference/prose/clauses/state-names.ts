// Patterns for the names of states that documents give things.

/** Names of states in which something is over. */
export const ENDED = /cancel|declin|reject|expire|void|withdraw|return|complet|finish|ended|closed/i;

/** Words for a state that things may lose without being deleted. */
export const PASSING = /^(?:open|active|pending|unpaid|current|running|live|valid|confirmed|outstanding|upcoming|unused)$/;
