// The runtime for the generated code in the browser: `data/<id>/contract/*.js` import it from `assets/runtime/`.
export * from '@octavo/runtime';
export { encodeRequest } from '@octavo/runtime/conformance';
/** Servers alone use them, so that pages do without them: a name that is exported here hides the runtime's. */
export const combineHandlers = undefined;
export const cors = undefined;
